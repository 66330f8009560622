/* This is a classic script that runs before the first paint: a module would run later, and the page would flash. */
document.documentElement.classList.add('has-script');
try {
    const theme = localStorage.getItem('graze-theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
    // Storage may be forbidden; the system's theme then applies.
}

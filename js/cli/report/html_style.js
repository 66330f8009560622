/** Style of the page, light or dark as the reader's system is. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fff; --faint: #667; --line: #ccd3dc;
  --wall: #b9c0ca; --a: #1668c7; --b: #c2540a; --o: #5b6573; --bad: #b3261e; --good: #1a7f37;
  --odd: #8a6100; --shade: #b3261e22; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --paper: #14181e; --faint: #98a2b0;
  --line: #364050; --wall: #465162; --a: #6cb0ff; --b: #ff9b57; --o: #a5b0c0; --bad: #ff8a80;
  --good: #5fd37e; --odd: #e3b341; --shade: #ff8a8033; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.2rem 0 .2rem; } p { margin: .2rem 0; color: var(--faint); }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .25rem .6rem;
  border-bottom: 1px solid var(--line); vertical-align: top; }
td { overflow-wrap: break-word; } td:first-child { overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0; }
dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; } a { color: var(--a); }
span.valid, .plans .valid td:nth-child(2) { color: var(--good); }
span.invalid, .plans .invalid td:nth-child(2), .failed td { color: var(--bad); }
span.undecided, .plans .undecided td:nth-child(2), .plans .unsolved td:nth-child(2) { color: var(--odd); }
figure { display: flex; flex-wrap: wrap; gap: 1rem; margin: .6rem 0; }
table:not(.plans) td:first-child { white-space: nowrap; }
svg { width: 480px; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 4px; }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.blocked { fill: var(--wall); } .r0 { --c: var(--a); } .r1 { --c: var(--b); } .r2 { --c: var(--o); }
.route { fill: none; stroke: var(--c); stroke-width: 2; } .far { stroke-width: 1; opacity: .35; }
.body { opacity: .55; } .body * { fill: var(--c); stroke: var(--c); stroke-linejoin: round; }
.first * { fill: none; stroke: var(--c); stroke-width: 1.5; stroke-dasharray: 4 3; }
.obstacle * { fill: var(--o); stroke: var(--o); stroke-linejoin: round; } .obstacle { opacity: .35; }
.contact { fill: var(--shade); } .axis { stroke: var(--faint); stroke-width: 1; fill: none; }
.separation { fill: none; stroke: var(--ink); stroke-width: 2; }
.delayed { fill: none; stroke: var(--good); stroke-width: 2; stroke-dasharray: 6 4; }
.deepest { fill: var(--bad); } text.a { fill: var(--a); } text.b { fill: var(--b); }
text.m { fill: var(--good); } text.end { text-anchor: end; } text.mid { text-anchor: middle; }
@media print { article, svg { break-inside: avoid; } }
`;

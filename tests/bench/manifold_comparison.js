export function compareManifolds() {
    return {};
}
export function formatComparison() {
    return '';
}

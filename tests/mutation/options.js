/**
 * Returns what the two parts have in common.
 *
 * @param {string} name
 * @param {{ mutate: string[], grazeTests: string[], grazeExcept: string[], grazeModules?: string[] }} part
 */
export function optionsOf(name, { mutate, grazeTests, grazeExcept, grazeModules = [] }) {
    return {
        mutate,
        grazePart: name,
        grazeTests,
        grazeExcept,
        grazeModules,
        testRunner: 'graze',
        plugins: ['./tests/mutation/runner.js'],
        ignorers: ['help'],
        checkers: ['selection'],
        coverageAnalysis: 'perTest',
        buildCommand: 'node tests/mutation/prepare.js',
        ignorePatterns: ['/biome.json', '/build', '/docs', '/tests/browser/pictures', '*.tgz'],
        cleanTempDir: 'always',
        tempDirName: `build/mutation/${name}/sandbox`,
        reporters: ['table', 'html', 'progress-append-only'],
        htmlReporter: { fileName: `build/mutation/${name}/mutants.html` },
        concurrency: 2,
        // Loops are mostly found by counting; a machine may have other things to do.
        timeoutMS: 60_000,
        dryRunTimeoutMinutes: 10,
        disableTypeChecks: false,
        allowEmpty: false,
        thresholds: { high: 95, low: 85, break: null },
    };
}

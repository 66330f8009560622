/**
 * Checks that package.json has what a release needs: the addresses of the repository, the home page and the bugs. The owner
 * fills in the first; the other two follow from it. `make release-check` runs it:
 *
 *     node tests/package/release.mjs [FOLDER]           checks FOLDER/package.json, by default that of the repository
 *     node tests/package/release.mjs --write [FOLDER]   writes the home page and the bugs that follow from the repository
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const args = process.argv.slice(2);
const isWriting = args[0] === '--write';
const path = join(args[isWriting ? 1 : 0] ?? '.', 'package.json');
const about = JSON.parse(readFileSync(path, 'utf8'));

/** Prints why there can be no release, and ends. @param {string} text */
function refuse(text) {
    console.error(`${path}: ${text}`);
    process.exit(1);
}

const address = about.repository?.url;
if (address === undefined) {
    refuse(
        'a release needs the address of the repository: ' +
            'npm pkg set repository.type=git repository.url=git+https://HOST/OWNER/graze.git',
    );
}
const page = /^git\+(https:\/\/[^/\s]+\/\S+?)\.git$/.exec(address)?.[1];
if (page === undefined) {
    refuse(
        `repository.url must be git+https://HOST/OWNER/NAME.git, got ${JSON.stringify(address)}`,
    );
}
const links = { homepage: `${page}#readme`, bugs: { url: `${page}/issues` } };
if (isWriting) writeFileSync(path, `${JSON.stringify({ ...about, ...links }, null, 4)}\n`);
const written = isWriting ? links : { homepage: about.homepage, bugs: about.bugs };
if (JSON.stringify(written) !== JSON.stringify(links)) {
    refuse(
        'homepage and bugs must follow from repository.url: node tests/package/release.mjs --write',
    );
}

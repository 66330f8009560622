/** Packs what would be published, into build/package/graze.tgz. Run by make. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';

const OUT = 'build/package';

mkdirSync(OUT, { recursive: true });
// Without scripts: `prepack` would ask make to build what make has built.
const output = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', OUT],
    { encoding: 'utf8' },
);
const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(output);
renameSync(`${OUT}/${filename}`, `${OUT}/graze.tgz`);
console.log(`${filename}: ${size} bytes, ${unpackedSize} unpacked, ${entryCount} files`);

/** Prints what users load, with the ceilings; exits with 1 where one is broken. Run by make sizes. */
import { measure } from './sizes.js';
import { tableLines } from './table.js';

const sizes = await measure();
const rows = sizes.map(({ what, bytes, ceiling }) => [what, `${bytes}`, `${ceiling}`]);
for (const line of tableLines(['what', 'bytes', 'at most'], rows)) console.log(line);
const broken = sizes.filter(({ bytes, ceiling }) => bytes > ceiling);
for (const { what } of broken) console.error(`${what}: more than tests/package/sizes.json allows`);
if (broken.length > 0) process.exitCode = 1;

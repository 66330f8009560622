/**
 * The benchmark's pairs for native.c, which reads what native_pairs.h describes:
 *   node tests/bench/write_pairs.mjs FILE [OPTION]...    --n, --scenes, --pairs, --rounds, --seed of graze bench
 */
import { parse, readOptions } from '../../js/cli/commands/bench.js';
import { writePairs } from './pair_file.js';

const [path, ...args] = process.argv.slice(2);
writePairs(path, readOptions(parse(args)));

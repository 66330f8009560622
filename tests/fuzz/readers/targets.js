import { CLI_TARGET } from './cli.js';
import { FILE_TARGETS } from './files.js';

/** Every target. @type {readonly import('./engine.js').Target<any>[]} */
export const TARGETS = Object.freeze([...FILE_TARGETS, CLI_TARGET]);

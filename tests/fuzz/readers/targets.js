import { CLI_TARGET } from './cli.js';
import { FILE_TARGETS } from './files.js';
import { XML_TARGET } from './xml.js';

/** Every target. @type {readonly import('./engine.js').Target<any>[]} */
export const TARGETS = Object.freeze([...FILE_TARGETS, XML_TARGET, CLI_TARGET]);

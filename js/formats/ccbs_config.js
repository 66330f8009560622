import { parseNumber } from './source.js';
import { checkRoot, child, readXml } from './xml.js';

/** @import { SourceFile } from './source.js' */

/** What CCBS and its descendants read from a configuration; only agent_size concerns a judge. */
const KNOWN = new Set([
    'agent_size',
    'connectedness',
    'cache_paths',
    'conflict_type',
    'focal_weight',
    'heuristic',
    'hlh_type',
    'precision',
    'timelimit',
    'use_cardinal',
    'use_corridor_symmetry',
    'use_disjoint_splitting',
    'use_target_symmetry',
]);

/**
 * A CCBS configuration: `<root><algorithm>`, of which the agents' radius is used.
 *
 * @param {SourceFile} source
 * @returns {{ radius: number, notices: string[] }}
 */
export function readCcbsConfig(source) {
    const { file, root } = readXml(source);
    checkRoot(file, root, 'root', 'a CCBS configuration');
    const algorithm = child(file, root, 'algorithm');
    const size = child(file, algorithm, 'agent_size');
    const radius = parseNumber(file, size.position, '<agent_size>', size.text.trim(), { min: 0 });
    const notices = algorithm.children
        .filter((each) => !KNOWN.has(each.name))
        .map((each) => `${file.name}:${each.position.line}: <${each.name}> is not a known setting`);
    return { radius, notices };
}

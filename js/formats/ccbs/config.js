import { noticeAt, parseNumber } from '../text/source.js';
import { checkRoot, elementText, findChild, readXml, requireChild } from '../text/xml.js';

/** @import { SourceFile } from '../text/source.js' */

/** Settings that CCBS and its descendants read; only agent_size is used here. */
const KNOWN_SETTINGS = new Set([
    'agent_size',
    'branching_gamma',
    'cache_paths',
    'connectedness',
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
 * Reads a CCBS configuration, `<root><algorithm>`, of which the radius of the agents is used. Without `agent_size` CCBS
 * uses a default of its own, which is not a property of the plan: the radius is then unknown.
 *
 * @param {SourceFile} source
 * @returns {Promise<{ radius: number | undefined, notices: string[] }>}
 */
export async function readCcbsConfig(source) {
    const { file, root } = await readXml(source);
    checkRoot(file, root, 'root', 'a CCBS configuration');
    const algorithm = requireChild(file, root, 'algorithm');
    const size = findChild(file, algorithm, 'agent_size');
    const radius =
        size &&
        parseNumber(file, size.position, '<agent_size>', elementText(file, size), { min: 0 });
    const unknown = [
        ...root.children.filter((element) => element !== algorithm),
        ...algorithm.children.filter((element) => !KNOWN_SETTINGS.has(element.name)),
    ];
    const notices = unknown.map((element) =>
        noticeAt(file, element.position, `<${element.name}> is not a known setting`),
    );
    return { radius, notices };
}

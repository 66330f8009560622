/** What a file is, told from how it begins: a plan, or what goes with one. */

/**
 * @import { Role } from './job.js'
 *
 * @typedef {{ role: Role, what: string, road?: 'is' | 'needs' }} Guess 'is': a plan of its own, or the map of one that 'needs' it
 */

/** As much of a file as tells what it is: the task in a CCBS log comes before the log. */
export const HEAD = 4 * 2 ** 20;

/** @param {Role} role @param {string} what @returns {Guess} */
const guess = (role, what) => ({ role, what });

/** The first element's name, past declarations and comments. @param {string} head */
function rootOf(head) {
    const bare = head.replace(/^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![^>]*>)*/, '');
    return /^<([\w.:-]+)/.exec(bare)?.[1] ?? '';
}

/** @param {string} head @returns {Guess} */
function guessXml(head) {
    const root = rootOf(head);
    if (root === 'CommonRoadSolution')
        return { ...guess('plan', 'CommonRoad solution'), road: 'needs' };
    if (root === 'commonRoad') return { ...guess('plan', 'CommonRoad scenario'), road: 'is' };
    if (root === 'graphml') return guess('map', 'roadmap (GraphML)');
    if (/<log[\s>/]/.test(head)) return guess('plan', 'CCBS plan');
    if (/<algorithm[\s>/]/.test(head)) return guess('config', 'CCBS configuration');
    if (/<(?:map|grid)[\s>/]/.test(head)) return guess('map', 'CCBS map');
    if (/<agent[\s>/]/.test(head)) return guess('task', 'CCBS task');
    return guess('plan', 'XML');
}

/** @param {string} head @returns {Guess} */
function guessJson(head) {
    if (/^\s*\{\s*"graze"\s*:/.test(head)) return guess('plan', 'graze plan');
    if (/"(?:actionModel|actualPaths|plannerPaths)"\s*:/.test(head)) {
        return guess('plan', 'League of Robot Runners plan');
    }
    if (/"(?:solution_plan|scen_type)"\s*:/.test(head))
        return guess('plan', 'MAPF tracker solutions');
    if (/"columns"\s*:/.test(head)) return guess('config', 'map of columns');
    return guess('plan', 'JSON');
}

/** @param {string} name @param {string} head @returns {Guess} */
function guessTable(name, head) {
    const columns = (head.split('\n', 1)[0] ?? '')
        .split(/[,;\t]/)
        .map((each) => each.trim().replace(/^"(.*)"$/, '$1'));
    if (columns.includes('agents')) return guess('plan', 'MAPF tracker solutions');
    const isMeta = columns.includes('frameRate') && !columns.includes('frame');
    if (isMeta || /recordingMeta/i.test(name)) return guess('config', 'recording meta data');
    return guess('plan', 'table of tracks');
}

/**
 * @param {string} name
 * @param {string} text how it begins
 * @returns {Guess}
 */
export function guessRole(name, text) {
    const head = text.replace(/^\ufeff/, '');
    if (/^\s*</.test(head)) return guessXml(head);
    if (/^\s*[{[]/.test(head)) return guessJson(head);
    if (/^(?:type\s+octile|height\s+\d+|width\s+\d+)\s*$/m.test(head.slice(0, 200))) {
        return guess('map', 'MovingAI map');
    }
    if (/^version\s+\d/.test(head)) return guess('task', 'MovingAI scenario');
    if (/^\s*Agent[ \t]+\d+[ \t]*:/.test(head)) return guess('plan', 'paths of agents');
    if (/^(?:-[ \t]+|[ \t]+)?(?:solution_plan|scen_type)[ \t]*:/m.test(head)) {
        return guess('plan', 'MAPF tracker solutions');
    }
    if (/^schedule[ \t]*:/m.test(head)) return guess('plan', 'libMultiRobotPlanning schedule');
    if (/^(?:agents|map|roadmap)[ \t]*:(?:[ \t]|$)/m.test(head)) {
        return guess('map', 'libMultiRobotPlanning input');
    }
    if (/^(?:[a-z_]+=|\d+:\()/.test(head)) return guess('plan', 'kei18 result');
    if (/^[^\n]*[,;\t][^\n]*[,;\t]/.test(head)) return guessTable(name, head);
    return guess('plan', 'not recognised');
}

/**
 * Roles for files that came together: of those that could be the same, the first is; a CommonRoad scenario beside a
 * solution is its map.
 *
 * @param {readonly Guess[]} guesses
 * @returns {(Role | 'none')[]}
 */
export function assignRoles(guesses) {
    const isNeeded = guesses.some(({ road }) => road === 'needs');
    /** @type {Set<Role>} */
    const taken = new Set();
    return guesses.map(({ role, road }) => {
        const wanted = road === 'is' && isNeeded ? 'map' : role;
        if (taken.has(wanted)) return 'none';
        taken.add(wanted);
        return wanted;
    });
}

/** The role of a file, detected from its beginning: a plan, or a companion of one. */

/**
 * @import { Role } from './worker_messages.js'
 *
 * @typedef {{ role: Role, description: string, commonRoad?: 'is' | 'needs' }} Guess guessed role; commonRoad 'is': a scenario that is a plan itself or the map of a solution, which 'needs' it
 */

/** Size of the part of a file that determines its role: the task in a CCBS log comes before the log. */
export const HEAD_SIZE = 4 * 2 ** 20;

/** @param {Role} role @param {string} description @returns {Guess} */
const makeGuess = (role, description) => ({ role, description });

/** Returns the name of the first element after declarations and comments. @param {string} head */
function rootElement(head) {
    const body = head.replace(/^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![^>]*>)*/, '');
    return /^<([\w.:-]+)/.exec(body)?.[1] ?? '';
}

/** @param {string} head @returns {Guess} */
function guessXml(head) {
    const root = rootElement(head);
    if (root === 'CommonRoadSolution')
        return { ...makeGuess('plan', 'CommonRoad solution'), commonRoad: 'needs' };
    if (root === 'commonRoad')
        return { ...makeGuess('plan', 'CommonRoad scenario'), commonRoad: 'is' };
    if (root === 'graphml') return makeGuess('map', 'roadmap (GraphML)');
    if (/<log[\s>/]/.test(head)) return makeGuess('plan', 'CCBS plan');
    if (/<algorithm[\s>/]/.test(head)) return makeGuess('config', 'CCBS configuration');
    if (/<(?:map|grid)[\s>/]/.test(head)) return makeGuess('map', 'CCBS map');
    if (/<agent[\s>/]/.test(head)) return makeGuess('task', 'CCBS task');
    return makeGuess('plan', 'XML');
}

/** @param {string} head @returns {Guess} */
function guessJson(head) {
    if (/^\s*\{\s*"graze"\s*:/.test(head)) return makeGuess('plan', 'graze plan');
    if (/"(?:actionModel|actualPaths|plannerPaths)"\s*:/.test(head)) {
        return makeGuess('plan', 'League of Robot Runners plan');
    }
    if (/"(?:solution_plan|scen_type)"\s*:/.test(head))
        return makeGuess('plan', 'MAPF tracker solutions');
    if (/"columns"\s*:/.test(head)) return makeGuess('config', 'column mapping');
    return makeGuess('plan', 'JSON');
}

/** @param {string} name @param {string} head @returns {Guess} */
function guessTable(name, head) {
    const columns = (head.split('\n', 1)[0] ?? '')
        .split(/[,;\t]/)
        .map((column) => column.trim().replace(/^"(.*)"$/, '$1'));
    if (columns.includes('agents')) return makeGuess('plan', 'MAPF tracker solutions');
    const isMeta = columns.includes('frameRate') && !columns.includes('frame');
    if (isMeta || /recordingMeta/i.test(name)) return makeGuess('config', 'recording metadata');
    return makeGuess('plan', 'table of tracks');
}

/**
 * @param {string} name
 * @param {string} text the beginning of the file
 * @returns {Guess}
 */
export function guessRole(name, text) {
    const head = text.replace(/^\ufeff/, '');
    if (/^\s*</.test(head)) return guessXml(head);
    if (/^\s*[{[]/.test(head)) return guessJson(head);
    if (/^(?:type\s+octile|height\s+\d+|width\s+\d+)\s*$/m.test(head.slice(0, 200))) {
        return makeGuess('map', 'MovingAI map');
    }
    if (/^version\s+\d/.test(head)) return makeGuess('task', 'MovingAI scenario');
    if (/^\s*Agent[ \t]+\d+[ \t]*:/.test(head)) return makeGuess('plan', 'paths of agents');
    if (/^(?:-[ \t]+|[ \t]+)?(?:solution_plan|scen_type)[ \t]*:/m.test(head)) {
        return makeGuess('plan', 'MAPF tracker solutions');
    }
    if (/^schedule[ \t]*:/m.test(head)) return makeGuess('plan', 'libMultiRobotPlanning schedule');
    if (/^(?:agents|map|roadmap)[ \t]*:(?:[ \t]|$)/m.test(head)) {
        return makeGuess('map', 'libMultiRobotPlanning input');
    }
    if (/^(?:[a-z_]+=|\d+:\()/.test(head)) return makeGuess('plan', 'kei18 result');
    if (/^[^\n]*[,;\t][^\n]*[,;\t]/.test(head)) return guessTable(name, head);
    return makeGuess('plan', 'not recognized');
}

/**
 * Assigns roles to files that arrived together: among equal guesses the first wins; a CommonRoad scenario beside a
 * solution becomes its map.
 *
 * @param {readonly Guess[]} guesses
 * @returns {(Role | 'none')[]}
 */
export function assignRoles(guesses) {
    const hasSolution = guesses.some(({ commonRoad }) => commonRoad === 'needs');
    /** @type {Set<Role>} */
    const usedRoles = new Set();
    return guesses.map(({ role, commonRoad }) => {
        const wanted = commonRoad === 'is' && hasSolution ? 'map' : role;
        if (usedRoles.has(wanted)) return 'none';
        usedRoles.add(wanted);
        return wanted;
    });
}

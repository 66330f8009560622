/**
 * Oracle of plans in steps that shares no code with the package: its own reader of files that are known to be
 * well-formed, and a check of every pair of agents at every step.
 *
 * @typedef {[number, number]} Cell
 * @typedef {{ kind: 'vertex' | 'edge', t: number, a: number, b: number }} Meeting
 * @typedef {{ vertex: Meeting[], edge: Meeting[], blocked: number, jumps: number }} Verdict
 */

/**
 * Returns the cells of each agent after each step, from `t:(x,y),(x,y),` lines.
 *
 * @param {string} text
 * @returns {Cell[][]}
 */
export function kei18Paths(text) {
    const rows = text.split('\n').filter((line) => /^\d+:\(/.test(line));
    /** @type {Cell[][]} */
    const paths = [];
    for (const row of rows) {
        [...row.matchAll(/\((\d+),(\d+)[^)]*\)/g)].forEach(([, x, y], a) => {
            paths[a] ??= [];
            paths[a].push([Number(x), Number(y)]);
        });
    }
    return paths;
}

/**
 * Returns the cells of each agent from a schedule; agents without a plan have no cells. An agent waits between two
 * states.
 *
 * @param {string} text
 * @returns {Map<string, Cell[]>}
 */
export function schedulePaths(text) {
    const body = text.slice(text.indexOf('schedule:\n'));
    /** @type {Map<string, Cell[]>} */
    const paths = new Map();
    for (const [, name, states] of body.matchAll(/^ {2}(\w+):\n((?: {4}.*\n?)*)/gm)) {
        /** @type {Cell[]} */
        const cells = [];
        for (const [, x, y, t] of states.matchAll(/x: (-?\d+)\s+y: (-?\d+)\s+t: (\d+)/g)) {
            while (cells.length > 0 && cells.length < Number(t))
                cells.push(cells[cells.length - 1]);
            cells.push([Number(x), Number(y)]);
        }
        if (!['cost', 'makespan'].includes(name)) paths.set(name, cells);
    }
    return paths;
}

/**
 * Returns the cells of each agent from the tracker's letters and a scenario's starts.
 *
 * @param {string} csv
 * @param {string} scen
 * @returns {Cell[][]}
 */
export function trackerPaths(csv, scen) {
    const starts = scen.split('\n').slice(1);
    const plan = csv.split('"').find((cell) => /^[udlrw]+\n[udlrw\n]+$/.test(cell)) ?? '';
    return plan.split('\n').map((letters, a) => {
        let [x, y] = starts[a].split('\t').slice(4, 6).map(Number);
        /** @type {Cell[]} */
        const cells = [[x, y]];
        for (const letter of letters) {
            if (letter === 'u') y += 1;
            if (letter === 'd') y -= 1;
            if (letter === 'l') x -= 1;
            if (letter === 'r') x += 1;
            cells.push([x, y]);
        }
        return cells;
    });
}

/**
 * Returns a function that states whether a cell of a MovingAI map is blocked.
 *
 * @param {string} map
 * @returns {(cell: Cell) => boolean}
 */
export function blockedInMap(map) {
    const rows = map.slice(map.indexOf('map\n') + 4).split('\n');
    return ([x, y]) => !'.GSE'.includes(rows[y]?.[x] ?? '@');
}

/**
 * Returns the same function for an input of libMultiRobotPlanning.
 *
 * @param {string} yaml
 * @returns {(cell: Cell) => boolean}
 */
export function blockedInInput(yaml) {
    const lines = yaml.slice(yaml.indexOf('map:')).replace(/#.*/g, '');
    const map = lines.split(/\nagents:/)[0];
    const [[, nx, ny]] = map.matchAll(/dimensions: \[(\d+), (\d+)\]/g);
    const obstacles = new Set(
        [...map.matchAll(/- \[(\d+), (\d+)\]/g)].map(([, x, y]) => `${x},${y}`),
    );
    return ([x, y]) =>
        x < 0 || y < 0 || x >= Number(nx) || y >= Number(ny) || obstacles.has(`${x},${y}`);
}

/**
 * Returns every fault of a plan.
 *
 * @param {Cell[][]} paths
 * @param {(cell: Cell) => boolean} [isBlocked]
 * @param {'stay' | 'vanish'} [atGoal]
 * @returns {Verdict}
 */
export function checkSteps(paths, isBlocked = () => false, atGoal = 'stay') {
    const steps = Math.max(...paths.map((path) => path.length));
    /** @param {Cell[]} path @param {number} t */
    const at = (path, t) => path[t] ?? (atGoal === 'stay' ? path[path.length - 1] : undefined);
    /** @type {Verdict} */
    const verdict = { vertex: [], edge: [], blocked: 0, jumps: 0 };
    for (let t = 0; t < steps; t++) {
        paths.forEach((path, a) => {
            const [now, next] = [at(path, t), at(path, t + 1)];
            if (now && path[t] && isBlocked(now)) verdict.blocked++;
            if (now && next && Math.abs(next[0] - now[0]) + Math.abs(next[1] - now[1]) > 1) {
                verdict.jumps++;
            }
            for (let b = a + 1; b < paths.length; b++) {
                const [other, then] = [at(paths[b], t), at(paths[b], t + 1)];
                if (isSame(now, other)) verdict.vertex.push({ kind: 'vertex', t, a, b });
                if (isSame(now, then) && isSame(next, other) && !isSame(now, next)) {
                    verdict.edge.push({ kind: 'edge', t, a, b });
                }
            }
        });
    }
    return verdict;
}

/** @param {Cell | undefined} p @param {Cell | undefined} q */
function isSame(p, q) {
    return p !== undefined && q !== undefined && p[0] === q[0] && p[1] === q[1];
}

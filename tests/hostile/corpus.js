import { execFileSync } from 'node:child_process';
import { mkdirSync, openSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files that could hurt a program that reads them: each is refused, with the code that says why.
 *
 * @typedef {object} Hostile
 * @property {string} name of the file
 * @property {string | Buffer | ((path: string) => void)} content content of the file, or a function that makes it
 * @property {string | null} code that the program gives; null: it is harmless, and read
 * @property {string[]} [args] beside the file
 * @property {'plan' | 'map' | 'task' | 'config' | 'footprint' | 'list'} [role] role of the file
 */

const GOOD_LOG =
    '<root><log><agent number="0"><path><section number="0" start_i="0" start_j="0" goal_i="0" goal_j="1" duration="1"/></path></agent></log></root>';

/** @param {string} attribute @param {string} value a log with one number other than it should be */
function logWith(attribute, value) {
    return GOOD_LOG.replace(new RegExp(`(<section[^>]*${attribute}=)"[^"]*"`), `$1"${value}"`);
}

/** @param {string} text @param {number} times */
const many = (text, times) => text.repeat(times);

const MIB = 2 ** 20;

/** A document type in which ten names of ten names each make 10^9 of three letters. */
const LAUGHS = `<?xml version="1.0"?><!DOCTYPE root [<!ENTITY a0 "lol">${Array.from(
    { length: 9 },
    (_, k) => `<!ENTITY a${k + 1} "${many(`&a${k};`, 10)}">`,
).join('')}]><root>&a9;</root>`;

/** @type {Hostile[]} */
const XML = [
    { name: 'billion-laughs.xml', content: LAUGHS, code: 'bad-xml' },
    {
        name: 'external-entity.xml',
        content: '<!DOCTYPE root [<!ENTITY e SYSTEM "file:///etc/passwd">]><root>&e;</root>',
        code: 'bad-xml',
    },
    {
        name: 'parameter-entity.xml',
        content: '<!DOCTYPE root [<!ENTITY % p SYSTEM "http://127.0.0.1/x"> %p;]><root/>',
        code: 'bad-xml',
    },
    { name: 'own-entity.xml', content: '<root>&mine;</root>', code: 'bad-xml' },
    { name: 'instruction.xml', content: '<?evil run?><root/>', code: 'bad-xml' },
    { name: 'deep.xml', content: many('<a>', MIB), code: 'bad-xml' },
    { name: 'flat.xml', content: `<root>${many('<a/>', 2 * MIB)}`, code: 'too-large' },
    { name: 'never-closed.xml', content: `<root a="${many('x', 16 * MIB)}`, code: 'too-large' },
    { name: 'long-name.xml', content: `<${many('n', 3 * MIB)}/>`, code: 'wrong-root' },
    { name: 'long-comment.xml', content: `<root><!--${many('- ', 8 * MIB)}`, code: 'too-large' },
    {
        name: 'long-text.xml',
        content: `<root>${many('x ', 8 * MIB)}</root>`,
        code: 'too-large',
    },
    {
        name: 'attributes.xml',
        content: `<root ${Array.from({ length: 100_000 }, (_, k) => `a${k}=""`).join(' ')}/>`,
        code: 'too-large',
    },
    { name: 'twice.xml', content: '<root a="1" a="2"/>', code: 'bad-xml' },
    { name: 'ampersand.xml', content: '<root>a & b</root>', code: 'bad-xml' },
    { name: 'null-reference.xml', content: '<root>&#0;</root>', code: 'bad-xml' },
    { name: 'version.xml', content: '<?xml version="1.1"?><root/>', code: 'bad-xml' },
    { name: 'truncated.xml', content: GOOD_LOG.slice(0, 90), code: 'bad-xml' },
    { name: 'two-roots.xml', content: `${GOOD_LOG}<root/>`, code: 'bad-xml' },
    { name: 'proto.xml', content: '<__proto__ polluted="yes"/>', code: 'wrong-root' },
    {
        name: 'proto-attribute.xml',
        content: GOOD_LOG.replace('<path>', '<path __proto__="x" constructor="y">'),
        code: null,
        args: ['--radius', '0.3'],
    },
    {
        name: 'control.xml',
        content: '<root><log><\u202eagent/></log></root>',
        code: 'bad-xml|unknown-element',
    },
    { name: 'infinite.xml', content: logWith('duration', '1e999'), code: 'out-of-range' },
    { name: 'hexadecimal.xml', content: logWith('start_i', '0x10'), code: 'bad-number' },
    { name: 'underscore.xml', content: logWith('start_i', '1_000'), code: 'bad-number' },
    { name: 'not-a-number.xml', content: logWith('goal_j', 'NaN'), code: 'bad-number' },
    { name: 'infinity.xml', content: logWith('goal_j', 'Infinity'), code: 'bad-number' },
    { name: 'arabic.xml', content: logWith('goal_j', '٣'), code: 'bad-number' },
    { name: 'trailing.xml', content: logWith('goal_j', '1abc'), code: 'bad-number' },
    { name: 'far.xml', content: logWith('goal_j', '1e300'), code: 'out-of-range' },
    { name: 'backwards.xml', content: logWith('duration', '-1'), code: 'out-of-range|bad-number' },
    { name: 'long-number.xml', content: logWith('duration', many('9', MIB)), code: 'out-of-range' },
    {
        name: 'counted.xml',
        content: GOOD_LOG.replace('number="0"', 'number="4000000000"'),
        code: 'bad-number',
    },
];

/** @type {Hostile[]} */
const TEXT = [
    { name: 'empty.txt', content: '', code: 'empty-file' },
    { name: 'blank.txt', content: many(' \n', MIB), code: 'empty-file' },
    { name: 'zeros.bin', content: Buffer.alloc(MIB), code: 'not-text' },
    { name: 'utf-16.xml', content: Buffer.from(`\ufeff${GOOD_LOG}`, 'utf16le'), code: 'not-text' },
    { name: 'latin-1.xml', content: Buffer.from('<root a="\xe9"/>', 'latin1'), code: 'not-text' },
    { name: 'overlong.xml', content: Buffer.from([0x3c, 0xc0, 0xaf, 0x3e]), code: 'not-text' },
    {
        name: 'gzip.xml.gz',
        content: Buffer.from('1f8b0800000000000003b3c9285500009d5c0f2b04000000', 'hex'),
        code: 'not-text',
    },
    {
        name: 'picture.png',
        content: Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
        code: 'not-text',
    },
    { name: 'elf', content: Buffer.from('7f454c4602010100', 'hex'), code: 'not-text' },
    { name: 'prose.txt', content: 'Lorem ipsum dolor sit amet.\n', code: 'unknown-format' },
    { name: 'one-line.txt', content: many('x', 64 * MIB), code: 'unknown-format' },
    {
        name: 'brackets.txt',
        content: `0:${many('(', 4 * MIB)}`,
        code: 'bad-line|bad-json|bad-yaml|unknown-format',
    },
    { name: 'far-time.txt', content: 'Agent 0: (0,0,0)->(0,0,999999999)', code: 'too-large' },
    { name: 'arrows.txt', content: `Agent 0: ${many('->', MIB)}`, code: 'bad-line' },
    { name: 'spaces.txt', content: `Agent 0: (0${many(' ', MIB)}`, code: 'bad-line' },
    { name: 'count.csv', content: 'agents,solution_plan\n1,9999999999r\n', code: 'out-of-range' },
    {
        name: 'counts.csv',
        content: 'agents,solution_plan\n2,"4000000r\n1r"\n',
        code: 'too-large',
    },
    { name: 'digits.csv', content: `agents,solution_plan\n1,${many('9', MIB)}`, code: 'bad-line' },
    {
        name: 'escape\u001b[2J\u202e.txt',
        content: 'Lorem ipsum\n',
        code: 'unknown-format',
    },
];

/** @type {Hostile[]} */
const MAPS = [
    ['huge', 'type octile\nheight 2000000000\nwidth 2000000000\nmap\n', 'out-of-range'],
    ['overflow', 'type octile\nheight 99999999\nwidth 99999999\nmap\n.\n', 'bad-grid'],
    ['declared', 'type octile\nheight 90000000\nwidth 1\nmap\n.\n', 'bad-grid'],
    ['none', 'type octile\nheight 0\nwidth 0\nmap\n', 'out-of-range'],
    ['exponent', 'type octile\nheight 1e9\nwidth 1\nmap\n.\n', 'bad-number'],
    ['lines', `type octile\nheight 1\nwidth 1\nmap\n${many('.\n', 2 * MIB)}`, 'too-large'],
    ['wide', `type octile\nheight 1\nwidth 1\nmap\n${many('.', 16 * MIB)}\n`, 'bad-grid'],
    ['control', 'type octile\nheight 1\nwidth 1\nmap\n\u0007\n', 'bad-grid'],
].map(([name, content, code]) => ({ name: `${name}.map`, content, code, role: 'map' }));

/** Writes a YAML file of an occupancy map, and its image beside it. @param {string | Buffer} image @param {string} [yaml] */
const occupancyMap =
    (image, yaml = '') =>
    (/** @type {string} */ path) => {
        writeFileSync(`${path}.pgm`, image);
        const name = path.split('/').at(-1);
        writeFileSync(path, `image: ${name}.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n${yaml}`);
    };

/** @type {Hostile[]} */
const OCCUPANCY = [
    ['cut', occupancyMap('P5\n1000 1000\n255\n'), 'bad-image'],
    ['huge', occupancyMap('P5\n4000000000 4000000000\n255\n'), 'bad-image'],
    ['square', occupancyMap('P5\n99999 99999\n255\n'), 'too-large'],
    ['digits', occupancyMap(`P5\n${many('9', MIB)}`), 'bad-image'],
    ['comments', occupancyMap(`P2${many('#\n', MIB)}`), 'bad-image'],
    ['white', occupancyMap('P2\n1 1\n65536\n1\n'), 'bad-image'],
    ['picture', occupancyMap('P6\n1 1\n255\nabc'), 'bad-image'],
    ['empty', occupancyMap(''), 'bad-image'],
    ['spread', occupancyMap(`P5\n1024 1024\n255\n${many('\u0000', MIB)}`), null],
    ['thresholds', occupancyMap('P2\n1 1\n1\n1\n', 'occupied_thresh: 0.1\n'), 'out-of-order'],
    ['nan', occupancyMap('P2\n1 1\n1\n1\n', 'free_thresh: .nan\n'), 'bad-number'],
    ['away', 'image: /etc/passwd\nresolution: 1\norigin: [0, 0, 0]\n', 'bad-image'],
    ['device', 'image: /dev/zero\nresolution: 1\norigin: [0, 0, 0]\n', 'not-a-file'],
    ['missing', 'image: nothing.pgm\nresolution: 1\norigin: [0, 0, 0]\n', 'unreadable'],
    ['itself', 'image: ../occupancy\nresolution: 1\norigin: [0, 0, 0]\n', 'not-a-file'],
    ['partial', 'image: nothing.pgm\n', 'missing-element'],
].map(([name, content, code]) => ({
    name: `${name}.yaml`,
    content: /** @type {string} */ (content),
    code: /** @type {string | null} */ (code),
    role: 'map',
}));

/** A comb of many teeth, of which the last one crosses the others. */
const COMB = Array.from({ length: 20_000 }, (_, k) => `[${k}, ${k % 2}]`).join(', ');

/** @type {Hostile[]} */
const FOOTPRINTS = [
    ['comb', `[${COMB}, [20000, -9], [0, 0.5], [9, 20]]`, 'bad-shape'],
    ['few', '[[0, 0], [1, 1]]', 'wrong-length'],
    ['words', '[[0, 0], [1, one], [1, 1]]', 'bad-number'],
    ['nested', `${many('[', 1000)}`, 'bad-yaml|too-large'],
    ['many', `[${many('[0, 0], ', 200_000)}]`, 'too-large'],
    ['text', 'footprint: "[[0, 0], [[1, 1]]"', 'bad-value'],
    ['radius', 'robot_radius: 0.2', 'missing-element'],
].map(([name, content, code]) => ({ name: `${name}.yaml`, content, code, role: 'footprint' }));

/** @type {Hostile[]} */
const TASKS = [
    ['numbers', 'version 1\n0\tm\t1e999\t1\t0\t0\t0\t0\t0\n', 'bad-number'],
    ['fields', `version 1\n${many('0\t', MIB)}\n`, 'bad-line'],
    ['crowd', `version 1\n${many('0\tm\t1\t1\t0\t0\t0\t0\t0\n', 200_000)}`, 'too-large'],
    ['path', 'version 1\n0\t../../../etc/passwd\t9\t9\t0\t0\t0\t1\t0\n', null],
].map(([name, content, code]) => ({
    name: `${name}.scen`,
    content: /** @type {string} */ (content),
    code,
    role: 'task',
}));

/** @type {Hostile[]} */
const JSONS = [
    { name: 'nested.json', content: `{"graze":${many('[', 4 * MIB)}`, code: 'bad-json|too-large' },
    {
        name: 'nested-objects.json',
        content: many('{"a":', MIB),
        code: 'bad-json|too-large|unknown-format',
    },
    {
        name: 'array.json',
        content: `{"graze":1,"agents":[${many('0,', 4 * MIB)}0]}`,
        code: 'too-large|wrong-type',
    },
    {
        name: 'objects.json',
        content: `{"graze":1,"agents":[${many('{},', 6 * MIB)}{}]}`,
        code: 'missing-key',
    },
    {
        name: 'members.json',
        content: `{"graze":1,${Array.from({ length: MIB }, (_, k) => `"${k}":0`).join()}}`,
        code: 'too-large',
    },
    {
        name: 'twice-late.json',
        content: `{"graze":1,"agents":[${many('{"a":[[[[]]]]},', MIB)}{"a":0,"a":0}]}`,
        code: 'duplicate-key',
    },
    {
        name: 'late-error.json',
        content: `{"graze":1,"agents":[${many('{"a":[[[[]]]]},', MIB)}{]}`,
        code: 'bad-json',
    },
    { name: 'twice.json', content: '{"graze":1,"graze":1}', code: 'bad-json|duplicate-key' },
    {
        name: 'proto.json',
        content: '{"graze":1,"__proto__":{"polluted":true}}',
        code: 'unknown-key|bad-json|missing-key',
    },
    {
        name: 'constructor.json',
        content: '{"graze":1,"constructor":{"prototype":1}}',
        code: 'unknown-key|bad-json|missing-key',
    },
    { name: 'comment.json', content: '{"graze":1 /* x */}', code: 'bad-json' },
    { name: 'comma.json', content: '{"graze":1,}', code: 'bad-json' },
    { name: 'cut.json', content: '{"graze":1,"agents":[{"name":"a', code: 'bad-json' },
    {
        name: 'infinite.json',
        content: '{"graze":1e999}',
        code: 'out-of-range|missing-key',
    },
    {
        name: 'long-string.json',
        content: `{"graze":1,"x":"${many('\\u0041', MIB)}"}`,
        code: 'unknown-key|bad-json|missing-key',
    },
    {
        name: 'team.json',
        content: '{"actionModel":"MAPF","teamSize":4000000000,"start":[],"actualPaths":[]}',
        code: '[a-z-]+',
    },
    {
        name: 'actions.json',
        content: `{"actionModel":"MAPF","AllValid":"Yes","teamSize":1,"start":[[0,0,"N/A"]],"numTaskFinished":0,"sumOfCost":0,"makespan":0,"actualPaths":["${many('W,', 6 * MIB)}W"],"plannerPaths":[""],"plannerTimes":[],"errors":[],"events":[],"tasks":[]}`,
        code: 'bad-path',
    },
];

/** Each step of the runs was a segment of its own, which took 3 GB. */
const RUNS = ['F', 'W', 'R'].map((letter) => ({
    name: `run-${letter}.json`,
    content: `{"actionModel":"MAPF_T","version":"2026 LoRR","teamSize":1,"agentMaxCounter":1,"start":[[0,0,"E"]],"actualPaths":["[(0,0,0,0,0):(${letter} 3900000)]"]}`,
    code: null,
}));

/** @type {Hostile[]} */
const YAMLS = [
    {
        name: 'aliases.yaml',
        content: `schedule:\n${Array.from({ length: 30 }, (_, k) => `  a${k}: &a${k} [${k > 0 ? many(`*a${k - 1},`, 9) : '1'}]`).join('\n')}\n`,
        code: 'bad-yaml',
    },
    { name: 'nested.yaml', content: `schedule: ${many('[', MIB)}`, code: 'bad-yaml|too-large' },
    {
        name: 'nested-maps.yaml',
        content: `schedule: ${many('{a: ', MIB)}`,
        code: 'bad-yaml|too-large',
    },
    {
        name: 'indented.yaml',
        content: `schedule:\n${Array.from({ length: 3000 }, (_, k) => `${' '.repeat(k + 1)}a:`).join('\n')}\n`,
        code: 'bad-yaml|too-large',
    },
    { name: 'tag.yaml', content: 'schedule: !!js/function "x"\n', code: 'bad-yaml' },
    {
        name: 'merge.yaml',
        content: 'a: &a {x: 1}\nschedule:\n  agent0:\n    - <<: *a\n',
        code: 'bad-yaml',
    },
    { name: 'twice.yaml', content: 'schedule: {}\nschedule: {}\n', code: 'duplicate-element' },
    {
        name: 'proto.yaml',
        content: 'schedule:\n  __proto__:\n    - {x: 0, y: 0, t: 0}\n',
        code: null,
    },
    {
        name: 'hexadecimal.yaml',
        content: 'schedule:\n  a:\n    - {x: 0x10, y: 0, t: 0}\n',
        code: 'bad-number',
    },
    {
        name: 'infinite.yaml',
        content: 'schedule:\n  a:\n    - {x: .inf, y: 0, t: 0}\n',
        code: 'bad-number',
    },
    {
        name: 'many.yaml',
        content: `schedule:\n  a:\n${many('    - {x: 0, y: 0, t: 0}\n', 400_000)}`,
        code: '[a-z-]+',
    },
    { name: 'documents.yaml', content: 'schedule: {}\n---\nschedule: {}\n', code: 'bad-yaml' },
    {
        // Each step of the wait was a segment of its own, which took 1.5 GB.
        name: 'wait.yaml',
        content: 'schedule:\n  a:\n    - {x: 0, y: 0, t: 0}\n    - {x: 0, y: 0, t: 3900000}\n',
        code: null,
    },
];

/** @type {Hostile[]} */
const STEPS = [
    { name: 'count.txt', content: 'agents=4000000000\nsolution=\n0:(0,0),\n', code: '[a-z-]+' },
    { name: 'skipped.txt', content: '0:(0,0),\n1000000000:(0,1),\n', code: '[a-z-]+' },
    { name: 'wide.txt', content: `0:${many('(0,0),', MIB)}\n`, code: 'too-large' },
    { name: 'cell.txt', content: '0:(1e999,0),\n', code: '[a-z-]+' },
    { name: 'ragged.txt', content: '0:(0,0),(1,1),\n1:(0,0),\n', code: '[a-z-]+' },
    { name: 'backtracking.txt', content: `0:${many('(0,', 50_000)}\n`, code: '[a-z-]+' },
];

const ROAD = '<commonRoad timeStepSize="0.1" commonRoadVersion="2020a" benchmarkID="X">';
/** @param {string} shape @param {string} [time] */
const roadWith = (shape, time = '0') =>
    `${ROAD}<staticObstacle id="1"><type>car</type><shape>${shape}</shape><initialState><position><point><x>0</x><y>0</y></point></position><orientation><exact>0</exact></orientation><time><exact>${time}</exact></time></initialState></staticObstacle></commonRoad>`;
/** @param {number} count */
const star = (count) =>
    Array.from({ length: count }, (_, k) => {
        const [r, a] = [k % 2 ? 1 : 3, (2 * Math.PI * k) / count];
        return `<point><x>${(r * Math.cos(a)).toFixed(9)}</x><y>${(r * Math.sin(a)).toFixed(9)}</y></point>`;
    }).join('');

/** @type {Hostile[]} */
const ROADS = [
    {
        name: 'step.xml',
        content: '<commonRoad timeStepSize="0" commonRoadVersion="2020a" benchmarkID="X"/>',
        code: '[a-z-]+',
    },
    {
        name: 'rectangle.xml',
        content: roadWith('<rectangle><length>-4</length><width>2</width></rectangle>'),
        code: '[a-z-]+',
    },
    {
        name: 'radius.xml',
        content: roadWith('<circle><radius>1e999</radius></circle>'),
        code: '[a-z-]+',
    },
    { name: 'star.xml', content: roadWith(`<polygon>${star(20_000)}</polygon>`), code: '[a-z-]+' },
    {
        name: 'bow.xml',
        content: roadWith(
            '<polygon><point><x>0</x><y>0</y></point><point><x>1</x><y>1</y></point><point><x>1</x><y>0</y></point><point><x>0</x><y>1</y></point></polygon>',
        ),
        code: '[a-z-]+',
    },
    {
        name: 'late.xml',
        content: roadWith('<circle><radius>1</radius></circle>', '1e999'),
        code: '[a-z-]+',
    },
];

/** @type {Hostile[]} */
const TRACKS = [
    {
        name: 'quote.csv',
        content: `track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width\n"${many('1,', MIB)}`,
        code: '[a-z-]+',
    },
    {
        name: 'ragged.csv',
        content: 'track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width\n1,1\n',
        code: '[a-z-]+',
    },
    { name: 'columns.csv', content: `track_id,frame_id,${many('x,', 200_000)}\n`, code: '[a-z-]+' },
    {
        name: 'twice.csv',
        content: `track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width\n${many('1,1,100,car,1,2.5,10,0,0,4,1.8\n', 2)}`,
        code: '[a-z-]+',
    },
    {
        name: 'infinite.csv',
        content:
            'track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width\n1,1,100,car,1e999,2.5,10,0,0,4,1.8\n',
        code: '[a-z-]+',
    },
];

/** @type {Hostile[]} */
const FILES = [
    { name: 'pipe', content: (path) => void execFileSync('mkfifo', [path]), code: 'not-a-file' },
    { name: 'zero', content: (path) => symlinkSync('/dev/zero', path), code: 'not-a-file' },
    { name: 'random', content: (path) => symlinkSync('/dev/urandom', path), code: 'not-a-file' },
    { name: 'dangling', content: (path) => symlinkSync('nowhere', path), code: 'unreadable' },
    { name: 'loop', content: (path) => symlinkSync(path, path), code: 'unreadable' },
    {
        name: 'sparse.xml',
        content: (path) => {
            openSync(path, 'w');
            truncateSync(path, 2 ** 36);
        },
        code: 'too-large',
    },
    { name: `${many('n', 300)}.xml`, content: () => {}, code: 'unreadable' },
];

/** @type {Hostile[]} */
const LISTS = [
    ['escape', '../../../../etc/passwd\n'],
    ['absolute', '/etc/passwd\n'],
    ['device', '/dev/zero\n'],
    ['itself', 'itself.list\n'],
    ['control', '\u001b]0;title\u0007.xml\n'],
    ['binary', Buffer.alloc(1000)],
].map(([name, content]) => ({
    name: `${name}.list`,
    content: /** @type {string | Buffer} */ (content),
    code: '[a-z-]+',
    role: 'list',
}));

/** Each in a folder of its own kind, as names are used again. */
export const CORPUS = Object.entries({
    xml: XML,
    text: TEXT,
    maps: MAPS,
    occupancy: OCCUPANCY,
    footprints: FOOTPRINTS,
    tasks: TASKS,
    json: [...JSONS, ...RUNS],
    yaml: YAMLS,
    steps: STEPS,
    roads: ROADS,
    tracks: TRACKS,
    files: FILES,
    lists: LISTS,
}).flatMap(([kind, cases]) => cases.map((each) => ({ kind, ...each })));

/**
 * Makes a file of the corpus.
 *
 * @param {string} folder
 * @param {Hostile & { kind: string }} hostile
 * @returns {string} its path
 */
export function make(folder, { kind, name, content }) {
    mkdirSync(join(folder, kind), { recursive: true });
    const path = join(folder, kind, name);
    if (typeof content === 'function') content(path);
    else writeFileSync(path, content);
    return path;
}

/** A plan that is as it should be. */
export { GOOD_LOG };

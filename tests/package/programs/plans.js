import { InputError, readScenario, repair, validate, writeScenario } from 'graze/scenario';
import { describeVerdict } from 'graze/scenario/messages';

/** Plans that need each of the parsers: lines, XML, YAML, CSV, polygons that are not convex. */

const STEPS = '0:(0,0),(2,0),\n1:(1,0),(1,0),\n';

const LOG = `<root><agent start_i="0" start_j="0" goal_i="0" goal_j="2"/><log>
<agent number="0"><path duration="2">
<section number="0" start_i="0" start_j="0" goal_i="0" goal_j="2" duration="2"/>
</path></agent></log></root>`;

const SCHEDULE = `schedule:
  agent0:
    - {x: 0, y: 0, t: 0}
    - {x: 1, y: 0, t: 1}
`;
const INPUT = `map: {dimensions: [2, 1], obstacles: []}
agents:
  - {name: agent0, start: [0, 0], goal: [1, 0]}
`;

const TABLE = 'who,n,px,py\n7,0,0,0\n7,1,3,4\n';
const COLUMNS = JSON.stringify({
    columns: { track: 'who', frame: 'n', x: 'px', y: 'py' },
    frameRate: 4,
});

/** An L, which is one body. */
const OUTLINE = [
    [0, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [1, 2],
    [0, 2],
];
const ROAD = `<commonRoad timeStepSize="0.5" commonRoadVersion="2020a" benchmarkID="ZAM_Test-1_1_T-1">
<dynamicObstacle id="7"><type>car</type><shape><polygon>${OUTLINE.map(([x, y]) => `<point><x>${x}</x><y>${y}</y></point>`).join('')}</polygon></shape>
<initialState><position><point><x>0</x><y>0</y></point></position><orientation><exact>0</exact></orientation><time><exact>0</exact></time></initialState>
<trajectory><state><position><point><x>4</x><y>0</y></point></position><orientation><exact>0</exact></orientation><time><exact>1</exact></time></state></trajectory>
</dynamicObstacle></commonRoad>`;

/** @param {string} name @param {string} text */
const file = (name, text) => ({ name, text });

export async function checkPlans() {
    const steps = await readScenario({ plan: file('plan.txt', STEPS) });
    const log = await readScenario({ plan: file('plan.xml', LOG) }, { radius: 0.25 });
    const schedule = await readScenario({
        plan: file('plan.yaml', SCHEDULE),
        map: file('input.yaml', INPUT),
    });
    const table = await readScenario(
        { plan: file('tracks.csv', TABLE), config: file('columns.json', COLUMNS) },
        { radius: 1 },
    );
    const road = await readScenario({ plan: file('road.xml', ROAD) });
    const refused = await readScenario({ plan: file('odd.xml', '<root a="1" a="2"/>') }).catch(
        (error) => error,
    );
    const verdict = await validate(steps);
    const repaired = await repair(steps);
    const { text } = await writeScenario(log, 'graze');
    const again = await readScenario({ plan: file('again.json', [...text].join('')) });
    const validated = await Promise.all(
        [log, schedule, table, again].map((plan) => validate(plan)),
    );
    return {
        verdict: describeVerdict(verdict),
        message: verdict.violations[0]?.message,
        repair: repaired.status,
        makespans: validated.map(({ makespan }) => makespan),
        formats: [log, schedule, table, road].map((plan) => plan.format),
        corners: road.agents.map(({ shape }) =>
            shape.kind === 'polygon' ? shape.points.length : 0,
        ),
        refused: refused instanceof InputError ? refused.message : String(refused),
    };
}

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inShared, needsShared } from '../helpers.js';
import { grazeHere } from './here.js';
import { temporaryFolder } from './program.js';

/** `--map DIR`: solutions find their scenarios by benchmark id. */

const folder = temporaryFolder('folder');
const ID = 'ZAM_Test-1_1_T-1';

/** @param {string} [version] @param {string} [id] */
function scenario(version = '2020a', id = ID) {
    const start =
        '<initialState><position><point><x>0</x><y>0</y></point></position><velocity><exact>10</exact></velocity><orientation><exact>0</exact></orientation><time><exact>0</exact></time></initialState>';
    return `\ufeff<?xml version="1.0"?>\n<!-- a scenario -->\n<commonRoad\n timeStepSize="0.5" commonRoadVersion='${version}'\n benchmarkID = "${id}">\n<planningProblem id="100">${start}</planningProblem></commonRoad>`;
}

/** @param {string} [id] @param {string} [version] */
function solution(id = ID, version = '2020a') {
    const states = [0, 1].map(
        (k) =>
            `<ksState><x>${5 * k}</x><y>0</y><steeringAngle>0</steeringAngle><velocity>10</velocity><orientation>0</orientation><time>${k}</time></ksState>`,
    );
    return `<CommonRoadSolution benchmark_id="[KS2]: [SM1]:${id}:${version}"><ksTrajectory planningProblem="100">${states.join('')}</ksTrajectory></CommonRoadSolution>`;
}

/** @param {string} path @param {string} text */
function put(path, text) {
    const whole = join(folder, path);
    mkdirSync(join(whole, '..'), { recursive: true });
    writeFileSync(whole, text);
    return whole;
}

const plan = put('s.xml', solution());

/** @param {string} maps a folder in the temporary one @param {string} [of] */
function check(maps, of = plan) {
    return grazeHere(['validate', of, '--map', join(folder, maps)]);
}

test('a file called as the benchmark comes first, however many others there are', async () => {
    put(`named/${ID}.xml`, scenario());
    put('named/a/copy.xml', scenario());
    put('named/b/broken.xml', '<commonRoad');
    const { code, stdout, stderr } = await check('named');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /s\.xml: VALID/);
});

test('else one called so in a subfolder, of the same version', async () => {
    put(`deep/2018b/${ID}.xml`, scenario('2018b'));
    put(`deep/2020a/${ID}.xml`, scenario('2020a'));
    put('deep/2020a/copy.xml', scenario());
    assert.equal((await check('deep')).code, 0);
    const old = put('old.xml', solution(ID, '2018b'));
    assert.equal((await check('deep', old)).code, 0);
});

test('else one that says so itself, whatever it is called', async () => {
    put('other/1.xml', scenario());
    put('other/2.xml', scenario('2020a', 'ZAM_Test-1_1_T-2'));
    put('other/3.xml', solution());
    put(`other/${ID}.xml`, scenario('2020a', 'ZAM_Test-1_1_T-3'));
    put('other/notes.txt', scenario());
    assert.equal((await check('other')).code, 0);
});

test('no scenario, or several, are errors that name the folder and the id', async () => {
    put('none/x.xml', scenario('2018b'));
    put('none/y.txt', scenario());
    const none = await check('none');
    assert.equal(none.code, 3);
    assert.match(
        none.stderr,
        /none:1:1: missing-map: none of the 1 \.xml files in it is the CommonRoad scenario ZAM_Test-1_1_T-1:2020a; found ZAM_Test-1_1_T-1:2018b in x\.xml, but the plan needs ZAM_Test-1_1_T-1:2020a\n$/,
    );
    put('foreign/x.xml', scenario('2020a', 'ZAM_Test-1_1_T-11'));
    assert.match((await check('foreign')).stderr, /scenario ZAM_Test-1_1_T-1:2020a\n$/);
    put('two/x.xml', scenario());
    put('two/y.xml', scenario());
    assert.match(
        (await check('two')).stderr,
        /two:1:1: several-maps: 2 files are the CommonRoad scenario ZAM_Test-1_1_T-1:2020a: x\.xml, y\.xml\n$/,
    );
    const bare = put('bare.xml', '<CommonRoadSolution><ksTrajectory/></CommonRoadSolution>');
    assert.match(
        (await check('none', bare)).stderr,
        /bare\.xml:1:1: bad-benchmark: .* no benchmark_id/,
    );
    // A name in an id cannot lead out of the folder.
    const out = put('out.xml', solution('../s'));
    assert.match((await check('none', out)).stderr, /missing-map: none of the 1/);
    const foreign = put(
        'f.txt',
        'agents=1\nsolved=1\nstarts=(0,0),\ngoals=(0,0),\nsolution=\n0:(0,0),\n',
    );
    assert.match(
        (await check('none', foreign)).stderr,
        /f\.txt:1:1: unused-file: plans of the format kei18 do not name their maps: name the file, not a folder \(--map\)/,
    );
});

test('a list keeps to its folder, links among the maps too', async () => {
    put('lists/in/m/x.xml', scenario());
    put('lists/in/s.xml', solution());
    put('lists/away/x.xml', scenario());
    const list = put('lists/in/list.txt', 's.xml\tmap=m\n');
    assert.equal((await grazeHere(['validate', '--list', list])).code, 0);
    mkdirSync(join(folder, 'lists/in/linked'));
    symlinkSync(join(folder, 'lists/away/x.xml'), join(folder, 'lists/in/linked/x.xml'));
    symlinkSync(join(folder, 'lists/in'), join(folder, 'lists/in/linked/loop'));
    symlinkSync(join(folder, 'lists/away'), join(folder, 'lists/in/away'));
    const leading = put('lists/in/escape.txt', 's.xml\tmap=linked\ns.xml\tmap=away\n');
    const refused = await grazeHere(['validate', '--list', leading, '--jobs', '1']);
    assert.equal(refused.code, 3);
    assert.equal(refused.stderr.match(/x\.xml: outside-folder: /g)?.length, 2);
    assert.equal((await grazeHere(['validate', '--list', leading, '--allow-outside'])).code, 0);
});

test('repair and convert take a folder too', async () => {
    const args = ['convert', plan, '-', '--to', 'graze', '--quiet', '--map', join(folder, 'named')];
    const { code, stdout } = await grazeHere(args);
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).agents[0].name, '100');
});

test('a real solution finds its scenario among others', { skip: needsShared }, async () => {
    const path = inShared('commonroad/solution_PM2_JB1_ZAM_Tjunction-1_18_T-1_2018b.xml');
    assert.ok(existsSync(path));
    assert.equal((await grazeHere(['validate', path, '--map', inShared('commonroad')])).code, 0);
    assert.equal((await grazeHere(['validate', path, '--map', inShared('.')])).code, 0);
});

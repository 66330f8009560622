import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { PLAN_ANSWERS, QUERY_ANSWERS } from './expected.js';
import { answersOf, copyPrograms, emptyProject, TARBALL } from './project.js';

/**
 * `npm install` of the tarball as a user does it: ranges of dependencies are resolved by the registry, newer versions
 * than those of package-lock.json too.
 */

const run = promisify(execFile);

/** Errors of npm if no registry can be reached. */
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/;

test('what npm installs from the registry answers as well', async (t) => {
    const project = emptyProject();
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    try {
        await run('npm', ['install', ...options, '--fetch-retries=0', TARBALL], { cwd: project });
    } catch (error) {
        const { stderr } = /** @type {{ stderr: string }} */ (error);
        if (!UNREACHABLE.test(stderr)) throw error;
        t.skip(`no registry can be reached: ${stderr.split('\n')[0]}`);
        return;
    }
    copyPrograms(project);
    assert.deepEqual(await answersOf(project, 'graze.js'), QUERY_ANSWERS);
    assert.deepEqual(await answersOf(project, 'scenario.js'), PLAN_ANSWERS);
    const { stdout } = await run('npm', ['ls', '--omit=dev', '--json', '--loglevel=error'], {
        cwd: project,
    });
    assert.equal(JSON.parse(stdout).problems, undefined);
});

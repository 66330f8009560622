import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlanProgress, Progress } from '../../js/cli/console/progress.js';

/** The bar on a terminal, by a clock that the test sets. */

/**
 * @param {import('node:test').TestContext} t
 */
function terminal(t) {
    let [now, text] = [1000, ''];
    t.mock.method(performance, 'now', () => now);
    t.mock.method(process.stderr, 'write', (/** @type {string} */ chunk) => {
        text += chunk;
        return true;
    });
    const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
    const watch = (/** @type {boolean} */ value) => {
        Object.defineProperty(process.stderr, 'isTTY', { value, configurable: true });
    };
    watch(true);
    return {
        watch,
        /** @param {number} time */
        pass(time) {
            now += time;
        },
        read() {
            const read = text;
            text = '';
            return read;
        },
        close() {
            if (before) Object.defineProperty(process.stderr, 'isTTY', before);
            else Reflect.deleteProperty(process.stderr, 'isTTY');
        },
    };
}

test('the bar of many plans: how many, how fast, how long it will still take', (t) => {
    const { pass, read, close } = terminal(t);
    const progress = new Progress(40, true);
    progress.show(1, 0);
    pass(99);
    progress.show(2, 0);
    progress.clear();
    assert.equal(read(), '');
    pass(1);
    progress.show(4, 1);
    assert.equal(
        read(),
        '\r\u001b[K[##......................] 4/40 plans, 1 not valid, 40.0/s, 1 s left',
    );
    pass(99);
    progress.show(5, 1);
    assert.equal(read(), '');
    pass(1801);
    progress.show(20, 3);
    assert.equal(
        read(),
        '\r\u001b[K[############............] 20/40 plans, 3 not valid, 10.0/s, 2 s left',
    );
    progress.clear();
    assert.equal(read(), '\r\u001b[K');
    progress.clear();
    assert.equal(read(), '');
    pass(2000);
    progress.show(40, 3);
    assert.equal(
        read(),
        '\r\u001b[K[########################] 40/40 plans, 3 not valid, 10.0/s, 0 s left',
    );
    close();
});

test('the bar of one plan: how much of it', (t) => {
    const { pass, read, close } = terminal(t);
    const progress = new PlanProgress();
    progress.show(1, 200);
    assert.equal(read(), '');
    pass(150);
    progress.show(25, 200);
    assert.equal(read(), '\r\u001b[K[###.....................] 12 % checked');
    progress.end();
    assert.equal(read(), '\r\u001b[K');
    close();
});

test('no bar beside a report on the same terminal', (t) => {
    const { pass, read, close } = terminal(t);
    const progress = new Progress(9, false);
    pass(20_000);
    progress.show(1, 0);
    progress.end();
    assert.equal(read(), '');
    close();
});

test('where no person watches: a line every ten seconds, by the clock or by the work', (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { watch, pass, read, close } = terminal(t);
    watch(false);
    const many = new Progress(40, false);
    pass(9_999);
    many.show(1, 0);
    assert.equal(read(), '');
    pass(1);
    many.show(10, 2);
    assert.equal(read(), '10 s: 10/40 plans, 2 not valid, 1.0/s, 30 s left\n');
    pass(10_000);
    t.mock.timers.tick(10_000);
    assert.equal(read(), '20 s: 10/40 plans, 2 not valid, 0.5/s, 60 s left\n');
    many.end();
    const one = new PlanProgress();
    for (const line of ['10 s: the plan is read\n', '20 s: 25 % checked\n']) {
        pass(10_000);
        t.mock.timers.tick(10_000);
        assert.equal(read(), line);
        one.show(1, 4);
    }
    one.end();
    pass(10_000);
    t.mock.timers.tick(10_000);
    assert.equal(read(), '');
    close();
});

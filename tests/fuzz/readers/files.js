import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { FORMATS, LIMITS, writableFormats } from 'graze/scenario';
import { pick, randomFor } from '../../../js/bench/random.js';
import { inRepository } from '../../helpers.js';
import { checkModel } from './model.js';
import { mutated, oneOf } from './mutate.js';
import { checkRefusal, Finding, inRandomPieces, outcomeOf } from './outcome.js';
import { CHANGED, SEEDS } from './seeds.js';
import { checkValidated } from './validated.js';
import { NUMBERS } from './values.js';
import { checkWritten } from './written.js';

/**
 * Targets that read files: mutation of inputs, the checks of each outcome, and the reduction of an input.
 *
 * @import { Random } from '../../../js/bench/random.js'
 * @import { Outcome } from './outcome.js'
 * @import { FilesInput, Role } from './seeds.js'
 * @import { Target } from './engine.js'
 */

/** Codes that the documentation of readers and of the package lists. */
const CODES = new Set(
    ['docs/formats.md', 'docs/errors.md'].flatMap((path) => {
        const text = readFileSync(inRepository(path), 'utf8');
        return Array.from(text.matchAll(/`([a-z]+(?:-[a-z0-9]+)*)`/g), ([, code]) => code);
    }),
);

const WRITABLE = (await writableFormats()).map(({ name }) => name);

/** Processor time for one input, in seconds: for reading, and for all the rest. */
const MAX_SECONDS = Object.freeze({ reading: 5, rest: 30 });

/** @param {Random} random @param {FilesInput} input @returns {FilesInput['options']} */
function changedOptions(random, { options }) {
    switch (pick(random, 5)) {
        case 0:
            return { ...options, format: oneOf(random, [undefined, ...FORMATS]) };
        case 1:
            return {
                ...options,
                radius: oneOf(random, [undefined, 0, 0.5, Number(oneOf(random, NUMBERS))]),
            };
        case 2:
            return { ...options, atGoal: oneOf(random, [undefined, 'stay', 'vanish']) };
        case 3: {
            const name = oneOf(random, Object.keys(LIMITS));
            const most = name === 'token' || name === 'characters' ? 2 ** 17 : 1 + pick(random, 20);
            return { ...options, limits: { ...options.limits, [name]: most } };
        }
        default:
            return {};
    }
}

/** @param {string} name @returns {Target<FilesInput>} */
function target(name) {
    return {
        name,
        seeds: SEEDS[name],
        mutate(input, random, corpus) {
            const files = { ...input.files };
            const own = /** @type {Role[]} */ (Object.keys(files)).filter(
                (role) => CHANGED[name]?.includes(role) ?? true,
            );
            for (let left = 1 + Math.floor(4 * random() ** 3); left > 0; left--) {
                // The plan is the longest and the first: the others are read only when it is valid.
                const role =
                    files.plan && own.includes('plan') && random() < 0.6
                        ? 'plan'
                        : oneOf(random, own);
                const file = /** @type {{ name: string, text: string }} */ (files[role]);
                const others = Object.values(oneOf(random, corpus).files);
                const text = mutated(file.text, random, oneOf(random, others).text);
                files[role] = { ...file, text };
            }
            if (random() < 0.03) {
                // The mutation puts one file in the place of another.
                const lent = oneOf(random, Object.values(oneOf(random, corpus).files));
                const role = oneOf(random, /** @type {Role[]} */ (['map', 'task', 'config']));
                files[role] = { name: `${role}-${lent.name}`, text: lent.text };
            }
            const options = random() < 0.12 ? changedOptions(random, input) : input.options;
            return { files, options };
        },
        run,
        *smaller(input) {
            for (const role of /** @type {Role[]} */ (['config', 'task', 'map'])) {
                const { [role]: gone, ...rest } = input.files;
                if (gone !== undefined) yield { ...input, files: rest };
            }
            if (Object.keys(input.options).length > 0) yield { ...input, options: {} };
            for (const [role, { name: file, text }] of Object.entries(input.files)) {
                for (const shorter of shorterTexts(text)) {
                    yield {
                        ...input,
                        files: { ...input.files, [role]: { name: file, text: shorter } },
                    };
                }
            }
        },
    };
}

/** Yields texts without a half, a quarter and so on, the largest omission first. @param {string} text */
function* shorterTexts(text) {
    const cuts = text.split(/(?<=\n)/).length > 8 ? [text.split(/(?<=\n)/)] : [];
    cuts.push(text.split(''));
    for (const parts of cuts) {
        for (let size = parts.length >> 1; size >= 1; size >>= 1) {
            if (parts.length / size > 400) break;
            for (let from = 0; from < parts.length; from += size) {
                yield [...parts.slice(0, from), ...parts.slice(from + size)].join('');
            }
        }
    }
}

/**
 * @param {FilesInput} input
 * @returns {Promise<string>} the outcome, a word that is the same for inputs of the same kind
 */
async function run(input) {
    const random = randomFor('pieces', JSON.stringify(input));
    const checkReading = stopwatch('reading');
    const outcome = await outcomeOf(input);
    checkReading(MAX_SECONDS.reading);
    const limits = { ...LIMITS, ...input.options.limits };
    const plan = input.files.plan?.text ?? '';
    if (outcome.refusal) checkRefusal(outcome.refusal, input, CODES);
    else checkModel(outcome.scenario, plan, limits);
    const again = await outcomeOf(input, (text) => ({ text: inRandomPieces(text, random) }));
    // The counted size of a file that comes in pieces is less than its real size, which is unknown.
    if (outcome.refusal?.code !== 'too-large' && !isDeepStrictEqual(outcome, again)) {
        const [whole, pieces] = [outcome, again].map(({ refusal }) => refusal?.message ?? 'read');
        throw new Finding('reading in pieces is not reading whole', `${whole} / ${pieces}`);
    }
    const small = await outcomeOf(input, (text) => ({ text, chunkSize: 2 + pick(random, 300) }));
    if (!isDeepStrictEqual(outcome, small)) checkSmaller(outcome, small);
    const hasXml = Object.values(input.files).some(({ text }) => /^\s*</.test(text));
    const reference = hasXml && (await outcomeOf(input, (text) => ({ text, reference: true })));
    if (hasXml && !isDeepStrictEqual(outcome, reference)) {
        throw new Finding('XML is not read as by its reference parser', JSON.stringify(reference));
    }
    const { scenario, refusal } = outcome;
    if (refusal)
        return `${refusal.code} ${template(refusal.message.replace(/^.*?:\d+:\d+: /, ''))}`;
    const checkRest = stopwatch('validating and writing');
    await checkWritten(scenario, input, oneOf(random, WRITABLE));
    if (WRITABLE.includes(scenario.format)) await checkWritten(scenario, input, scenario.format);
    await checkValidated(scenario, random() < 0.2);
    checkRest(MAX_SECONDS.rest);
    return `read ${scenario.notices.map(template).join()}`;
}

/**
 * Checks that a reader gives the same result for smaller pieces. With several faults it may find another one first:
 * text encoding is checked piece by piece before the reader gets it, and the size after the pieces are joined.
 *
 * @param {Outcome} usual
 * @param {Outcome} small
 */
function checkSmaller(usual, small) {
    const codes = [usual, small].map(({ refusal }) => refusal?.code ?? 'read');
    if (codes[0] === codes[1] && codes[0] !== 'read') return;
    if (!codes.includes('read') && codes.some((code) => ['not-text', 'too-large'].includes(code)))
        return;
    const [whole, pieces] = [usual, small].map(({ refusal }) => refusal?.message ?? 'read');
    throw new Finding('a reader depends on where pieces end', `${whole} / ${pieces}`);
}

/** Returns a message without the parts that come from the file. @param {string} message */
function template(message) {
    return message
        .replace(/"(?:[^"\\]|\\.)*"?/g, '_')
        .replace(/\S*[^a-z\s]\S*/g, '_')
        .replace(/(?:_\s*)+/g, '_ ')
        .slice(0, 60);
}

/** Returns a function that checks this process's processor time since the call. @param {string} what */
function stopwatch(what) {
    const [time, { user, system }] = [performance.now(), process.cpuUsage()];
    return (/** @type {number} */ most) => {
        // Wall time alone proves nothing if other processes use the processor.
        if (performance.now() - time <= 1000 * most) return;
        const now = process.cpuUsage();
        const seconds = (now.user + now.system - user - system) / 1e6;
        if (seconds > most) throw new Finding(`${what} takes long`, `${seconds} s`);
    };
}

export const FILE_TARGETS = Object.keys(SEEDS).map(target);

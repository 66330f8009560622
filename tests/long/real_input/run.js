/**
 * Queries graze about pairs of moving bodies as in real input, and checks the answers by the oracle.
 *
 * @import { Graze } from 'graze'
 * @import { Body, Finding } from './oracle.js'
 * @import { Case } from './kinds.js'
 *
 * @typedef {'late' | 'missed' | 'wrong' | 'wide' | 'absurd'} Fault 'late': contact before the answer says so; 'missed': not
 *   reported; 'wrong': reported, but there is none, or bounds that do not hold the truth; 'wide': a bracket or bounds
 *   wider than documented; 'absurd': a bound that the bodies' sizes or discs alone improve
 * @typedef {{ fault: Fault, why: string }} WrongAnswer
 * @typedef {typeof KINDS[number]} Kind
 * @typedef {keyof typeof QUESTIONS} Question
 *
 * @typedef {object} QueryOptions query options, and those of them that the checks of an answer need
 * @property {number} slack
 * @property {number} [tolerance]
 * @property {number[]} [picks] fractions of an interval at which delays are checked
 * @property {object} options
 *
 * @typedef {object} Tally
 * @property {number} queried
 * @property {Record<string, number>} statuses
 * @property {Record<Fault, number>} faults
 * @property {number} unsure answers that the oracle confirms only to within rounding
 * @property {number} unchecked answers with a part that was too costly to check
 * @property {number[]} times milliseconds
 * @property {number[]} iterations
 * @property {{ index: number, fault: Fault, why: string, answer: unknown }[]} found
 * @property {number[]} undecided indices of the cases
 */

import { drawCase, KINDS, motionOf, oracleBodyOf, Random } from './kinds.js';
import { Encounter } from './oracle.js';

/** Cases of each kind at full size: 100,000 first contacts, 20,000 clearances, 2,000 delays. */
const COUNTS = {
    contact: { turning: 20_000, convoy: 20_000, spinning: 20_000, wavy: 20_000, unix: 20_000 },
    clearance: { turning: 4000, convoy: 4000, spinning: 4000, wavy: 4000, unix: 4000 },
    delay: { turning: 425, convoy: 425, spinning: 425, wavy: 300, unix: 425 },
};

export const FAULTS = /** @type {const} */ (['late', 'missed', 'wrong', 'wide', 'absurd']);

/** Returns the spacing of doubles at t. @param {number} t */
const ulp = (t) => 2 ** (Math.floor(Math.log2(Math.max(Math.abs(t), 2 ** -1000))) - 52);

/** @param {Body} body @returns {[number, number]} when it is there */
const presence = ({ pieces }) => [pieces[0].begin, pieces[pieces.length - 1].end];

/**
 * Returns the time range of a query, as documented; it is empty if they are never present together.
 * @param {Case} pair
 * @param {Body} a
 * @param {Body} b
 */
function timeOf({ a: { way: wayA }, b: { way: wayB }, window }, a, b) {
    const [ofA, ofB] = [presence(a), presence(b)];
    const moving = [wayA, wayB].flatMap(({ kind }, k) => (kind === 'still' ? [] : [[a, b][k]]));
    let from = Math.max(ofA[0], ofB[0]);
    let to = Math.min(ofA[1], ofB[1]);
    const given = [window.from ?? -Infinity, window.to ?? Infinity];
    if (from === -Infinity && given[0] === -Infinity)
        from = Math.min(...moving.map((m) => m.begin));
    if (to === Infinity && given[1] === Infinity) to = Math.max(...moving.map((m) => m.end));
    [from, to] = [Math.max(from, given[0]), Math.min(to, given[1])];
    const span = Math.max(...moving.map((m) => m.end)) - Math.min(...moving.map((m) => m.begin));
    return { from, to, span, last: Math.max(...moving.map((m) => m.end), to) };
}

/** @param {Random} random @param {Case} pair */
function drawSlack(random, { a, b }) {
    const size = Math.max(oracleBodyOf(a).size, oracleBodyOf(b).size);
    if (random.chance(0.8)) return { slack: 1e-9 * size, given: {} };
    const distanceTolerance = random.power(-8, -3);
    return { slack: distanceTolerance, given: { distanceTolerance } };
}

/** @param {Case} pair */
const windowOf = ({ window, epoch }) =>
    Object.fromEntries(Object.entries(window).map(([key, t]) => [key, epoch + t]));

/** Case with its answer, and everything that checks both. */
class AnswerCheck {
    unsure = false;
    unchecked = false;

    /** @param {Case} pair */
    constructor(pair) {
        this.pair = pair;
        this.a = oracleBodyOf(pair.a);
        this.b = oracleBodyOf(pair.b);
        this.encounter = new Encounter(this.a, this.b);
    }

    /**
     * Decides whether they come nearer than a bound, and records whether that was too costly.
     *
     * @param {number} from
     * @param {number} to
     * @param {number} bound
     * @param {Encounter} [encounter]
     * @returns {Finding}
     */
    search(from, to, bound, encounter = this.encounter) {
        const finding = encounter.search(from, to, bound, 4 * encounter.roundingIn(from, to));
        if (finding.verdict === 'gave up') this.unchecked = true;
        return finding;
    }
}

/** @param {Fault} fault @param {string} why @returns {WrongAnswer} */
const faulty = (fault, why) => ({ fault, why });

const contact = {
    /** @param {Random} random @param {Case} pair @returns {QueryOptions} */
    draw(random, pair) {
        const { slack, given } = drawSlack(random, pair);
        const tolerance = random.chance(0.15) ? pair.second * random.power(-5, -2) : undefined;
        const width = tolerance === undefined ? {} : { tolerance };
        return { slack, tolerance, options: { ...windowOf(pair), ...given, ...width } };
    },
    /** @param {Graze} g @param {Parameters<Graze['firstContact']>} query */
    answer: (g, query) => g.firstContact(...query),
    /** @param {ReturnType<Graze['firstContact']>} answer */
    statusOf: ({ status }) => status,
    /**
     * @param {AnswerCheck} check
     * @param {ReturnType<Graze['firstContact']>} answer
     * @param {QueryOptions} asked
     * @returns {WrongAnswer | null}
     */
    check(check, { status, time }, { slack, tolerance }) {
        const { pair, a, b, encounter } = check;
        const { from, to, span, last } = timeOf(pair, a, b);
        if (status === 'free') {
            if (from > to) return null;
            const { verdict, time: t } = check.search(from, to, 0);
            check.unsure = verdict === 'near';
            return verdict === 'contact' ? faulty('missed', `contact at ${t}`) : null;
        }
        if (time === null) return faulty('wrong', 'no time');
        const [lo, hi] = time.map((t) => t - pair.epoch);
        if (!(from <= lo && lo <= hi && hi <= to)) return faulty('wrong', `not in ${from}, ${to}`);
        if (lo > from) {
            const { verdict, time: t } = check.search(from, lo, 0);
            if (verdict === 'contact') return faulty('late', `contact at ${t}, before ${lo}`);
        }
        const rounding = encounter.roundingIn(lo, hi);
        if (status === 'hit' || status === 'overlapping') {
            const apart = encounter.separationAt(hi);
            if (apart > rounding) return faulty('wrong', `apart by ${apart} at ${hi}`);
            const most = tolerance ?? Math.max(1e-9 * span, 8 * ulp(pair.epoch + last));
            if (hi - lo > most) return faulty('wide', `${hi - lo}, not ${most}`);
            const isLate = status === 'overlapping' && hi !== from;
            return isLate ? faulty('wrong', `overlap from ${hi}, not ${from}`) : null;
        }
        return status === 'grazing' ? checkGraze(check, lo, hi, slack) : null;
    },
};

/**
 * Checks that in a graze they overlap no deeper than the tolerance and are no further apart than twice that.
 * @param {AnswerCheck} judge
 * @param {number} lo
 * @param {number} hi
 * @param {number} slack
 */
function checkGraze({ pair, encounter }, lo, hi, slack) {
    const rounding = encounter.roundingIn(lo, hi);
    // The ends are doubles of the clock.
    const step = ulp(pair.epoch + hi);
    for (let k = 0; k <= 8; k++) {
        const t = lo + ((hi - lo) * k) / 8;
        const round = [t, Math.max(t - step, lo), Math.min(t + step, hi)];
        const gaps = round.map((u) => encounter.separationAt(u));
        if (Math.max(...gaps) < -slack - rounding) return faulty('wrong', `deep by ${gaps[0]}`);
        if (Math.min(...gaps) > 2 * slack + rounding) return faulty('wrong', `apart ${gaps[0]}`);
    }
    return null;
}

const clearance = {
    /** @param {Random} random @param {Case} pair @returns {QueryOptions} */
    draw(random, pair) {
        const { slack, given } = drawSlack(random, pair);
        return { slack, options: { ...windowOf(pair), ...given } };
    },
    /** @param {Graze} g @param {Parameters<Graze['clearance']>} query */
    answer: (g, query) => g.clearance(...query),
    // Builds whose clearance has no status guarantee the tolerance.
    /** @param {ReturnType<Graze['clearance']>} answer */
    statusOf: ({ status }) => status ?? 'certified',
    /**
     * @param {AnswerCheck} check
     * @param {ReturnType<Graze['clearance']>} answer
     * @param {QueryOptions} asked
     * @returns {WrongAnswer | null}
     */
    check(check, answer, { slack }) {
        const { pair, a, b, encounter } = check;
        const { from, to } = timeOf(pair, a, b);
        const { separation, time } = answer;
        const [lo, hi] = separation;
        if (time === null || from > to) {
            const isNever = time === null && from > to && lo === Infinity && hi === Infinity;
            return isNever ? null : faulty('wrong', 'never there together');
        }
        const t = time - pair.epoch;
        if (!(from <= t && t <= to)) return faulty('wrong', `${t} is not in ${from}, ${to}`);
        const rounding = encounter.roundingIn(from, to);
        // The time hi is reached within an ulp of the clock.
        const around = [Math.max(from, t - ulp(time)), Math.min(to, t + ulp(time))];
        const gaps = [t, ...around].map((u) => encounter.separationAt(u));
        const isReached = check.search(around[0], around[1], hi + 2 * rounding).verdict !== 'free';
        if (!isReached || hi > Math.max(...gaps) + rounding) {
            return faulty('wrong', `${gaps[0]} at the time, not ${hi}`);
        }
        if (!(lo <= hi)) return faulty('wrong', 'out of order');
        const { verdict, time: nearer } = check.search(from, to, lo);
        check.unsure = verdict === 'near';
        if (verdict === 'contact') {
            return faulty('wrong', `${encounter.separationAt(nearer)} at ${nearer}`);
        }
        if (clearance.statusOf(answer) === 'certified') {
            // The limit is four times the rounding that graze permits, which is half of the limit here. Builds without
            // a status claim that bounds are one tolerance apart, up to rounding.
            const isOld = answer.status === undefined;
            const most = isOld ? 1.1 * slack + 2 * rounding : Math.max(slack, 2 * rounding);
            return hi - lo > most + ulp(lo) + ulp(hi)
                ? faulty('wide', `${hi - lo}, not ${most}`)
                : null;
        }
        return checkTrivial(check, lo, from, to);
    },
};

/**
 * Checks whether the bodies' sizes or their discs alone give a better bound than lo. No convex body is deeper in
 * another than half the sum of the width of one and the diameter of the other.
 *
 * @param {AnswerCheck} check
 * @param {number} lo
 * @param {number} from
 * @param {number} to
 */
function checkTrivial(check, lo, from, to) {
    const { a, b, pair } = check;
    const deepest = Math.min(a.width + b.diameter, b.width + a.diameter) / 2;
    if (lo < -deepest * (1 + 1e-6)) return faulty('absurd', `${lo}, bodies are ${deepest} deep`);
    const [discA, discB] = [a, b].map((body, k) => {
        const reach = Math.max(...body.pieces.map((p) => p.reach)) + body.radius;
        const movingBody = k === 0 ? pair.a : pair.b;
        return oracleBodyOf({ ...movingBody, points: [[0, 0]], radius: reach });
    });
    const discs = new Encounter(discA, discB);
    const bound = lo + 1e-6 * (a.diameter + b.diameter);
    const { verdict } = discs.search(from, to, bound, 4 * discs.roundingIn(from, to));
    return verdict === 'free' ? faulty('absurd', `${lo}, and their discs are not as near`) : null;
}

/** @typedef {ReturnType<Graze['unsafeMotionDelays']>} Delays */

const delay = {
    /** @param {Random} random @param {Case} pair @returns {QueryOptions} */
    draw(random, pair) {
        const { slack, given } = drawSlack(random, pair);
        const tolerance = random.chance(0.15) ? pair.second * random.power(-5, -2) : undefined;
        const width = tolerance === undefined ? {} : { tolerance };
        const picks = Array.from({ length: 24 }, () => random.number());
        return { slack, tolerance, picks, options: { ...given, ...width } };
    },
    /** @param {Graze} g @param {Parameters<Graze['unsafeMotionDelays']>} query */
    answer: (g, query) => g.unsafeMotionDelays(...query),
    /** @param {Delays} answer */
    statusOf(answer) {
        if (answer.some(({ status }) => status === 'undecided')) return 'undecided';
        return answer.length === 0 ? 'free' : 'hit';
    },
    /**
     * @param {AnswerCheck} check
     * @param {Delays} answer
     * @param {QueryOptions} query
     * @returns {WrongAnswer | null}
     */
    check(check, answer, query) {
        const { a, b } = check;
        // Beyond these delays, one of them comes to rest before the other begins.
        const [least, most] = [b.begin - a.end, b.end - a.begin];
        const tolerance =
            query.tolerance ?? Math.max(1e-9 * (most - least), 8 * ulp(Math.max(-least, most)));
        const fault = checkBrackets(check, answer, tolerance, query.slack);
        if (fault !== null) return fault;
        const { picks = [0.5] } = query;
        let pick = 0;
        const picked = (/** @type {number} */ lo, /** @type {number} */ hi) => {
            const share = picks[pick++ % picks.length];
            return (
                Math.max(lo, least - 1) + share * (Math.min(hi, most + 1) - Math.max(lo, least - 1))
            );
        };
        const last = answer.findIndex(({ status }) => status === 'undecided');
        const known = last < 0 ? Infinity : answer[last].begin[0];
        for (const { status, begin, end } of answer.slice(0, 8)) {
            if (status === 'undecided') break;
            const inside = status === 'grazing' ? [begin[0], end[1]] : [begin[1], end[0]];
            for (const x of [
                ...inside,
                picked(inside[0], inside[1]),
                picked(inside[0], inside[1]),
            ]) {
                if (!Number.isFinite(x) || x < inside[0] || x > inside[1]) continue;
                const wrong =
                    status === 'grazing'
                        ? isDeep(check, x, query.slack)
                        : isSafe(check, x, query.slack, tolerance);
                if (wrong !== null) return wrong;
            }
        }
        const bounds = [
            -Infinity,
            ...answer.flatMap(({ begin, end }) => [begin[0], end[1]]),
            Infinity,
        ];
        for (let k = 0; k < bounds.length && k < 16; k += 2) {
            const [lo, hi] = [bounds[k], Math.min(bounds[k + 1], known)];
            if (!(lo < hi)) continue;
            const ends = [lo + ulp(lo), hi - ulp(hi)].filter(Number.isFinite);
            for (const x of ends) {
                const { verdict, time } = searchLate(check, x, 0);
                if (verdict === 'contact') return faulty('wrong', `unsafe end ${x}, at ${time}`);
            }
            for (const x of [picked(lo, hi), picked(lo, hi)]) {
                if (!(lo < x && x < hi)) continue;
                const { verdict, time } = searchLate(check, x, 0);
                if (verdict === 'contact') return faulty('missed', `unsafe ${x}, at ${time}`);
            }
        }
        return null;
    },
};

/**
 * Checks that intervals are in order, and that brackets are as wide as documented: the tolerance, or as long as the two
 * only touch.
 *
 * @param {AnswerCheck} check
 * @param {Delays} answer
 * @param {number} tolerance
 * @param {number} slack
 * @returns {WrongAnswer | null}
 */
function checkBrackets(check, answer, tolerance, slack) {
    let behind = -Infinity;
    for (const { status, begin, end } of answer) {
        const isOrdered = behind <= begin[0] && begin[0] <= begin[1] && end[0] <= end[1];
        if (!isOrdered || begin[0] > end[0]) return faulty('wrong', 'out of order');
        behind = end[1];
        if (status !== 'hit') continue;
        for (const [lo, hi] of [begin, end]) {
            if (!(hi - lo > tolerance)) continue;
            const isTouching = [0.1, 0.5, 0.9].every(
                (share) => isDeep(check, lo + share * (hi - lo), slack) === null,
            );
            if (!isTouching) return faulty('wide', `${hi - lo}, not ${tolerance}`);
        }
    }
    return null;
}

/** Searches for a separation below a bound when A is late. @param {AnswerCheck} check @param {number} x @param {number} bound */
function searchLate(check, x, bound) {
    const { a, b } = check;
    const encounter = new Encounter(a, b, x);
    const from = Math.min(a.begin + x, b.begin);
    return check.search(from, Math.max(a.end + x, b.end), bound, encounter);
}

/** @param {AnswerCheck} check @param {number} x @param {number} slack */
function isDeep(check, x, slack) {
    const { verdict, time } = searchLate(check, x, -slack);
    return verdict === 'contact' ? faulty('wrong', `deep with ${x}, at ${time}`) : null;
}

/**
 * Returns whether a delay that is reported as unsafe is safe, except in a gap that may be omitted: narrower than the
 * tolerance, or with nobody further apart than the distance tolerance.
 *
 * @param {AnswerCheck} check
 * @param {number} x
 * @param {number} slack
 * @param {number} tolerance
 */
function isSafe(check, x, slack, tolerance) {
    if (searchLate(check, x, 0).verdict !== 'free') return null;
    if (searchLate(check, x, slack).verdict !== 'free') return null;
    const meets = (/** @type {number} */ y) => searchLate(check, y, 0).verdict !== 'free';
    for (let k = 0; k <= 8; k++) {
        if (meets(x - (tolerance * k) / 8) && meets(x + (tolerance * (8 - k)) / 8)) return null;
    }
    return faulty('wrong', `safe with ${x}, reported as unsafe`);
}

export const QUESTIONS = { contact, clearance, delay };

/**
 * Returns the number of cases of a kind in a share of the full size, at least one.
 *
 * @param {Kind} kind
 * @param {Question} question
 * @param {number} share
 */
export const countOf = (kind, question, share) =>
    Math.max(1, Math.round(COUNTS[question][kind] * share));

/**
 * Draws the case of an index, always the same.
 *
 * @param {Kind} kind
 * @param {Question} question
 * @param {number} seed
 * @param {number} index
 */
export function caseOf(kind, question, seed, index) {
    const numbers = [KINDS.indexOf(kind), Object.keys(QUESTIONS).indexOf(question)];
    const random = new Random(seed, ...numbers, index);
    const pair = drawCase(kind, random);
    return { pair, query: QUESTIONS[question].draw(random, pair) };
}

/**
 * Checks an answer to a case.
 *
 * @param {Question} question
 * @param {Case} pair
 * @param {QueryOptions} query
 * @param {any} answer
 */
export function checkAnswer(question, pair, query, answer) {
    const check = new AnswerCheck(pair);
    /** @type {WrongAnswer | null} */
    const wrong = QUESTIONS[question].check(check, answer, query);
    return { wrong, unsure: check.unsure, unchecked: check.unchecked };
}

/**
 * Runs one case, and checks the answer.
 *
 * @param {Graze} g
 * @param {Kind} kind
 * @param {Question} question
 * @param {number} seed
 * @param {number} index
 */
export function queryCase(g, kind, question, seed, index) {
    const { pair, query } = caseOf(kind, question, seed, index);
    const way = /** @type {any} */ (QUESTIONS[question]);
    const bodies = [pair.a, pair.b];
    const things = [
        ...bodies.map(({ points, radius }) =>
            points.length > 1 ? g.polygon(points, { radius }) : g.disc(radius),
        ),
        ...bodies.map(({ way: moves, ends }) => motionOf(g, moves, pair.epoch, ends)),
    ];
    const begun = performance.now();
    const answer = way.answer(g, [...things, query.options]);
    const took = performance.now() - begun;
    for (const thing of things) thing.free();
    return {
        pair,
        query,
        answer,
        status: way.statusOf(answer),
        took,
        ...checkAnswer(question, pair, query, answer),
    };
}

/**
 * Runs many cases of one kind.
 *
 * @param {Graze} g
 * @param {Kind} kind
 * @param {Question} question
 * @param {{ count: number, seed: number }} options
 * @returns {Tally}
 */
export function queryMany(g, kind, question, { count, seed }) {
    /** @type {Tally} */
    const tally = {
        queried: 0,
        statuses: {},
        faults: { late: 0, missed: 0, wrong: 0, wide: 0, absurd: 0 },
        unsure: 0,
        unchecked: 0,
        times: [],
        iterations: [],
        found: [],
        undecided: [],
    };
    for (let index = 0; index < count; index++) {
        const { answer, status, took, wrong, unsure, unchecked } = queryCase(
            g,
            kind,
            question,
            seed,
            index,
        );
        tally.queried++;
        tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
        tally.times.push(took);
        if (answer.iterations !== undefined) tally.iterations.push(answer.iterations);
        if (unsure) tally.unsure++;
        if (unchecked) tally.unchecked++;
        if (status === 'undecided') tally.undecided.push(index);
        if (wrong === null) continue;
        tally.faults[wrong.fault]++;
        tally.found.push({ index, ...wrong, answer });
    }
    return tally;
}

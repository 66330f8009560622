import { castRecord } from './records.js';
import { howMany, makeShape } from './static.js';

/**
 * Worlds of many bodies: answers from the records of replay_worlds.c, and from an instance.
 *
 * @import { BodyBatch, BodyRayCast, BodyShapeCast, Graze } from 'graze'
 * @import { Question } from '../questions/index.js'
 * @import { Reader } from './reader.js'
 * @typedef {Extract<Question, { kind: 'worlds' }>} WorldQuestion
 */

/** @param {Reader} reader */
const readCount = (reader) => reader.ints(1)[0];

/** @param {Reader} reader @param {number} room */
function readPairs(reader, room) {
    const count = readCount(reader);
    const pairs = Array.from({ length: count <= room ? count : 0 }, () => [
        ...reader.ints(4),
        ...reader.floats(10),
        ...reader.ints(2).map((id) => id >>> 0),
    ]);
    return [count, ...pairs.flat()];
}

/** @param {Reader} reader */
function readList(reader) {
    const count = readCount(reader);
    return [count, ...reader.ints(count)];
}

/** @param {Reader} reader */
function readCasts(reader) {
    const first = readCount(reader);
    const cast = first >= 0 ? reader.cast() : [];
    const all = readList(reader);
    return [first, ...cast, ...all, ...reader.doubles(2 * all[0])];
}

/** @param {Reader} reader */
function readRays(reader) {
    const ints = reader.ints(1 + RAYS);
    return [...ints, ...reader.doubles(2 * RAYS), ...reader.floats(4 * RAYS)];
}

/** @param {Reader} reader @param {WorldQuestion} question */
export function readWorlds(reader, { room }) {
    const pairs = [...readPairs(reader, room), ...readPairs(reader, room)];
    const near = readList(reader);
    near.push(...reader.ints(near[0]), ...reader.floats(near[0]));
    const nearest = readCount(reader);
    const distance = nearest >= 0 ? reader.doubles(1) : [];
    return [
        ...[...pairs, ...near, nearest, ...distance],
        ...[...readCasts(reader), ...readCasts(reader), ...readRays(reader)],
        ...[...readList(reader), ...readList(reader)],
        ...[...readPairs(reader, room), ...readList(reader)],
    ];
}

/** @param {BodyBatch} batch @param {() => number} find */
function pairsOf(batch, find) {
    const [found, written] = howMany(find);
    const { first, second, relations, distances, pointCounts } = batch;
    const { depths, normals, points, separations, ids } = batch;
    const pairs = Array.from({ length: written }, (_, k) => [
        ...[first[k], second[k], relations[k], pointCounts[k]],
        ...[distances[k], depths[k]],
        ...normals.subarray(2 * k, 2 * k + 2),
        ...points.subarray(4 * k, 4 * k + 4),
        ...separations.subarray(2 * k, 2 * k + 2),
        ...ids.subarray(2 * k, 2 * k + 2),
    ]);
    return [found, ...pairs.flat()];
}

/** Number of rays of a question. */
const RAYS = 4;

/** @param {BodyBatch} batch @param {BodyRayCast | BodyShapeCast} first @param {number} found */
function castsOf({ hitBodies, hitIntervals }, first, found) {
    const all = [found, ...hitBodies.subarray(0, found), ...hitIntervals.subarray(0, 2 * found)];
    const { body, ...rest } = first;
    if (body === null) return [-1, ...all];
    const cast = 'feature' in rest ? { ...rest, featureA: null, featureB: rest.feature } : rest;
    return [body, ...castRecord(/** @type {any} */ (cast)), ...all];
}

/** @param {Graze} g @param {WorldQuestion} question */
export function queryWorlds(
    g,
    { placed, still, room, seams = false, one, pose, way, reach, bits, moved },
) {
    const count = placed.length;
    const options = { pairs: room, still, rays: RAYS, manifolds: true, filters: true, seams };
    const batch = g.bodies(count, options);
    const shapes = placed.map(({ body }) => makeShape(g, body));
    const other = makeShape(g, one);
    const [x, y, angle] = pose;
    const [dx, dy] = way;
    const at = { x, y, angle };
    const [category, mask] = bits;
    const filter = { category, mask };
    batch.shapes.set(shapes.map(({ id }) => id));
    batch.poses.set(placed.flatMap(({ place }) => place));
    batch.categories.set(placed.map((body) => body.bits[0]));
    batch.masks.set(placed.map((body) => body.bits[1]));
    const list = (/** @type {number} */ found, /** @type {'pointBodies' | 'boxBodies'} */ name) => {
        return [found, ...batch[name].subarray(0, found)];
    };
    const box = {
        minX: Math.min(x, x + dx),
        minY: Math.min(y, y + dy),
        maxX: Math.max(x, x + dx),
        maxY: Math.max(y, y + dy),
    };
    const ray = { x, y, dx, dy };
    const translation = { dx, dy };
    const answer = [
        ...pairsOf(batch, () => batch.near(count, reach)),
        ...pairsOf(batch, () => batch.nearBetween(still, count - still, 0, still, reach)),
    ];
    const near = batch.nearWith(other, at, count, reach, filter);
    const { foundBodies, foundRelations, foundDistances } = batch;
    for (const view of [foundBodies, foundRelations, foundDistances])
        answer.push(...(view === foundBodies ? [near] : []), ...view.subarray(0, near));
    const nearest = batch.nearest(other, at, count, filter);
    answer.push(...(nearest.status === 'free' ? [-1] : [nearest.body, nearest.distance]));
    const hit = batch.rayCast(ray, count, filter);
    answer.push(...castsOf(batch, hit, batch.rayCastAll(ray, count, filter)));
    const stop = batch.shapeCast(other, at, translation, count);
    answer.push(...castsOf(batch, stop, batch.shapeCastAll(other, at, translation, count)));
    batch.rays.set([x, y, dx, dy, x, y, -dx, -dy, x, y, -dy, dx, x, y, dy, -dx]);
    answer.push(batch.castRays(RAYS, count, filter));
    const { rayBodies, rayIntervals, rayPoints, rayNormals } = batch;
    answer.push(...rayBodies, ...rayIntervals, ...rayPoints, ...rayNormals);
    answer.push(...list(batch.pointQuery({ x, y }, count, filter), 'pointBodies'));
    answer.push(...list(batch.boxQuery(box, count), 'boxBodies'));
    for (const { index, place } of moved) {
        batch.poses.set(place, 4 * index);
        batch.update(index, index + 1);
    }
    answer.push(...pairsOf(batch, () => batch.near(count, reach)));
    answer.push(...list(batch.boxQuery(box, count, filter), 'boxBodies'));
    for (const thing of [batch, other, ...shapes]) thing.free();
    return answer;
}

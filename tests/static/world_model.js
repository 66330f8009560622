import assert from 'node:assert/strict';

/**
 * Model of a batch of bodies: keeps what the batch is to know, and answers each of its queries by single queries.
 *
 * @import { BodyBatch, BodyFilter, Distance, Graze, Point, Pose, Ray, Shape, ShapeBounds } from 'graze'
 *
 * @typedef {[x: number, y: number, cos: number, sin: number]} PoseNumbers
 * @typedef {{ shape: Shape, pose: PoseNumbers, category: number, mask: number }} Body
 */

const RELATIONS = ['disjoint', 'touching', 'overlapping'];
const ALL = 2 ** 32 - 1;

/**
 * Returns an answer with no other values than the given ones: all other fields are null.
 *
 * @param {object} answer
 * @param {object} values
 */
function withoutValues(answer, values) {
    const none = Object.fromEntries(Object.keys(answer).map((key) => [key, null]));
    return { ...none, ...values };
}

/** @param {Body} body @returns {Pose} */
function poseOf({ pose: [x, y, cos, sin] }) {
    return { x, y, cos, sin };
}

/** @param {Shape} shape */
function isCompound({ kind }) {
    return ['compound', 'concave', 'chain', 'grid'].includes(kind);
}

export class WorldModel {
    /** @type {Body[]} */ bodies = [];
    /** Bodies that stand still as the batch last read them. @type {Body[]} */ seen = [];
    /** Whether the batch has read them: its first call does. */ isRead = false;

    /**
     * @param {Graze} g
     * @param {BodyBatch} batch
     */
    constructor(g, batch) {
        this.g = g;
        this.batch = batch;
    }

    /** Puts body k into the views. @param {number} k @param {Partial<Body>} body */
    put(k, body) {
        const { batch } = this;
        const before = this.bodies[k] ?? { category: 1, mask: ALL };
        const filter = batch.hasFilters ? {} : { category: 1, mask: ALL };
        const { shape, pose, category, mask } = /** @type {Body} */ ({
            ...before,
            ...body,
            ...filter,
        });
        batch.shapes[k] = shape.id;
        batch.poses.set(pose, 4 * k);
        const rounded = /** @type {PoseNumbers} */ ([...batch.poses.subarray(4 * k, 4 * k + 4)]);
        if (batch.hasFilters) {
            batch.categories[k] = category;
            batch.masks[k] = mask;
        }
        this.bodies[k] = { shape, pose: rounded, category, mask };
    }

    /** @param {number} [from] @param {number} [end] */
    update(from = 0, end = this.batch.still) {
        this.batch.update(from, end);
        if (!this.isRead) this.read();
        for (let k = from; k < end && k < this.batch.still; k++) this.seen[k] = this.bodies[k];
    }

    /** Reads all bodies that stand still. */
    read() {
        this.seen = this.bodies.slice(0, this.batch.still);
        this.isRead = true;
    }

    /** Returns body k as queries see it: filters are read in each call. @param {number} k @returns {Body} */
    body(k) {
        const { category, mask } = this.bodies[k];
        return { ...(this.seen[k] ?? this.bodies[k]), category, mask };
    }

    /** Returns the bodies that a query considers. @param {number} count @param {BodyFilter} [filter] */
    considered(count, filter = {}) {
        if (!this.isRead) this.read();
        const bodies = Array.from({ length: count }, (_, k) => ({ k, ...this.body(k) }));
        const { category = ALL, mask = ALL } = filter;
        return bodies.filter(
            (body) => (body.category & mask) !== 0 && (body.mask & category) !== 0,
        );
    }

    /** @param {number} i @param {number} j @param {number} reach */
    #pair(i, j, reach) {
        const [a, b] = [this.body(i), this.body(j)];
        if ((a.category & b.mask) === 0 || (b.category & a.mask) === 0) return [];
        const { relation, distance } = this.g.distance(a.shape, b.shape, poseOf(a), poseOf(b));
        return distance <= reach ? [[i, j, relation, Math.fround(distance)]] : [];
    }

    /** @param {number} found */
    #rows(found) {
        const { first, second, relations, distances } = this.batch;
        return Array.from({ length: found }, (_, k) => {
            return [first[k], second[k], RELATIONS[relations[k]], distances[k]];
        });
    }

    /** @param {number} count @param {number} reach */
    checkNear(count, reach) {
        const expected = [];
        if (!this.isRead) this.read();
        for (let i = 0; i < count; i++)
            for (let j = Math.max(i + 1, this.batch.still); j < count; j++)
                expected.push(...this.#pair(i, j, reach));
        const found = this.batch.near(count, reach);
        assert.deepEqual(this.#rows(found), expected);
        this.#checkManifolds(found, reach);
        return found;
    }

    /**
     * @param {number} firstBody
     * @param {number} firstCount
     * @param {number} secondBody
     * @param {number} secondCount
     * @param {number} reach
     */
    checkBetween(firstBody, firstCount, secondBody, secondCount, reach) {
        const expected = [];
        if (!this.isRead) this.read();
        for (let i = firstBody; i < firstBody + firstCount; i++) {
            for (let j = secondBody; j < secondBody + secondCount; j++)
                expected.push(...this.#pair(Math.min(i, j), Math.max(i, j), reach));
        }
        expected.sort((p, q) => Number(p[0]) - Number(q[0]) || Number(p[1]) - Number(q[1]));
        const found = this.batch.nearBetween(firstBody, firstCount, secondBody, secondCount, reach);
        assert.deepEqual(this.#rows(found), expected);
        this.#checkManifolds(found, reach);
        return found;
    }

    /**
     * Checks manifolds of convex pairs: depth and normal are those of the penetration, the least separation is minus
     * the depth or the gap, and each point lies halfway between the bodies.
     *
     * @param {number} found
     * @param {number} reach
     */
    #checkManifolds(found, reach) {
        const { batch } = this;
        if (!batch.hasManifolds) return;
        const { first, second, relations, distances } = batch;
        const { pointCounts, depths, normals, separations } = batch;
        for (let k = 0; k < found; k++) {
            const [a, b] = [this.body(first[k]), this.body(second[k])];
            const sizes = [a, b].flatMap((body) => Object.values(body.shape.bounds(poseOf(body))));
            const scale = Math.max(...sizes.map(Math.abs));
            const error = 2 ** -22 * scale;
            const count = pointCounts[k];
            const own = [...separations.subarray(2 * k, 2 * k + count)];
            const least = relations[k] === 0 ? distances[k] : -depths[k];
            assert.ok(count >= 1 || (relations[k] === 0 && reach - distances[k] < error));
            if (count > 0)
                assert.ok(Math.abs(Math.min(...own) - least) <= error, `${own}, ${least}`);
            const separated = own.filter((separation) => separation > reach + error);
            assert.deepEqual(separated, []);
            if (isCompound(a.shape) || isCompound(b.shape)) continue;
            const expected = this.g.penetration(a.shape, b.shape, poseOf(a), poseOf(b));
            assert.ok(Math.abs(depths[k] - expected.depth) <= error);
            const [x, y] = normals.subarray(2 * k, 2 * k + 2);
            // Cores that meet can have several directions of least penetration.
            if (count > 0 && relations[k] === 0) {
                const cross = x * expected.normal.y - y * expected.normal.x;
                assert.ok(Math.abs(cross) * distances[k] <= error, `${x}, ${y}`);
            }
        }
    }

    /**
     * @param {Shape} shape
     * @param {Pose} pose
     * @param {number} count
     * @param {number} reach
     * @param {BodyFilter} [filter]
     */
    checkNearWith(shape, pose, count, reach, filter) {
        const expected = this.considered(count, filter).flatMap((body) => {
            const { relation, distance } = this.g.distance(shape, body.shape, pose, poseOf(body));
            return distance <= reach ? [[body.k, relation, Math.fround(distance)]] : [];
        });
        const found = this.batch.nearWith(shape, pose, count, reach, filter);
        const { foundBodies, foundRelations, foundDistances } = this.batch;
        const rows = Array.from({ length: found }, (_, k) => {
            return [foundBodies[k], RELATIONS[foundRelations[k]], foundDistances[k]];
        });
        assert.deepEqual(rows, expected);
        return found;
    }

    /**
     * @param {Shape} shape
     * @param {Pose} pose
     * @param {number} count
     * @param {BodyFilter & { atMost?: number }} [options]
     */
    checkNearest(shape, pose, count, options) {
        /** @type {{ status: 'found', body: number } & Distance | null} */
        let expected = null;
        const { atMost = Infinity, ...filter } = options ?? {};
        for (const body of this.considered(count, filter)) {
            const answer = this.g.distance(shape, body.shape, pose, poseOf(body));
            if (answer.distance > atMost || answer.distance >= (expected?.distance ?? Infinity))
                continue;
            expected = { status: 'found', body: body.k, ...answer };
        }
        const answer = this.batch.nearest(shape, pose, count, options);
        assert.deepEqual(answer, expected ?? withoutValues(answer, { status: 'free' }));
        return expected;
    }

    /**
     * Checks the first contact and all contacts of a cast.
     *
     * @template {{ interval: [number, number] | null }} T
     * @param {(body: Body) => T} cast
     * @param {number} count
     * @param {BodyFilter | undefined} filter
     * @param {{ body: number | null }} first
     * @param {() => number} findAll
     */
    #checkCasts(cast, count, filter, first, findAll) {
        const met = this.considered(count, filter)
            .map((body) => ({ body: body.k, ...cast(body) }))
            .filter(({ interval }) => interval !== null)
            .sort((p, q) => {
                return Number(p.interval?.[0]) - Number(q.interval?.[0]) || p.body - q.body;
            });
        const none = withoutValues(first, { status: 'free', relation: 'disjoint' });
        assert.deepEqual(first, met[0] ?? none);
        const found = findAll();
        const { hitBodies, hitIntervals } = this.batch;
        assert.deepEqual(
            [...hitBodies.subarray(0, found)],
            met.map(({ body }) => body),
        );
        assert.deepEqual(
            [...hitIntervals.subarray(0, 2 * found)],
            met.flatMap(({ interval }) => interval),
        );
        return found;
    }

    /** @param {Ray} ray @param {number} count @param {BodyFilter} [filter] */
    checkRay(ray, count, filter) {
        return this.#checkCasts(
            (body) => this.g.rayCast(body.shape, poseOf(body), ray),
            count,
            filter,
            this.batch.rayCast(ray, count, filter),
            () => this.batch.rayCastAll(ray, count, filter),
        );
    }

    /**
     * @param {Shape} shape
     * @param {Pose} pose
     * @param {{ dx: number, dy: number }} way
     * @param {number} count
     * @param {BodyFilter} [filter]
     */
    checkCast(shape, pose, way, count, filter) {
        return this.#checkCasts(
            (body) => this.g.shapeCast(shape, body.shape, pose, poseOf(body), way),
            count,
            filter,
            this.batch.shapeCast(shape, pose, way, count, filter),
            () => this.batch.shapeCastAll(shape, pose, way, count, filter),
        );
    }

    /** @param {Point} point @param {number} count @param {BodyFilter} [filter] */
    checkPoint(point, count, filter) {
        const expected = this.considered(count, filter).filter((body) => {
            return body.shape.containsPoint(point, poseOf(body));
        });
        const found = this.batch.pointQuery(point, count, filter);
        assert.deepEqual(
            [...this.batch.pointBodies.subarray(0, found)],
            expected.map(({ k }) => k),
        );
        return found;
    }

    /**
     * Checks that a box finds every body whose exact bounds meet it, and no other whose bounds are apart from it by
     * more than the rounding of bounds to float32.
     *
     * @param {ShapeBounds} box
     * @param {number} count
     * @param {BodyFilter} [filter]
     */
    checkBox(box, count, filter) {
        const found = this.batch.boxQuery(box, count, filter);
        const bodies = [...this.batch.boxBodies.subarray(0, found)];
        assert.deepEqual(
            bodies,
            [...new Set(bodies)].sort((p, q) => p - q),
        );
        for (const body of this.considered(count, filter)) {
            const bounds = body.shape.bounds(poseOf(body));
            const apart = Math.max(
                ...[bounds.minX - box.maxX, box.minX - bounds.maxX],
                ...[bounds.minY - box.maxY, box.minY - bounds.maxY],
            );
            const sides = [...Object.values(bounds), ...Object.values(box)];
            const error = 2 ** -21 * Math.max(1e-30, ...sides.map(Math.abs));
            const isFound = bodies.includes(body.k);
            if (apart <= 0) assert.ok(isFound, `body ${body.k} is missing`);
            if (apart > error) assert.ok(!isFound, `body ${body.k} is ${apart} apart`);
        }
        const considered = new Set(this.considered(count, filter).map(({ k }) => k));
        assert.ok(bodies.every((k) => considered.has(k)));
        return found;
    }
}

/*
 * Box2D 3: b2ShapeDistance with a new simplex, which is its only query of two proxies. It is built
 * twice, since a proxy is copied with room for as many vertices as Box2D was built for: BOX2D_MOST of
 * them, as BOX2D_CONTESTANT.
 */
#include "box2d/collision.h"
#include "box2d/math_functions.h"
#include "contestant.h"

#include <stdlib.h>

static const PairSet* pairs;
static b2ShapeProxy* proxies;
static b2Transform* transforms; /* of A and B of each pair */
static int32_t shape_room;
static int32_t pair_room;

static b2Transform transform_of(const GrazePlacement* place)
{
    return (b2Transform){{place->x, place->y}, b2NormalizeRot((b2Rot){place->cos, place->sin})};
}

static void prepare(const PairSet* set)
{
    pairs = set;
    if (set->shape_count > shape_room) {
        shape_room = set->shape_count;
        proxies = realloc(proxies, (size_t)shape_room * sizeof *proxies);
    }
    if (set->count > pair_room) {
        pair_room = set->count;
        transforms = realloc(transforms, 2 * (size_t)pair_room * sizeof *transforms);
    }
    if (proxies == NULL || transforms == NULL) abort();
    for (int32_t k = 0; k < set->shape_count; k++) {
        const GrazeShape* shape = &set->shapes[k];
        proxies[k] = b2MakeProxy((const b2Vec2*)shape->vertices, shape->count, 0);
    }
    for (int32_t k = 0; k < set->count; k++) {
        transforms[2 * (ptrdiff_t)k] = transform_of(&set->place_a[k]);
        transforms[2 * (ptrdiff_t)k + 1] = transform_of(&set->place_b[k]);
    }
}

static void distances(int32_t first, int32_t count, double* out)
{
    for (int32_t k = first; k < first + count; k++) {
        const b2Transform* placed = &transforms[2 * (ptrdiff_t)k];
        b2DistanceInput input = {.proxyA = proxies[pairs->shape_a[k]],
                                 .proxyB = proxies[pairs->shape_b[k]],
                                 .transform = b2InvMulTransforms(placed[0], placed[1])};
        b2SimplexCache cache = {0};
        *out++ = b2ShapeDistance(&input, &cache, NULL, 0).distance;
    }
}

const Contestant BOX2D_CONTESTANT = {"Box2D", prepare, distances, NULL, BOX2D_MOST};

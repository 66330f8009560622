#include "../graze.h"
#include "../tolerance.h"
#include "solid_subdistance.h"

/*
 * GJK in space round by round, with any subdistance method, support mapping and start. Nothing here
 * is certified. Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", Alg. 1 and 6, with
 * S3D in place of the exit for three points; its second exit of Alg. 6, a vertical angle, is one of
 * the plane.
 */

/*
 *   pair     the bodies
 *   simplex  that the last round kept, in which the newest point is the last one
 *   v        its point nearest the origin
 *   newest   last support point, from which a climb starts
 *   rounds   number of support points computed
 */
typedef struct {
    SolidPair pair;
    const GrazeSolidGjkOptions* options;
    SolidSimplex simplex;
    GrazeVec3 v;
    SolidPoint newest;
    int32_t rounds;
} Search;

/*
 * Returns the end of a walk along edges that lead further. Each step leads to another vertex. Where a
 * neighbor is as far to within rounding, an edge towards a vertex that is much further may be hidden,
 * so that all vertices are scanned, as by graze_solid_climb.
 */
static int32_t climb(const GrazeSolid* body, GrazeVec3 d, int32_t from)
{
    const GrazeSolidFaces* faces = &body->faces;
    const GrazeSolidPoint* v = body->vertices;
    double margin = GRAZE_SOLID_SUPPORT_ERROR * body->extent * vec3_norm1(d);
    int32_t here = from;
    double most = -INFINITY;
    for (;;) {
        int32_t next = here;
        for (int32_t k = faces->neighbor_starts[here]; k < faces->neighbor_starts[here + 1]; k++) {
            const GrazeSolidPoint* p = &v[faces->neighbors[k]];
            double along = (p->x * d.x + p->y * d.y) + p->z * d.z;
            if (!(along > most)) continue;
            most = along;
            next = faces->neighbors[k];
        }
        double along = (v[here].x * d.x + v[here].y * d.y) + v[here].z * d.z;
        if (along - most > margin) return here;
        if (!(most > along)) return solid_scan(v, body->count, d);
        here = next;
    }
}

static int32_t furthest(const SolidPlaced* placed, GrazeVec3 d, GrazeSolidSupport support,
                        int32_t from)
{
    SolidDirection in = solid_direction_in(placed, d);
    if (support == GRAZE_SOLID_SUPPORT_AUTO) return solid_furthest(placed, &in);
    bool has_edges = support == GRAZE_SOLID_SUPPORT_CLIMB && placed->body->count > 1;
    return has_edges ? climb(placed->body, in.d, from)
                     : solid_scan(placed->body->vertices, placed->body->count, in.d);
}

/* Counts a round and finds its support point. */
static void find_support(Search* search, GrazeVec3 direction)
{
    const SolidPair* pair = &search->pair;
    GrazeSolidSupport support = search->options->support;
    int32_t i = furthest(&pair->a, direction, support, search->newest.a);
    int32_t j = furthest(&pair->b, vec3_neg(direction), support, search->newest.b);
    search->newest = solid_point(pair, i, j);
    search->rounds++;
}

/* Runs the first round: the support point towards the origin, as seen from a point of A - B or from
   far along the first axis. Returns the direction. */
static GrazeVec3 begin(Search* search)
{
    search->rounds = 0;
    search->newest = solid_point(&search->pair, 0, 0);
    GrazeVec3 from = search->options->start == GRAZE_START_FIXED ? vec3(1, 0, 0) : search->newest.w;
    GrazeVec3 direction = vec3_neg(from);
    find_support(search, direction);
    search->simplex = (SolidSimplex){{search->newest}, 1};
    search->v = search->newest.w;
    return direction;
}

static SolidFeature reduce(const SolidPoint* const point[], int32_t count,
                           GrazeSolidSubdistance method)
{
    if (method == GRAZE_SOLID_SIGNED_VOLUME) return graze_solid_reduce_signed_volume(point, count);
    if (method == GRAZE_SOLID_JOHNSON) return graze_solid_reduce_johnson(point, count);
    if (method == GRAZE_SOLID_VORONOI) return graze_solid_reduce_voronoi(point, count);
    return graze_solid_reduce(point, count);
}

/*
 * Adds the newest point to the simplex and reduces it to the feature nearest the origin. Unless
 * that is nearer than before, only the outcome changes. Where A - B has a face of four corners or
 * more, the last point lies in the plane of the other three, and rounding alone makes it seem
 * further: the tetrahedron is flat, and no method can decide which side of it the origin is on. So
 * progress within the errors of both products counts as none: `error` |v| is that of each point.
 */
static GrazeOutcome add_point(Search* search)
{
    const SolidPoint* point[4];
    SolidSimplex tried = search->simplex;
    double square = vec3_dot(search->v, search->v);
    for (int32_t k = 0; k < tried.count; k++)
        if (solid_is_same_point(&tried.point[k], &search->newest)) return GRAZE_OUTCOME_REPEATED;
    double progress = square - vec3_dot(search->v, search->newest.w);
    double doubt = 4 * (GRAZE_UNIT_ROUNDOFF * square + search->pair.error * sqrt(square));
    if (progress <= doubt) return GRAZE_OUTCOME_STALLED;
    tried.point[tried.count++] = search->newest;
    for (int32_t k = 0; k < tried.count; k++)
        point[k] = &tried.point[k];
    SolidFeature feature = reduce(point, tried.count, search->options->subdistance);
    if (!(vec3_dot(feature.v, feature.v) < square)) return GRAZE_OUTCOME_STALLED;
    /* Methods list points in orders of their own. */
    search->simplex.count = 0;
    for (int32_t k = 0; k < tried.count; k++)
        for (int32_t i = 0; i < feature.count; i++)
            if (feature.index[i] == k)
                search->simplex.point[search->simplex.count++] = tried.point[k];
    search->v = feature.v;
    if (feature.count == 4) return GRAZE_OUTCOME_INSIDE;
    return vec3_dot(feature.v, feature.v) > 0 ? GRAZE_OUTCOME_NEARER : GRAZE_OUTCOME_ORIGIN;
}

/* Returns whether another round follows. */
static bool continues(const Search* search, GrazeOutcome outcome)
{
    return outcome == GRAZE_OUTCOME_NEARER && search->rounds < GRAZE_SOLID_MAX_ROUNDS;
}

static GrazeOutcome first_outcome(const Search* search)
{
    return vec3_dot(search->v, search->v) > 0 ? GRAZE_OUTCOME_NEARER : GRAZE_OUTCOME_ORIGIN;
}

/* ---- answers ---- */

/* Writes barycentric weights of v in a simplex that a round kept: at least 0, with the sum 1. */
static void find_weights(const SolidSimplex* simplex, double weight[4])
{
    const SolidPoint* point[4];
    for (int32_t k = 0; k < simplex->count; k++)
        point[k] = &simplex->point[k];
    double sum = 0;
    graze_solid_barycentric(point, simplex->count, weight);
    for (int32_t k = 0; k < simplex->count; k++) {
        weight[k] = max2(weight[k], 0);
        sum += weight[k];
    }
    for (int32_t k = 0; k < simplex->count; k++)
        weight[k] = sum > 0 ? weight[k] / sum : 1.0 / simplex->count;
}

static void write_vector(GrazeVec3 p, double out[3])
{
    out[0] = p.x;
    out[1] = p.y;
    out[2] = p.z;
}

static GrazeSolidDifference difference_of(const SolidPoint* p)
{
    return (GrazeSolidDifference){p->w.x, p->w.y, p->w.z, p->a, p->b};
}

static void write_estimate(const Search* search, GrazeOutcome outcome, GrazeSolidEstimate* out)
{
    const SolidPair* pair = &search->pair;
    double weight[4];
    GrazeVec3 on_a = vec3(0, 0, 0);
    GrazeVec3 on_b = vec3(0, 0, 0);
    find_weights(&search->simplex, weight);
    for (int32_t k = 0; k < search->simplex.count; k++) {
        on_a = vec3_mul_add(on_a, weight[k], search->simplex.point[k].at_a);
        on_b = vec3_mul_add(on_b, weight[k], search->simplex.point[k].at_b);
    }
    double gap = vec3_length(search->v);
    GrazeVec3 normal = gap > 0 ? vec3_scale(search->v, -1 / gap) : vec3(0, 0, 0);
    out->distance = max2(gap - pair->reach, 0);
    /* In contact, the gap of the cores is divided in the ratio of the radii. */
    double share = gap < pair->reach ? gap / pair->reach : 1;
    on_a = vec3_mul_add(on_a, share * pair->a.body->radius, normal);
    on_b = vec3_mul_add(on_b, -share * pair->b.body->radius, normal);
    write_vector(on_a, out->point_a);
    write_vector(on_b, out->point_b);
    write_vector(normal, out->normal);
    out->outcome = (int32_t)outcome;
    out->iterations = search->rounds;
}

static int32_t barycode_of(const SolidSimplex* simplex)
{
    const SolidPoint* point[4];
    double weight[4];
    int32_t code = 0;
    if (simplex->count < 3) return 0;
    for (int32_t k = 0; k < simplex->count; k++)
        point[k] = &simplex->point[k];
    graze_solid_barycentric(point, simplex->count, weight);
    for (int32_t k = 0; k < simplex->count; k++)
        code |= (weight[k] >= 0) << k;
    return code;
}

static void write_round(const Search* search, GrazeVec3 direction, const SolidSimplex* tried,
                        GrazeOutcome outcome, GrazeSolidGjkRound* out)
{
    double weight[4];
    *out = (GrazeSolidGjkRound){.w = difference_of(&search->newest),
                                .count = tried->count,
                                .barycode = barycode_of(tried),
                                .outcome = (int32_t)outcome};
    write_vector(direction, out->direction);
    write_vector(search->v, out->v);
    find_weights(&search->simplex, weight);
    for (int32_t k = 0; k < tried->count; k++) {
        out->simplex[k].at = difference_of(&tried->point[k]);
        for (int32_t i = 0; i < search->simplex.count; i++) {
            if (!solid_is_same_point(&tried->point[k], &search->simplex.point[i])) continue;
            out->simplex[k].weight = weight[i];
            out->kept |= 1 << k;
        }
    }
}

int32_t graze_solid_trace(const GrazeSolid* a, const GrazeSolidPose* pose_a, const GrazeSolid* b,
                          const GrazeSolidPose* pose_b, const GrazeSolidGjkOptions* options,
                          GrazeSolidGjkRound* rounds, int32_t capacity, GrazeSolidEstimate* out)
{
    Search search = {.options = options};
    graze_solid_pair_init(&search.pair, a, pose_a, b, pose_b);
    GrazeVec3 direction = begin(&search);
    SolidSimplex tried = search.simplex;
    GrazeOutcome outcome = first_outcome(&search);
    for (;;) {
        if (search.rounds <= capacity)
            write_round(&search, direction, &tried, outcome, &rounds[search.rounds - 1]);
        if (!continues(&search, outcome)) break;
        direction = vec3_neg(search.v);
        tried = search.simplex;
        find_support(&search, direction);
        outcome = add_point(&search);
        if (outcome != GRAZE_OUTCOME_REPEATED) tried.point[tried.count++] = search.newest;
    }
    write_estimate(&search, outcome, out);
    return search.rounds;
}

void graze_solid_distance_by(const GrazeSolid* a, const GrazeSolidPose* pose_a, const GrazeSolid* b,
                             const GrazeSolidPose* pose_b, const GrazeSolidGjkOptions* options,
                             GrazeSolidEstimate* out)
{
    graze_solid_trace(a, pose_a, b, pose_b, options, NULL, 0, out);
}

bool graze_solid_collide_by(const GrazeSolid* a, const GrazeSolidPose* pose_a, const GrazeSolid* b,
                            const GrazeSolidPose* pose_b, const GrazeSolidGjkOptions* options,
                            int32_t* rounds)
{
    Search search = {.options = options};
    graze_solid_pair_init(&search.pair, a, pose_a, b, pose_b);
    double reach = search.pair.reach + search.pair.error;
    begin(&search);
    GrazeOutcome outcome = first_outcome(&search);
    bool is_disjoint = false;
    while (continues(&search, outcome) && !is_disjoint && vec3_length(search.v) > reach) {
        GrazeVec3 v = search.v;
        find_support(&search, vec3_neg(v));
        is_disjoint = vec3_dot(v, search.newest.w) > reach * vec3_length(v);
        if (!is_disjoint) outcome = add_point(&search);
    }
    *rounds = search.rounds;
    return !is_disjoint && vec3_length(search.v) <= reach;
}

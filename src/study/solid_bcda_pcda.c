#include "../solid/motion/moving_pair.h"
#include "hong.h"

/*
 * BCDA and PCDA for m = 3: bcda_pcda.c has the separation bounds of both, with n the unit normal
 * from A to B, and procedures A and B, whose normal is fixed to a body. Nothing here is certified.
 *
 * Table I. N_i is 1, 2 or 3 where the nearest point of body i is a vertex, inside an edge or inside
 * a facet; A stands for i = 1.
 *
 *         N_1, N_2   flag 0   flag 1   flag 2
 *   (a)   1, 1       B        A
 *   (b)   1, 2       B
 *   (c)   1, 3       B
 *   (d)   2, 1       A
 *   (e)   2, 2       B        A        C
 *   (f)   2, 3       B
 *   (g)   3, 1       A
 *   (h)   3, 2       A
 *   (i)   3, 3       B
 *
 * The flag counts iterations with the same two vertices, 0 or 1 in turn, or with the same two
 * edges, 0, 1 and 2 in turn.
 *
 * A regular contact of polytopes, with one point and one separating plane, is that of a vertex
 * inside a facet, (c) or (g), or of two edges that cross, (e). At (c) and (g) the plane is that of
 * the facet: as in the plane, the step that ends at the contact begins there. At (e) it turns with
 * both edges, which procedures A and B do not follow, and the steps would become ever shorter:
 * procedure C follows them.
 *
 * Procedure C. Near its edge from z_i1 to z_i2 body i is inside the wedge TK_i of the two facets
 * that meet in the edge, with z_i3 and z_i4 other vertices of these: K_i is in TK_i, as it is
 * convex. With e_i = z_i2 - z_i1 and n along e_1 x e_2, from A to B, TK_1 is on one side of the
 * plane through its edge, and TK_2 on the other side of that through its own, while
 *
 *   -n . (z_13 - z_11) > 0    (5.1)
 *   -n . (z_14 - z_11) > 0    (5.2)
 *    n . (z_23 - z_21) > 0    (5.3)
 *    n . (z_24 - z_21) > 0    (5.4)
 *    n . (z_21 - z_11) > 0    (5.5)
 *
 * as n . e_1 = n . e_2 = 0. With n = +-e_1 x e_2 these are the determinants of the paper, up to
 * their signs; (5.5) may have any vertex of edge 2. Each is a polynomial of coordinates that are as
 * smooth as the motion. So up to the first root n separates the wedges, and the bodies do not meet:
 * if it is one of (5.5), the lines of the edges meet there, and near a contact the edges; else it
 * is a step like any other. For radii of sum r (5.5) is n . (z_21 - z_11) - r |n| > 0: the planes
 * are moved apart by them. A segment has no facets, and so no (5.1) and (5.2); a polygon has two,
 * in one plane.
 *
 * The paper's text, corrected:
 * - Procedure C states no signs, although the root finder requires f > 0 at first. The signs are
 *   those above, with the sign of n that makes (5.5) positive.
 * - It does not define z_13, z_14, z_23, z_24 but by a figure.
 * - "N_i has a direct correspondence to the configuration" is not so: a point inside a facet of
 *   four or more vertices can lie on a diagonal, between two vertices. Such a pair has no wedge.
 *   Here N_i is 3 for two vertices that are not an edge.
 * - Parallel edges, and facets parallel to the edge of the other body, have a determinant 0 at
 *   theta_k: procedure C finds its root there, theta_k+1 = theta_k, for ever if no other row is
 *   entered. Here B takes the place of C where one of its functions is not above 0.
 * - The equation numbers (5.1) and (5.2) are used twice; here they are those of procedure C.
 * - Step 4 as printed increments the flag of vertices, and then sets it to 0, as "otherwise"
 *   belongs to the second condition alone. Here it belongs to both.
 */

/* ---- procedures A and B, and the bound of BCDA ---- */

/* A separation bound whose normal is fixed to the world, to A or to B. */
typedef struct {
    const SolidRelativeMotion* motion;
    GrazeSolidProcedure frame;
    GrazeVec3 normal; /* in the frame it is fixed to */
    double constant;  /* subtracted at all times: the reach, and the support of the frame's body */
} NormalBound;

static GrazeVec3 vertex_of(const SolidRelativeMotion* motion, int side, int32_t i)
{
    const GrazeSolidPoint* v = &motion->body[side]->solid->vertices[i];
    return vec3(v->x, v->y, v->z);
}

/* Samples a separation bound at t: the terms that all pairs of vertices share. */
static void sample_bound(const void* context, double t, GrazeSample* out)
{
    const NormalBound* bound = context;
    SolidMotionState state;
    graze_solid_state_evaluate(bound->motion, t, &state);
    const GrazeSolidPose* a = &state.pose[0];
    const GrazeSolidPose* b = &state.pose[1];
    GrazeVec3 n = bound->normal;
    if (bound->frame == GRAZE_SOLID_PROCEDURE_A) n = solid_rotate(a->rotation, n);
    if (bound->frame == GRAZE_SOLID_PROCEDURE_B) n = solid_rotate(b->rotation, n);
    out->level = vec3_dot(n, vec3(b->x - a->x, b->y - a->y, b->z - a->z)) - bound->constant;
    GrazeVec3 along[2] = {{0, 0, 0}, {0, 0, 0}};
    if (bound->frame != GRAZE_SOLID_PROCEDURE_A)
        along[0] = vec3_neg(solid_rotate_back(a->rotation, n));
    if (bound->frame != GRAZE_SOLID_PROCEDURE_B) along[1] = solid_rotate_back(b->rotation, n);
    for (int k = 0; k < 3; k++) {
        out->terms[k] = vec3_at(along[0], k);
        out->terms[3 + k] = vec3_at(along[1], k);
    }
}

/* Computes the term of vertex i of a body. */
static double vertex_term(const void* context, const GrazeSample* sample, int side, int32_t i)
{
    const double* along = &sample->terms[3 * side];
    GrazeVec3 vertex = vertex_of(((const NormalBound*)context)->motion, side, i);
    return vec3_dot(vec3(along[0], along[1], along[2]), vertex);
}

/* Returns max p . v over the vertices of a core. */
static double support_value(const GrazeSolid* solid, GrazeVec3 p)
{
    const GrazeSolidPoint* v = &solid->vertices[solid_scan(solid->vertices, solid->count, p)];
    return vec3_dot(p, vec3(v->x, v->y, v->z));
}

/* Finds the time, up to `end`, at which the separation bound of a proximity falls to 0. */
static GrazeRootStatus find_closing_time(const SolidRelativeMotion* motion,
                                         const SolidProximity* proximity, GrazeSolidProcedure frame,
                                         double end, double mu, double* root)
{
    const GrazeSolid* a = motion->body[0]->solid;
    const GrazeSolid* b = motion->body[1]->solid;
    const GrazeSolidPose* pose = proximity->state.pose;
    NormalBound bound = {motion, frame, proximity->normal, motion->interval.reach};
    GrazeFamily family = {a->count, b->count, &bound, sample_bound, vertex_term};
    if (frame == GRAZE_SOLID_PROCEDURE_A) {
        bound.normal = solid_rotate_back(pose[0].rotation, proximity->normal);
        bound.constant += support_value(a, bound.normal);
        family.count_a = 1;
    } else if (frame == GRAZE_SOLID_PROCEDURE_B) {
        bound.normal = solid_rotate_back(pose[1].rotation, proximity->normal);
        bound.constant += support_value(b, vec3_neg(bound.normal));
        family.count_b = 1;
    }
    return graze_smallest_root(&family, proximity->state.time, end, mu, root);
}

/* ---- procedure C ---- */

/*
 * The wedges TK_1 and TK_2, in the frames of the bodies.
 *
 *   end    z_i1 and z_i2, the ends of the edge
 *   other  z_i3 and z_i4 less z_i1, `others` of them
 *   sign   1 or -1, so that n = sign e_1 x e_2 is from A to B
 */
typedef struct {
    const SolidRelativeMotion* motion;
    GrazeVec3 end[2][2], other[2][2];
    int32_t others[2];
    double sign;
} Wedges;

/* Samples the functions of (5.1) to (5.5), or as many as there are, at t. */
static void sample_wedges(const void* context, double t, GrazeSample* out)
{
    const Wedges* wedges = context;
    SolidMotionState state;
    GrazeVec3 begin[2];
    GrazeVec3 edge[2];
    graze_solid_state_evaluate(wedges->motion, t, &state);
    for (int i = 0; i < 2; i++) {
        const GrazeSolidPose* pose = &state.pose[i];
        const GrazeVec3* end = wedges->end[i];
        begin[i] = vec3_add(solid_rotate(pose->rotation, end[0]), vec3(pose->x, pose->y, pose->z));
        edge[i] = solid_rotate(pose->rotation, vec3_sub(end[1], end[0]));
    }
    GrazeVec3 n = vec3_scale(vec3_cross(edge[0], edge[1]), wedges->sign);
    out->level = 0;
    out->terms[0] =
        vec3_dot(n, vec3_sub(begin[1], begin[0])) - wedges->motion->interval.reach * vec3_length(n);
    int32_t count = 1;
    for (int i = 0; i < 2; i++) {
        for (int32_t k = 0; k < wedges->others[i]; k++) {
            double along = vec3_dot(n, solid_rotate(state.pose[i].rotation, wedges->other[i][k]));
            out->terms[count++] = i == 0 ? -along : along;
        }
    }
}

/* Returns a determinant; side 1 has one term, which is 0. */
static double wedge_term(const void* context, const GrazeSample* sample, int side, int32_t i)
{
    (void)context;
    return side == 0 ? sample->terms[i] : 0;
}

/* Writes z_i3 and z_i4 of the edge between two vertices: the next corner of either facet. */
static void find_wedge(const GrazeSolid* solid, const int32_t ends[2], Wedges* wedges, int side)
{
    const GrazeSolidFaces* faces = &solid->faces;
    GrazeVec3* end = wedges->end[side];
    for (int k = 0; k < 2; k++)
        end[k] = vertex_of(wedges->motion, side, ends[k]);
    wedges->others[side] = 0;
    for (int32_t f = 0; f < faces->face_count && wedges->others[side] < 2; f++) {
        const int32_t* corner = &faces->corners[faces->face_starts[f]];
        int32_t count = faces->face_starts[f + 1] - faces->face_starts[f];
        for (int32_t k = 0; k < count; k++) {
            int32_t p = corner[k];
            int32_t q = corner[(k + 1) % count];
            if (!(p == ends[0] && q == ends[1]) && !(p == ends[1] && q == ends[0])) continue;
            GrazeVec3 other = vertex_of(wedges->motion, side, corner[(k + 2) % count]);
            wedges->other[side][wedges->others[side]++] = vec3_sub(other, end[0]);
            break;
        }
    }
}

/* Finds the first root of (5.1) to (5.5). Returns false where one of them is not above 0 now. */
static bool find_wedge_time(Wedges* wedges, double now, double end, double mu, double* root,
                            GrazeRootStatus* status)
{
    GrazeSample sample;
    GrazeFamily family = {1 + wedges->others[0] + wedges->others[1], 1, wedges, sample_wedges,
                          wedge_term};
    wedges->sign = 1;
    sample_wedges(wedges, now, &sample);
    if (!(sample.terms[0] > 0)) {
        wedges->sign = -1;
        sample_wedges(wedges, now, &sample);
    }
    for (int32_t i = 0; i < family.count_a; i++)
        if (!(sample.terms[i] > 0)) return false;
    *status = graze_smallest_root(&family, now, end, mu, root);
    return true;
}

/* ---- PCDA ---- */

/* N_i of both bodies, the vertices I_i, of which only those of vertices and edges count, in
   ascending order, and the flag of step 4. */
typedef struct {
    int32_t count[2], vertex[2][2], flag;
} NearestFeatures;

/*
 * State of a search: `moving`, the first member, is what the functions of a moving pair see. The
 * features are those of the instant last measured. `rounds` has room for `capacity` of the rounds
 * made.
 */
typedef struct {
    SolidMovingPair moving;
    const GrazeAdvancement* advancement;
    void (*measure)(void* pair, bool needs_depth, GrazeInstant* instant);
    NearestFeatures features;
    GrazeSolidContactRound* rounds;
    int32_t capacity, round_count;
} PublishedPair;

static bool are_neighbors(const GrazeSolidFaces* faces, int32_t i, int32_t j)
{
    for (int32_t k = faces->neighbor_starts[i]; k < faces->neighbor_starts[i + 1]; k++)
        if (faces->neighbors[k] == j) return true;
    return false;
}

/* Writes N_i and I_i of a side of a simplex of A - B. */
static void find_feature(const SolidSimplex* simplex, const GrazeSolid* solid, int side,
                         NearestFeatures* out)
{
    int32_t count = 0;
    int32_t* vertex = out->vertex[side];
    for (int32_t k = 0; k < simplex->count; k++) {
        int32_t i = side == 0 ? simplex->point[k].a : simplex->point[k].b;
        bool is_new = !(count > 0 && vertex[0] == i) && !(count > 1 && vertex[1] == i);
        if (is_new && count < 2) vertex[count] = i;
        count += is_new;
    }
    if (count == 2 && vertex[0] > vertex[1]) {
        int32_t first = vertex[1];
        vertex[1] = vertex[0];
        vertex[0] = first;
    }
    if (count == 2 && !are_neighbors(&solid->faces, vertex[0], vertex[1])) count = 3;
    out->count[side] = count < 3 ? count : 3;
}

/* Returns whether both features are vertices, or both edges, and those of the iteration before. */
static bool are_same_features(const NearestFeatures* p, const NearestFeatures* q)
{
    int32_t count = p->count[0];
    if (count > 2) return false;
    for (int i = 0; i < 2; i++) {
        if (p->count[i] != count || q->count[i] != count) return false;
        for (int32_t k = 0; k < count; k++)
            if (p->vertex[i][k] != q->vertex[i][k]) return false;
    }
    return true;
}

/* Measures the separation, and finds the nearest features and the flag. */
static void measure(void* data, bool needs_depth, GrazeInstant* instant)
{
    PublishedPair* pair = data;
    const SolidInterval* interval = &pair->moving.motion.interval;
    SolidProximity* proximity = &pair->moving.proximity;
    const GrazeSolidPose* pose = proximity->state.pose;
    SolidPair bodies;
    SolidGjk gjk;
    NearestFeatures now = {{0, 0}, {{0, 0}, {0, 0}}, 0};
    graze_solid_pair_init(&bodies, interval->chain[0].solid, &pose[0], interval->chain[1].solid,
                          &pose[1]);
    graze_solid_gjk(&bodies, true, &gjk);
    if (graze_solid_is_tight(&gjk, proximity->state.error)) {
        GrazeVec3 normal = graze_solid_feature_normal(&gjk.simplex, gjk.v);
        proximity->normal = vec3_scale(normal, 1 / vec3_length(normal));
        instant->separation = proximity->separation = gjk.floor - bodies.reach;
    } else {
        pair->measure(data, needs_depth, instant);
    }
    for (int i = 0; i < 2; i++)
        find_feature(&gjk.simplex, interval->chain[i].solid, i, &now);
    if (are_same_features(&now, &pair->features) && pair->features.flag < now.count[0])
        now.flag = pair->features.flag + 1;
    pair->features = now;
    if (pair->round_count++ >= pair->capacity) return;
    GrazeSolidContactRound* round = &pair->rounds[pair->round_count - 1];
    *round = (GrazeSolidContactRound){
        .time = graze_to_caller_time(pair->advancement, proximity->state.time, false),
        .separation = instant->separation,
        .normal = {proximity->normal.x, proximity->normal.y, proximity->normal.z},
        .count_a = now.count[0],
        .count_b = now.count[1],
        .flag = now.flag,
        .procedure = GRAZE_SOLID_PROCEDURE_NONE};
}

static GrazeSolidProcedure choose_procedure(const NearestFeatures* features)
{
    if (features->count[0] != features->count[1])
        return features->count[0] > features->count[1] ? GRAZE_SOLID_PROCEDURE_A
                                                       : GRAZE_SOLID_PROCEDURE_B;
    if (features->flag == 2) return GRAZE_SOLID_PROCEDURE_C;
    return features->flag == 1 ? GRAZE_SOLID_PROCEDURE_A : GRAZE_SOLID_PROCEDURE_B;
}

static GrazeRootStatus step(void* data, double end, double mu, double* next)
{
    PublishedPair* pair = data;
    const SolidRelativeMotion* motion = &pair->moving.motion;
    const SolidProximity* proximity = &pair->moving.proximity;
    bool is_pcda = pair->advancement->method == GRAZE_METHOD_PCDA;
    GrazeSolidProcedure procedure =
        is_pcda ? choose_procedure(&pair->features) : GRAZE_SOLID_PROCEDURE_WORLD;
    GrazeRootStatus status = GRAZE_ROOT_NONE;
    if (procedure == GRAZE_SOLID_PROCEDURE_C) {
        Wedges wedges = {.motion = motion};
        for (int i = 0; i < 2; i++)
            find_wedge(motion->body[i]->solid, pair->features.vertex[i], &wedges, i);
        if (!find_wedge_time(&wedges, proximity->state.time, end, mu, next, &status))
            procedure = GRAZE_SOLID_PROCEDURE_B;
    }
    if (procedure != GRAZE_SOLID_PROCEDURE_C)
        status = find_closing_time(motion, proximity, procedure, end, mu, next);
    if (pair->round_count <= pair->capacity)
        pair->rounds[pair->round_count - 1].procedure = (int32_t)procedure;
    return status;
}

GrazeStatus graze_solid_trace_contact_by(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                         const GrazeMotionOptions* options,
                                         const GrazeSolidScratch* scratch, double* times,
                                         GrazeSolidContactRound* rounds, int32_t capacity,
                                         GrazeSolidContact* out)
{
    if (options->method != GRAZE_METHOD_BCDA && options->method != GRAZE_METHOD_PCDA)
        return graze_solid_trace_contact(a, b, options, scratch, times, capacity, out);
    GrazeMotionOptions clipped = *options;
    if (a->solid->compound != NULL || b->solid->compound != NULL) return GRAZE_E_NOT_CONVEX;
    *out = (GrazeSolidContact){.lo = options->to, .hi = options->to, .status = GRAZE_CONTACT_FREE};
    if (!graze_solid_motion_window(a, b, &clipped.from, &clipped.to)) return GRAZE_OK;
    GrazeAdvancement advancement;
    GrazeContactBracket bracket = {.status = GRAZE_CONTACT_FREE};
    PublishedPair pair = {
        .advancement = &advancement, .rounds = rounds, .capacity = rounds != NULL ? capacity : 0};
    graze_solid_moving_pair_init(&advancement, &pair.moving, a, b, &clipped, scratch);
    GrazePairFunctions functions = *advancement.functions;
    pair.measure = functions.measure;
    functions.measure = measure;
    advancement.functions = &functions;
    advancement.trace = times;
    advancement.trace_capacity = capacity;
    graze_advance_as_published(&advancement, 0, step, &pair, &bracket);
    if (pair.moving.is_out_of_memory) return GRAZE_E_OUT_OF_MEMORY;
    out->status = (int32_t)bracket.status;
    out->iterations = advancement.evaluations;
    out->lo = graze_to_caller_time(&advancement, bracket.lo, false);
    out->hi = graze_to_caller_time(&advancement, bracket.hi, true);
    if (bracket.status == GRAZE_CONTACT_FREE) return GRAZE_OK;
    return graze_solid_write_contact(&pair.moving.motion, bracket.lo, scratch, out);
}

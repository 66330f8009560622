#include "../motion/convex_pair.h"
#include "../motion/first_contact.h"
#include "../static/shape/compound.h"
#include "../static/shape/support.h"
#include "hong.h"

/*
 * The paper's algorithms advance from t_k to t_k+1, the time at which a separation bound between
 * the bodies, as large as their distance at t_k, has fallen to 0. A separation bound is never
 * larger than the signed separation, so that with a perfect root finder the bodies do not meet
 * before. BCDA's normal is fixed in the world; PCDA's is fixed to body 1 (A, procedure A) or body 2
 * (B, procedure B). With n the unit normal from A to B, -xi / |xi| at t_k, the bound is
 *
 *   min n . b - max n . a - reach = -F_k / |xi_k|
 *
 * Fixed to A, n(t) = R_A(t) R_A(t_k)^T n_k, and max n . a keeps its value of t_k: a family of one
 * function for each vertex b,
 *
 *   f_b(t) = n . (p_B - p_A) - max n . a - reach + (R_B^T n) . b = -G_jk / |xi_k|
 *
 * each as smooth as the motion, as the root finder requires. Fixed to B, the vertices of A take
 * their place. For a normal that is fixed in the world both bodies turn: BCDA takes a function for
 * each pair of vertices, since F_k itself has kinks where a support vertex changes, and a parabola
 * states nothing beyond a kink.
 *
 * The table gives the body to which the normal is fixed, in the plane. N_1 and N_2 are the numbers
 * of vertices of each body between which its nearest point lies.
 *
 *   N_1, N_2   flag 0   flag 1
 *   1, 1       B        A
 *   1, 2       B
 *   2, 1       A
 *   2, 2       B
 *
 * At a regular contact of polygons, with one point and one separating line, a vertex lies inside an
 * edge: two vertices would leave the line room to turn, and two edges share more than a point. The
 * line is that of the edge. So once vertex and edge are the nearest features, the bound fixed to
 * the edge's body is 0 at the contact, and not sooner unless another vertex crosses the edge's line
 * first: near the contact, the next step is the last. Hence 1,2 and 2,1. At 1,1 neither body is
 * right: they alternate while the pair of vertices stays the same, so that the steps do not creep
 * along with the body that spins. At 2,2 the normal is that of both edges; if A's turns out to be
 * the one, the next features are 2,1. Procedure C, and flag 2, are for edges that meet where
 * neither has a vertex, which is impossible in the plane.
 *
 * The paper's text, corrected: (6.2) and (6.3) have R_1^T(theta) xi_k where (5.1) has
 * R_1^T(theta_k) xi_k, without which h_C1 is not constant.
 */

typedef struct {
    const GrazeRelativeMotion* motion;
    GrazeNormalFrame frame;
    GrazeVec normal; /* in the frame it is fixed to */
    double constant; /* subtracted at all times: the reach, and the support of the frame's body */
} NormalBound;

static GrazeVec negated(GrazeVec p)
{
    return vec(-p.x, -p.y);
}

/* Samples a separation bound at t: the terms that all pairs of vertices share. */
static void sample_bound(const void* context, double t, GrazeSample* out)
{
    const NormalBound* bound = context;
    GrazeMotionState state;
    graze_motion_state_evaluate(bound->motion, t, &state);
    const GrazePose* a = &state.pose_a;
    const GrazePose* b = &state.pose_b;
    GrazeVec n = bound->normal;
    if (bound->frame == GRAZE_FRAME_A) n = vec_rotate(n, a->cos, a->sin);
    if (bound->frame == GRAZE_FRAME_B) n = vec_rotate(n, b->cos, b->sin);
    out->level = vec_dot(n, vec(b->x - a->x, b->y - a->y)) - bound->constant;
    GrazeVec along_a = negated(vec_inv_rotate(n, a->cos, a->sin));
    GrazeVec along_b = vec_inv_rotate(n, b->cos, b->sin);
    if (bound->frame == GRAZE_FRAME_A) along_a = vec(0, 0);
    if (bound->frame == GRAZE_FRAME_B) along_b = vec(0, 0);
    out->terms[0] = along_a.x;
    out->terms[1] = along_a.y;
    out->terms[2] = along_b.x;
    out->terms[3] = along_b.y;
}

/* Computes the term of vertex i of a body. */
static double vertex_term(const void* context, const GrazeSample* sample, int side, int32_t i)
{
    const GrazeRelativeMotion* motion = ((const NormalBound*)context)->motion;
    const GrazeMovingBody* body = side == 0 ? motion->a : motion->b;
    const double* along = &sample->terms[2 * side];
    return vec_dot(vec(along[0], along[1]), vec_from_point(body->shape->vertices[i]));
}

/* Returns max p . v over the vertices of a core. */
static double support_value(const GrazeShape* shape, GrazeVec p)
{
    int32_t i = graze_support(shape, p.x, p.y, GRAZE_SUPPORT_SCAN, 0);
    return vec_dot(p, vec_from_point(shape->vertices[i]));
}

/* Finds the time, up to `end`, at which the separation bound of a proximity falls to 0. */
static GrazeRootStatus find_closing_time(const GrazeRelativeMotion* motion,
                                         const GrazeProximity* proximity, GrazeNormalFrame frame,
                                         double end, double mu, double* root)
{
    const GrazeShape* a = motion->a->shape;
    const GrazeShape* b = motion->b->shape;
    const GrazePose* pose_a = &proximity->state.pose_a;
    const GrazePose* pose_b = &proximity->state.pose_b;
    NormalBound bound = {motion, frame, proximity->normal, motion->interval.reach};
    GrazeFamily family = {a->count, b->count, &bound, sample_bound, vertex_term};
    if (frame == GRAZE_FRAME_A) {
        bound.normal = vec_inv_rotate(proximity->normal, pose_a->cos, pose_a->sin);
        bound.constant += support_value(a, bound.normal);
        family.count_a = 1;
    } else if (frame == GRAZE_FRAME_B) {
        bound.normal = vec_inv_rotate(proximity->normal, pose_b->cos, pose_b->sin);
        bound.constant += support_value(b, negated(bound.normal));
        family.count_b = 1;
    }
    return graze_smallest_root(&family, proximity->state.time, end, mu, root);
}

/*
 * The numbers of vertices of A and B between which the nearest points lie, the first vertex of
 * each, and the flag of PCDA's step 4.
 */
typedef struct {
    int32_t count_a, count_b, a, b, flag;
} NearestFeatures;

static void update_features(const GrazeProximityCache* cache, NearestFeatures* features)
{
    const GrazeCsoPoint* p = &cache->point[0];
    const GrazeCsoPoint* q = &cache->point[cache->count - 1];
    int32_t count_a = p->a != q->a ? 2 : 1;
    int32_t count_b = p->b != q->b ? 2 : 1;
    NearestFeatures now = {count_a, count_b, p->a, p->b, 0};
    if (cache->swapped) now = (NearestFeatures){count_b, count_a, p->b, p->a, 0};
    bool are_vertices = now.count_a == 1 && now.count_b == 1;
    bool are_same = features->count_a == 1 && features->count_b == 1 && features->a == now.a &&
                    features->b == now.b;
    now.flag = are_vertices && are_same && features->flag == 0;
    *features = now;
}

static GrazeNormalFrame choose_frame(const NearestFeatures* features)
{
    bool is_frame_a = features->count_a > features->count_b || features->flag > 0;
    return is_frame_a ? GRAZE_FRAME_A : GRAZE_FRAME_B;
}

typedef struct {
    GrazeConvexPair* pair;
    GrazeContactMethod method;
    NearestFeatures features;
} PublishedPair;

static GrazeRootStatus step(void* data, double end, double mu, double* next)
{
    PublishedPair* published = data;
    GrazeConvexPair* pair = published->pair;
    GrazeNormalFrame frame = GRAZE_FRAME_WORLD;
    update_features(&pair->cache, &published->features);
    if (published->method == GRAZE_METHOD_PCDA) frame = choose_frame(&published->features);
    return find_closing_time(&pair->motion, &pair->proximity, frame, end, mu, next);
}

int32_t graze_trace_contact_by(const GrazeMovingBody* a, const GrazeMovingBody* b,
                               const GrazeMotionOptions* options, double* times, int32_t capacity,
                               GrazeContact* out)
{
    bool is_published =
        options->method == GRAZE_METHOD_BCDA || options->method == GRAZE_METHOD_PCDA;
    bool is_inflated = a->inflation != NULL || b->inflation != NULL;
    if (!is_published || is_inflated || graze_is_compound(a->shape, b->shape))
        return graze_trace_contact(a, b, options, times, capacity, out);
    GrazeMotionOptions clipped = *options;
    *out = (GrazeContact){.status = GRAZE_CONTACT_FREE, .lo = options->to, .hi = options->to};
    if (!graze_motion_window(a, b, &clipped.from, &clipped.to)) return 0;
    GrazeConvexPair pair;
    GrazeAdvancement advancement;
    GrazeContactBracket bracket = {.status = GRAZE_CONTACT_FREE};
    graze_convex_pair_init(&advancement, &pair, a, b, &clipped);
    advancement.trace = times;
    advancement.trace_capacity = capacity;
    PublishedPair published = {.pair = &pair, .method = options->method};
    graze_advance_as_published(&advancement, 0, step, &published, &bracket);
    out->status = (int32_t)bracket.status;
    out->iterations = advancement.evaluations;
    out->lo = graze_to_caller_time(&advancement, bracket.lo, false);
    out->hi = graze_to_caller_time(&advancement, bracket.hi, true);
    if (bracket.status != GRAZE_CONTACT_FREE)
        graze_write_witness(&pair.motion, bracket.lo, false, out);
    return out->iterations;
}

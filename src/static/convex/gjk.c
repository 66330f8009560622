#include "gjk.h"

/*
 * Simplex: a point p (q equals p then) or the edge from p to q; v is its point nearest the origin.
 * All of it stays in registers, because a load right after a store of the same data has to wait for
 * it. So structs are copied field by field, and only copies of them are passed to functions that
 * are not inline.
 */
typedef struct {
    GrazeCsoPoint p, q;
    GrazeVec v;
    bool is_edge;
} Simplex;

ALWAYS_INLINE void copy(GrazeCsoPoint* to, const GrazeCsoPoint* from)
{
    to->w.x = from->w.x;
    to->w.y = from->w.y;
    to->a = from->a;
    to->b = from->b;
}

ALWAYS_INLINE void set_simplex(Simplex* simplex, const GrazeCsoPoint* p, const GrazeCsoPoint* q,
                               GrazeVec v, bool is_edge)
{
    copy(&simplex->p, p);
    copy(&simplex->q, q);
    simplex->v.x = v.x;
    simplex->v.y = v.y;
    simplex->is_edge = is_edge;
}

/* Reduces a triangle without area. */
static NOINLINE void reduce_flat_triangle(const Simplex* simplex, const GrazeCsoPoint* w,
                                          Simplex* next)
{
    GrazeSimplex flat = {{simplex->p, simplex->q, *w}, 3};
    next->v = graze_reduce_barycode(&flat, true);
    next->p = flat.point[0];
    next->q = flat.point[flat.count - 1];
    next->is_edge = flat.count == 2;
}

/* Reduces the edge from p to q to its nearest end or keeps the edge; p and q may be equal. */
ALWAYS_INLINE void reduce_to_edge(const GrazeCsoPoint* p, const GrazeCsoPoint* q, Simplex* next)
{
    GrazeVec v;
    int end = graze_reduce_edge(p->w, q->w, &v);
    if (end < 0) {
        set_simplex(next, p, p, v, false);
    } else if (end > 0) {
        set_simplex(next, q, q, v, false);
    } else {
        set_simplex(next, p, q, v, true);
    }
}

/*
 * Adds a support point: S2D (Alg. 3) with order tracking. The newest point A was found beyond the
 * edge BC, so the origin is on the inner side of BC: it is inside, or beyond AB, CA or A, and the
 * nearest point is on one of those. `other` is the point kept beside A; A itself if none is.
 */
ALWAYS_INLINE GrazeOutcome simplex_add(Simplex* simplex, const GrazeCsoPoint* w)
{
    if (graze_is_same_point(w, &simplex->p) || graze_is_same_point(w, &simplex->q)) {
        return GRAZE_OUTCOME_REPEATED;
    }
    Simplex next;
    GrazeCsoPoint other;
    copy(&other, &simplex->p);
    bool is_flat = false;
    if (simplex->is_edge) {
        GrazeVec a = w->w;
        GrazeVec b = simplex->p.w;
        GrazeVec c = simplex->q.w;
        GrazeVec from_b = vec_sub(a, b);
        GrazeVec from_c = vec_sub(a, c);
        int sum = sign_cross(from_b, from_c);
        bool inside_ab = sign_cross(a, b) == sum;
        bool inside_ca = sign_cross(c, a) == sum;
        is_flat = sum == 0;
        if (!is_flat && inside_ab) {
            if (inside_ca) return GRAZE_OUTCOME_INSIDE;
            copy(&other, &simplex->q);
        } else if (!is_flat && !inside_ca) {
            /* This is ConeRegion (Alg. 4). */
            bool beside_ab = vec_dot(a, from_b) > 0;
            bool is_alone = vec_dot(from_b, from_c) >= 0 || !(beside_ab || vec_dot(a, from_c) > 0);
            if (is_alone) {
                copy(&other, w);
            } else if (!beside_ab) {
                copy(&other, &simplex->q);
            }
        }
    }
    if (is_flat) {
        Simplex flat;
        GrazeCsoPoint newest;
        Simplex reduced;
        set_simplex(&flat, &simplex->p, &simplex->q, simplex->v, true);
        copy(&newest, w);
        reduce_flat_triangle(&flat, &newest, &reduced);
        set_simplex(&next, &reduced.p, &reduced.q, reduced.v, reduced.is_edge);
    } else {
        reduce_to_edge(&other, w, &next);
    }
    double square = vec_dot(next.v, next.v);
    if (square >= vec_dot(simplex->v, simplex->v)) return GRAZE_OUTCOME_STALLED;
    set_simplex(simplex, &next.p, &next.q, next.v, next.is_edge);
    return square > 0 ? GRAZE_OUTCOME_NEARER : GRAZE_OUTCOME_ORIGIN;
}

/* Returns graze_cso_point of the cached vertices, loaded into registers. */
ALWAYS_INLINE GrazeCsoPoint load_point(const GrazeCso* cso, const GrazeCsoPoint* cache)
{
    const GrazeCsoPoint stored = graze_cso_point(cso, cache->a, cache->b);
    GrazeCsoPoint point;
    copy(&point, &stored);
    return point;
}

ALWAYS_INLINE GrazeOutcome point_outcome(GrazeVec v)
{
    return vec_dot(v, v) > 0 ? GRAZE_OUTCOME_NEARER : GRAZE_OUTCOME_ORIGIN;
}

ALWAYS_INLINE void write_state(const Simplex* simplex, const GrazeCsoPoint* w, GrazeOutcome outcome,
                               GrazeGjkState* state)
{
    bool is_inside = outcome == GRAZE_OUTCOME_INSIDE;
    bool has_converged = outcome == GRAZE_OUTCOME_REPEATED || outcome == GRAZE_OUTCOME_STALLED;
    copy(&state->simplex.point[0], &simplex->p);
    copy(&state->simplex.point[1], &simplex->q);
    copy(&state->simplex.point[2], w);
    state->simplex.count = is_inside ? 3 : simplex->is_edge ? 2 : 1;
    state->v.x = simplex->v.x;
    state->v.y = simplex->v.y;
    state->floor = has_converged ? vec_dot(simplex->v, w->w) : -INFINITY;
}

GrazeEarlyExit graze_gjk(const GrazeCso* cso, GrazeStart start, const GrazeCsoPoint* cache,
                         int32_t count, bool is_early, GrazeGjkState* state)
{
    Simplex simplex;
    GrazeCsoPoint w;
    GrazeOutcome outcome = GRAZE_OUTCOME_NEARER;
    int32_t max_rounds = cso->a->count + cso->b->count + GRAZE_GJK_SPARE_ROUNDS;
    int32_t rounds = 0;
    int32_t added = 0;
    if (count > 0) {
        w = load_point(cso, &cache[added++]);
        outcome = point_outcome(w.w);
    } else {
        /* The first search direction starts from this point, which is not part of the simplex. */
        w = cso_point_inline(cso, 0, 0);
    }
    set_simplex(&simplex, &w, &w, w.w, false);
    if (count == 0 && start == GRAZE_START_FIXED) simplex.v = vec(1, 0);
    while (outcome == GRAZE_OUTCOME_NEARER && rounds < max_rounds) {
        bool is_cached = added < count;
        bool may_stop = is_early && added > 0;
        if (is_cached) {
            w = load_point(cso, &cache[added]);
        } else {
            if (may_stop && certify_near_filtered(cso, simplex.v)) return GRAZE_EARLY_EXIT_CONTACT;
            w = cso_support_inline(cso, -simplex.v.x, -simplex.v.y, simplex.q.a, simplex.q.b);
            rounds++;
            if (may_stop && certify_disjoint_filtered(cso, simplex.v, w.w))
                return GRAZE_EARLY_EXIT_DISJOINT;
            if (may_stop && simplex.is_edge &&
                certify_enclosed_filtered(cso, simplex.p.w, simplex.q.w, simplex.v, w.w)) {
                return GRAZE_EARLY_EXIT_CONTACT;
            }
        }
        if (added++ == 0) {
            set_simplex(&simplex, &w, &w, w.w, false);
            outcome = point_outcome(w.w);
        } else {
            outcome = simplex_add(&simplex, &w);
            /* A cached point need not be nearer. */
            if (is_cached && outcome != GRAZE_OUTCOME_ORIGIN) outcome = GRAZE_OUTCOME_NEARER;
        }
    }
    write_state(&simplex, &w, outcome, state);
    state->iterations = rounds;
    return GRAZE_EARLY_EXIT_NONE;
}

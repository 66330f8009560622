#include "search.h"

/*
 * The simplex is a point p (then q is the same) or the edge from p to q, and v its point nearest the
 * origin. All of it stays in registers: what is stored and loaded again at once is waited for. So structs are
 * copied field by field, and only copies of them are given to functions that are not inline.
 */
typedef struct {
    GrazeCsoPoint p, q;
    GrazeVec v;
    bool is_edge;
} Held;

HOT void copy(GrazeCsoPoint* to, const GrazeCsoPoint* from)
{
    to->w.x = from->w.x;
    to->w.y = from->w.y;
    to->a = from->a;
    to->b = from->b;
}

HOT void hold(Held* held, const GrazeCsoPoint* p, const GrazeCsoPoint* q, GrazeVec v, bool is_edge)
{
    copy(&held->p, p);
    copy(&held->q, q);
    held->v.x = v.x;
    held->v.y = v.y;
    held->is_edge = is_edge;
}

/* A triangle without area. */
static COLD void take_flat(const Held* held, const GrazeCsoPoint* w, Held* next)
{
    GrazeSimplex flat = {{held->p, held->q, *w}, 3};
    next->v = graze_subdistance(&flat, GRAZE_BARYCODE);
    next->p = flat.point[0];
    next->q = flat.point[flat.count - 1];
    next->is_edge = flat.count == 2;
}

/* Of the edge from p to q the end or the edge, whichever is nearest; also when q is p. */
HOT void take_edge(const GrazeCsoPoint* p, const GrazeCsoPoint* q, Held* next)
{
    GrazeVec v;
    int end = graze_reduce_edge(p->w, q->w, &v);
    if (end < 0) {
        hold(next, p, p, v, false);
    } else if (end > 0) {
        hold(next, q, q, v, false);
    } else {
        hold(next, p, q, v, true);
    }
}

/*
 * S2D (Alg. 3) by order tracking. The newest point A was found beyond the edge BC, so the origin is on the
 * inner side of BC: it is inside, or beyond AB, CA or A, and the nearest point is on one of those.
 */
HOT GrazeOutcome take(Held* held, const GrazeCsoPoint* w)
{
    if (graze_is_same_point(w, &held->p) || graze_is_same_point(w, &held->q)) {
        return GRAZE_OUTCOME_REPEATED;
    }
    Held next;
    GrazeCsoPoint other;
    copy(&other, &held->p);
    bool is_flat = false;
    if (held->is_edge) {
        GrazeVec a = w->w;
        GrazeVec b = held->p.w;
        GrazeVec c = held->q.w;
        GrazeVec from_b = vec_sub(a, b);
        GrazeVec from_c = vec_sub(a, c);
        int sum = sign_cross(from_b, from_c);
        bool inside_ab = sign_cross(a, b) == sum;
        bool inside_ca = sign_cross(c, a) == sum;
        is_flat = sum == 0;
        if (!is_flat && inside_ab) {
            if (inside_ca) return GRAZE_OUTCOME_INSIDE;
            copy(&other, &held->q);
        } else if (!is_flat && !inside_ca) {
            /* ConeRegion (Alg. 4) */
            bool beside_ab = vec_dot(a, from_b) > 0;
            bool is_alone = vec_dot(from_b, from_c) >= 0 || !(beside_ab || vec_dot(a, from_c) > 0);
            if (is_alone) {
                copy(&other, w);
            } else if (!beside_ab) {
                copy(&other, &held->q);
            }
        }
    }
    if (is_flat) {
        Held flat;
        GrazeCsoPoint newest;
        Held taken;
        hold(&flat, &held->p, &held->q, held->v, true);
        copy(&newest, w);
        take_flat(&flat, &newest, &taken);
        hold(&next, &taken.p, &taken.q, taken.v, taken.is_edge);
    } else {
        take_edge(&other, w, &next);
    }
    double square = vec_dot(next.v, next.v);
    if (square >= vec_dot(held->v, held->v)) return GRAZE_OUTCOME_STALLED;
    hold(held, &next.p, &next.q, next.v, next.is_edge);
    return square > 0 ? GRAZE_OUTCOME_NEARER : GRAZE_OUTCOME_ORIGIN;
}

/* graze_cso_point, brought into registers. */
HOT GrazeCsoPoint fetch(const GrazeCso* cso, const GrazeCsoPoint* guess)
{
    const GrazeCsoPoint stored = graze_cso_point(cso, guess->a, guess->b);
    GrazeCsoPoint point;
    copy(&point, &stored);
    return point;
}

HOT GrazeOutcome outcome_at(GrazeVec v)
{
    return vec_dot(v, v) > 0 ? GRAZE_OUTCOME_NEARER : GRAZE_OUTCOME_ORIGIN;
}

HOT void tell(const Held* held, const GrazeCsoPoint* w, GrazeOutcome outcome, GrazeDescent* descent)
{
    bool is_inside = outcome == GRAZE_OUTCOME_INSIDE;
    bool is_done = outcome == GRAZE_OUTCOME_REPEATED || outcome == GRAZE_OUTCOME_STALLED;
    copy(&descent->simplex.point[0], &held->p);
    copy(&descent->simplex.point[1], &held->q);
    copy(&descent->simplex.point[2], w);
    descent->simplex.count = is_inside ? 3 : held->is_edge ? 2 : 1;
    descent->v.x = held->v.x;
    descent->v.y = held->v.y;
    descent->floor = is_done ? vec_dot(held->v, w->w) : -INFINITY;
}

GrazeSeen graze_search(const GrazeCso* cso, GrazeStart start, const GrazeCsoPoint* guess,
                       int32_t count, bool is_early, GrazeDescent* descent)
{
    Held held;
    GrazeCsoPoint w;
    GrazeOutcome outcome = GRAZE_OUTCOME_NEARER;
    int32_t most = cso->a->count + cso->b->count + GRAZE_GJK_SPARE_ROUNDS;
    int32_t rounds = 0;
    int32_t taken = 0;
    if (count > 0) {
        w = fetch(cso, &guess[taken++]);
        outcome = outcome_at(w.w);
    } else {
        /* Where the first support point is looked for from; it is not of the simplex. */
        w = cso_point_of(cso, 0, 0);
    }
    hold(&held, &w, &w, w.w, false);
    if (count == 0 && start == GRAZE_START_FIXED) held.v = vec(1, 0);
    while (outcome == GRAZE_OUTCOME_NEARER && rounds < most) {
        bool is_guess = taken < count;
        bool may_stop = is_early && taken > 0;
        if (is_guess) {
            w = fetch(cso, &guess[taken]);
        } else {
            if (may_stop && surely_near(cso, held.v)) return GRAZE_SEEN_CONTACT;
            w = cso_support_of(cso, -held.v.x, -held.v.y, held.q.a, held.q.b);
            rounds++;
            if (may_stop && surely_apart(cso, held.v, w.w)) return GRAZE_SEEN_APART;
            if (may_stop && held.is_edge && surely_enclosed(cso, held.p.w, held.q.w, held.v, w.w)) {
                return GRAZE_SEEN_CONTACT;
            }
        }
        if (taken++ == 0) {
            hold(&held, &w, &w, w.w, false);
            outcome = outcome_at(w.w);
        } else {
            outcome = take(&held, &w);
            /* A guess need not come nearer. */
            if (is_guess && outcome != GRAZE_OUTCOME_ORIGIN) outcome = GRAZE_OUTCOME_NEARER;
        }
    }
    tell(&held, &w, outcome, descent);
    descent->iterations = rounds;
    return GRAZE_SEEN_NOTHING;
}

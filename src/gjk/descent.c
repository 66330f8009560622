#include "descent.h"

#include "../tolerance.h"
#include "search.h"

GrazeVec graze_descent_begin(const GrazeCso* cso, GrazeStart start, GrazeDescent* descent)
{
    GrazeCsoPoint first = graze_cso_point(cso, 0, 0);
    GrazeVec direction = start == GRAZE_START_FIXED ? vec(-1, 0) : vec_scale(first.w, -1);
    GrazeCsoPoint w = graze_cso_support(cso, direction, first);
    descent->simplex = (GrazeSimplex){{w}, 1};
    descent->v = w.w;
    descent->floor = -INFINITY;
    descent->iterations = 1;
    return direction;
}

bool graze_descent_goes_on(const GrazeCso* cso, const GrazeDescent* descent)
{
    return descent->iterations < cso->a->count + cso->b->count + GRAZE_GJK_SPARE_ROUNDS &&
           vec_dot(descent->v, descent->v) > 0;
}

GrazeCsoPoint graze_descent_next(const GrazeCso* cso, GrazeDescent* descent)
{
    const GrazeSimplex* simplex = &descent->simplex;
    descent->iterations++;
    return graze_cso_support(cso, vec_scale(descent->v, -1), simplex->point[simplex->count - 1]);
}

GrazeOutcome graze_descent_take(GrazeDescent* descent, GrazeCsoPoint w, GrazeSubdistance method)
{
    double square = vec_dot(descent->v, descent->v);
    descent->floor = vec_dot(descent->v, w.w);
    if (graze_place_in(&descent->simplex, &w) >= 0) return GRAZE_OUTCOME_REPEATED;
    GrazeSimplex next = descent->simplex;
    next.point[next.count++] = w;
    GrazeVec v = graze_subdistance(&next, method);
    if (next.count < 3 && vec_dot(v, v) >= square) return GRAZE_OUTCOME_STALLED;
    descent->simplex = next;
    descent->v = v;
    descent->floor = -INFINITY;
    if (next.count == 3) return GRAZE_OUTCOME_INSIDE;
    return vec_dot(v, v) > 0 ? GRAZE_OUTCOME_NEARER : GRAZE_OUTCOME_ORIGIN;
}

static GrazeSeen descend(const GrazeCso* cso, const GrazeOptions* options, bool is_early,
                         GrazeDescent* descent)
{
    if (options->subdistance == GRAZE_BARYCODE) {
        return graze_search(cso, options->start, NULL, 0, is_early, descent);
    }
    const GrazeSimplex* simplex = &descent->simplex;
    graze_descent_begin(cso, options->start, descent);
    while (graze_descent_goes_on(cso, descent)) {
        GrazeVec v = descent->v;
        if (is_early && surely_near(cso, v)) return GRAZE_SEEN_CONTACT;
        GrazeCsoPoint w = graze_descent_next(cso, descent);
        if (is_early && surely_apart(cso, v, w.w)) return GRAZE_SEEN_APART;
        if (is_early && simplex->count == 2 &&
            surely_enclosed(cso, simplex->point[0].w, simplex->point[1].w, v, w.w)) {
            return GRAZE_SEEN_CONTACT;
        }
        GrazeOutcome outcome = graze_descent_take(descent, w, options->subdistance);
        if (outcome != GRAZE_OUTCOME_NEARER) break;
    }
    return GRAZE_SEEN_NOTHING;
}

void graze_descend(const GrazeCso* cso, const GrazeOptions* options, GrazeDescent* descent)
{
    descend(cso, options, false, descent);
}

GrazeSeen graze_descend_early(const GrazeCso* cso, const GrazeOptions* options,
                              GrazeDescent* descent)
{
    return descend(cso, options, true, descent);
}

#include "../graze.h"
#include "../static/convex/distance.h"
#include "../static/convex/minkowski_iterator.h"
#include "gjk_variants.h"

/* Traces of GJK, and the vertices of A - B, for display. */

/* Writes a point of the caller's A - B in world axes, and the caller's vertices. */
static void write_point(const GrazeCso* cso, GrazeCsoPoint p, double* x, double* y, int32_t* a,
                        int32_t* b)
{
    GrazeVec w = graze_cso_direction(cso, &p.w);
    *x = w.x;
    *y = w.y;
    *a = cso->is_swapped ? p.b : p.a;
    *b = cso->is_swapped ? p.a : p.b;
}

/* Computes the barycentric weights of v, or of the origin inside a triangle, in GJK's simplex. */
static void find_weights(const GrazeSimplex* simplex, double weight[3])
{
    GrazeVec p = simplex->point[0].w;
    weight[0] = 1;
    weight[1] = weight[2] = 0;
    if (simplex->count == 2) {
        GrazeVec e = vec_sub(simplex->point[1].w, p);
        weight[1] = clamp(-vec_dot(p, e) / vec_dot(e, e), 0, 1);
        weight[0] = 1 - weight[1];
    } else if (simplex->count == 3) {
        /* These are twice the areas opposite each point, of the same sign up to rounding. */
        GrazeVec q = simplex->point[1].w;
        GrazeVec r = simplex->point[2].w;
        const double area[3] = {vec_cross(q, r), vec_cross(r, p), vec_cross(p, q)};
        double sign = area[0] + area[1] + area[2] < 0 ? -1 : 1;
        double sum = 0;
        for (int i = 0; i < 3; i++)
            sum += max2(sign * area[i], 0);
        for (int i = 0; i < 3; i++)
            weight[i] = sum > 0 ? max2(sign * area[i], 0) / sum : 1.0 / 3;
    }
}

static void write_round(const GrazeCso* cso, GrazeVec direction, GrazeCsoPoint w,
                        const GrazeSimplex* tried, const GrazeGjkState* state, GrazeOutcome outcome,
                        GrazeGjkRound* out)
{
    GrazeVec direction_world = graze_cso_direction(cso, &direction);
    GrazeVec v = graze_cso_direction(cso, &state->v);
    *out = (GrazeGjkRound){.direction_x = direction_world.x,
                           .direction_y = direction_world.y,
                           .v_x = v.x,
                           .v_y = v.y,
                           .count = tried->count,
                           .barycode = tried->count == 3 ? graze_barycode(tried) : 0,
                           .outcome = (int32_t)outcome};
    write_point(cso, w, &out->w_x, &out->w_y, &out->w_a, &out->w_b);
    double weights[3] = {0, 0, 0};
    find_weights(&state->simplex, weights);
    for (int32_t i = 0; i < 3 && i < tried->count; i++) {
        GrazeGjkPoint* point = &out->simplex[i];
        int32_t at = graze_simplex_index(&state->simplex, &tried->point[i]);
        bool is_kept = at >= 0 && at < 3;
        write_point(cso, tried->point[i], &point->x, &point->y, &point->a, &point->b);
        point->weight = is_kept ? weights[at] : 0;
        if (is_kept) out->kept |= 1 << i;
    }
}

int32_t graze_trace(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                    const GrazePose* pose_b, const GrazeGjkOptions* options, GrazeGjkRound* rounds,
                    int32_t capacity, GrazeDistance* out)
{
    GrazeCso cso;
    GrazeGjkState state;
    if (options == NULL) options = &GRAZE_GJK_DEFAULTS;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    cso.support = options->support;
    GrazeVec direction = graze_gjk_begin(&cso, options->start, &state);
    GrazeSimplex tried = state.simplex;
    GrazeCsoPoint w = tried.point[0];
    bool at_origin = !(vec_dot(state.v, state.v) > 0);
    GrazeOutcome outcome = at_origin ? GRAZE_OUTCOME_ORIGIN : GRAZE_OUTCOME_NEARER;
    for (;;) {
        int32_t round = state.iterations - 1;
        if (round < capacity) {
            write_round(&cso, direction, w, &tried, &state, outcome, &rounds[round]);
        }
        if (outcome != GRAZE_OUTCOME_NEARER || !graze_gjk_continues(&cso, &state)) break;
        direction = vec_scale(state.v, -1);
        w = graze_gjk_next_support(&cso, &state);
        tried = state.simplex;
        outcome = graze_gjk_simplex_add(&state, w, options->subdistance);
        if (outcome != GRAZE_OUTCOME_REPEATED) tried.point[tried.count++] = w;
    }
    graze_write_distance(&cso, &state, out);
    return state.iterations;
}

int32_t graze_minkowski_difference(const GrazeShape* a, const GrazePose* pose_a,
                                   const GrazeShape* b, const GrazePose* pose_b,
                                   GrazeDifference* vertices)
{
    GrazeCso cso;
    GrazeMinkowskiIterator iterator;
    int32_t count = 0;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    graze_minkowski_iterator_start(&iterator, &cso);
    bool is_point = !graze_minkowski_iterator_advance(&iterator);
    do {
        GrazeDifference* out = &vertices[count++];
        write_point(&cso, iterator.q, &out->x, &out->y, &out->a, &out->b);
    } while (!is_point && graze_minkowski_iterator_advance(&iterator));
    return count;
}

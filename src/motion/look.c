#include "look.h"

#include "../tolerance.h"

static double square_between(GrazePoint p, GrazePoint q)
{
    GrazeVec way = vec_sub(vec_of(q), vec_of(p));
    return vec_dot(way, way);
}

/* Whose edge the nearest part of A - B is, for the caller's A and B. */
static GrazeCarrier carrier_of(const GrazeCso* cso, const GrazeSimplex* simplex)
{
    const GrazeCsoPoint* p = &simplex->point[0];
    const GrazeCsoPoint* q = &simplex->point[1];
    if (simplex->count == 1 || graze_is_same_point(p, q)) return GRAZE_STILL;
    bool is_of_frame = p->a != q->a;
    if (is_of_frame && p->b != q->b) {
        /* Of two parallel edges the longer one: a vertex of the other is before it. */
        const GrazePoint* a = cso->a->vertices;
        const GrazePoint* b = cso->b->vertices;
        is_of_frame = square_between(a[p->a], a[q->a]) >= square_between(b[p->b], b[q->b]);
    }
    return is_of_frame != cso->swapped ? GRAZE_CARRIED_BY_A : GRAZE_CARRIED_BY_B;
}

/* From the nearest point v of A - B to the unit normal: across the edge where that is longer than v, and so known
   better. */
static GrazeVec normal_of(const GrazeDescent* descent)
{
    const GrazeSimplex* simplex = &descent->simplex;
    GrazeVec v = descent->v;
    if (simplex->count == 2) {
        GrazeVec edge = vec_sub(simplex->point[1].w, simplex->point[0].w);
        if (vec_dot(edge, edge) > vec_dot(v, v)) {
            GrazeVec across = vec_outward(edge);
            double length = vec_length(across);
            return vec_over(across, vec_dot(across, v) > 0 ? -length : length);
        }
    }
    return vec_over(v, -vec_length(v));
}

void graze_keep_edge(const GrazeCourse* course, GrazeCarrier carrier, int32_t first,
                     GrazeHint* hint)
{
    const GrazeTrack* owner = carrier == GRAZE_CARRIED_BY_A ? &course->leg.a : &course->leg.b;
    const GrazeShape* shape = owner->shape;
    GrazeVec from = vec_of(shape->vertices[first]);
    hint->carrier = carrier;
    hint->edge = vec_sub(vec_of(shape->vertices[next_index(first, shape->count)]), from);
    hint->piece = owner->piece;
    hint->from = vec(from.x - owner->piece->pivot_x, from.y - owner->piece->pivot_y);
    hint->normal = vec_over(vec_outward(hint->edge), vec_length(hint->edge));
}

static double square_of_edge(const GrazeShape* shape, int32_t first)
{
    return square_between(shape->vertices[first], shape->vertices[next_index(first, shape->count)]);
}

/* The same of a penetration. */
static GrazeCarrier carrier_in(const GrazeCourse* course, const GrazePenetration* deep)
{
    bool is_of_a = deep->feature_a == GRAZE_EDGE;
    bool is_of_b = deep->feature_b == GRAZE_EDGE;
    if (is_of_a && is_of_b) {
        is_of_a = square_of_edge(course->a->shape, deep->index_a) >=
                  square_of_edge(course->b->shape, deep->index_b);
    }
    return is_of_a ? GRAZE_CARRIED_BY_A : is_of_b ? GRAZE_CARRIED_BY_B : GRAZE_STILL;
}

/* As the static queries decide it, where the search could not: false when the cores meet. */
static COLD bool look_apart(const GrazeCourse* course, GrazeLook* out)
{
    GrazeShape a = *course->a->shape;
    GrazeShape b = *course->b->shape;
    GrazeDistance cores;
    a.radius = 0;
    b.radius = 0;
    graze_distance(&a, &out->at.pose_a, &b, &out->at.pose_b, NULL, &cores);
    out->is_deep = cores.relation != GRAZE_DISJOINT;
    out->gap = cores.distance - course->leg.reach;
    out->normal = vec(cores.normal_x, cores.normal_y);
    out->carrier = GRAZE_STILL;
    return !out->is_deep;
}

static COLD void look_deep(const GrazeCourse* course, GrazeHint* hint, GrazeLook* out)
{
    GrazePenetration deep;
    graze_penetration(course->a->shape, &out->at.pose_a, course->b->shape, &out->at.pose_b, &deep);
    /* Three points on a line are no triangle about the origin. */
    if (deep.relation == GRAZE_DISJOINT && look_apart(course, out)) return;
    out->gap = deep.relation == GRAZE_OVERLAPPING ? -deep.depth : 0;
    out->normal = vec(deep.normal_x, deep.normal_y);
    out->carrier = carrier_in(course, &deep);
    out->on_a = vec(deep.point_a_x, deep.point_a_y);
    out->on_b = vec(deep.point_b_x, deep.point_b_y);
    if (out->carrier == GRAZE_STILL) return;
    bool is_of_a = out->carrier == GRAZE_CARRIED_BY_A;
    graze_keep_edge(course, out->carrier, is_of_a ? deep.index_a : deep.index_b, hint);
}

/* The edge that a search has found nearest, if it is one: a segment has its edge on both sides, and a search that ends
   early may end at a chord. */
static void keep_found_edge(const GrazeCourse* course, const GrazeCso* cso,
                            const GrazeSimplex* simplex, GrazeCarrier carrier, GrazeHint* hint)
{
    if (carrier == GRAZE_STILL) return;
    const GrazeCsoPoint* p = &simplex->point[0];
    const GrazeCsoPoint* q = &simplex->point[1];
    bool is_of_a = carrier == GRAZE_CARRIED_BY_A;
    bool is_of_frame = is_of_a != cso->swapped;
    int32_t count = is_of_frame ? cso->a->count : cso->b->count;
    int32_t first = is_of_frame ? p->a : p->b;
    int32_t second = is_of_frame ? q->a : q->b;
    if (count < 3) return;
    if (next_index(first, count) == second) {
        graze_keep_edge(course, carrier, first, hint);
    } else if (next_index(second, count) == first) {
        graze_keep_edge(course, carrier, second, hint);
    }
}

void graze_look(const GrazeCourse* course, GrazeHint* hint, GrazeLook* out)
{
    GrazeCso cso;
    GrazeDescent descent;
    graze_cso_init(&cso, course->a->shape, &out->at.pose_a, course->b->shape, &out->at.pose_b);
    int32_t count = hint->swapped == cso.swapped ? hint->count : 0;
    graze_search(&cso, GRAZE_START_POINT, hint->point, count, false, &descent);
    const GrazeSimplex* simplex = &descent.simplex;
    double length = vec_length(descent.v);
    out->is_deep = simplex->count == 3 || !(length > 0);
    hint->count = simplex->count == 2 ? 2 : 1;
    hint->swapped = cso.swapped;
    hint->point[0] = simplex->point[0];
    hint->point[1] = simplex->point[1];
    hint->carrier = GRAZE_STILL;
    if (out->is_deep) {
        look_deep(course, hint, out);
        return;
    }
    /* All of A - B is at least as far away as this; and its nearest point no more than `length`. */
    double least = descent.floor / length;
    if (!(length - least <= out->at.error)) {
        if (!look_apart(course, out)) look_deep(course, hint, out);
        return;
    }
    GrazeVec normal = normal_of(&descent);
    out->gap = least - course->leg.reach;
    out->normal = graze_cso_direction(&cso, &normal);
    out->carrier = carrier_of(&cso, simplex);
    keep_found_edge(course, &cso, simplex, out->carrier, hint);
}

/* Is a point, seen from the body's pivot and turned with it, inside the core by more than `error`? */
static bool is_within(const GrazeTrack* track, GrazeVec point, double error)
{
    const GrazeShape* shape = track->shape;
    GrazeVec y = vec(point.x + track->piece->pivot_x, point.y + track->piece->pivot_y);
    for (int32_t i = 0; i < shape->count; i++) {
        GrazeVec from = vec_of(shape->vertices[i]);
        GrazeVec edge = vec_sub(vec_of(shape->vertices[next_index(i, shape->count)]), from);
        if (vec_cross(edge, vec_sub(y, from)) <= error * vec_norm1(edge)) return false;
    }
    return true;
}

/*
 * The guest's vertex furthest towards the edge, as the edge's owner sees it: where it lies before the edge, it and its
 * foot are as far apart as the slab between them is thick, so they are nearest.
 */
bool graze_look_again(const GrazeCourse* course, const GrazeHint* hint, GrazeLook* out)
{
    const GrazeLeg* leg = &course->leg;
    const GrazeInstant* at = &out->at;
    bool is_of_a = hint->carrier == GRAZE_CARRIED_BY_A;
    const GrazeTrack* owner = is_of_a ? &leg->a : &leg->b;
    if (hint->carrier == GRAZE_STILL || hint->piece != owner->piece) return false;
    const GrazeTrack* guest = is_of_a ? &leg->b : &leg->a;
    const GrazePose* own = is_of_a ? &at->pose_a : &at->pose_b;
    const GrazePose* other = is_of_a ? &at->pose_b : &at->pose_a;
    GrazeVec normal = vec_rotate(hint->normal, own->cos, own->sin);
    GrazeVec arm = graze_furthest(guest, vec_unrotate(normal, -other->cos, -other->sin));
    GrazeVec place = vec_rotate(arm, other->cos, other->sin);
    GrazeVec d = is_of_a ? vec(at->x[0], at->y[0]) : vec(-at->x[0], -at->y[0]);
    GrazeVec point = vec_unrotate(vec_add(d, place), own->cos, own->sin);
    GrazeVec rise = vec_sub(point, hint->from);
    double thickness = vec_dot(hint->normal, rise);
    double along = vec_dot(hint->edge, rise);
    out->gap = thickness - leg->reach;
    out->carrier = hint->carrier;
    out->normal = is_of_a ? normal : vec(-normal.x, -normal.y);
    out->is_deep = false;
    if (thickness > 0) return along >= 0 && along <= vec_dot(hint->edge, hint->edge);
    return is_within(owner, point, 2 * at->error);
}

static bool turns(const GrazeTrack* track)
{
    return track->turn > 0 && track->radius > 0;
}

/* n . d as a polynomial. */
static void project(const GrazeInstant* at, GrazeVec n, double* c)
{
    for (int32_t k = 0; k <= at->move; k++)
        c[k] = n.x * at->x[k] + n.y * at->y[k];
}

/* Nothing turns: the slab's thickness is a polynomial, but for a constant. */
static double hold_straight(const GrazeLeg* leg, const GrazeLook* look, double span, double clear)
{
    GrazeRates still = {0};
    GrazeSlab slab;
    GrazeThickness now;
    double c[GRAZE_PIECE_TERMS];
    graze_slab(leg, &look->at, look->normal, GRAZE_STILL, &still, 0, clear, &slab);
    graze_slab_at(&slab, 0, &now);
    project(&look->at, look->normal, c);
    c[0] = now.value;
    return graze_poly_hold(c, look->at.move, span);
}

double graze_largest_speed(const GrazeLeg* leg, const GrazeRates* rates)
{
    return rates->speed + rates->turn_a * leg->a.radius + rates->turn_b * leg->b.radius;
}

enum { SPAN_ROUNDS = 6 };

GrazeCarrier graze_carrier_for(const GrazeLook* look, const GrazeRates* rates,
                               const GrazeBends* bends)
{
    double common = GRAZE_COMMON_TURN * min2(rates->turn_a, rates->turn_b);
    const double* bend = bends->bend;
    GrazeCarrier least = bend[GRAZE_CARRIED_BY_A] <= bend[GRAZE_CARRIED_BY_B] ? GRAZE_CARRIED_BY_A
                                                                              : GRAZE_CARRIED_BY_B;
    bool is_better = rates->turn_ab < common && bend[least] < 0.25 * bend[look->carrier];
    return is_better ? least : look->carrier;
}

static double hold_slab(const GrazeLeg* leg, const GrazeLook* look, const GrazeRates* rates,
                        double clear, double trial, GrazeBends* bends, double* landing)
{
    GrazeSlab slab;
    double speed;
    graze_bends(leg, &look->at, rates, trial, bends);
    GrazeCarrier carrier = graze_carrier_for(look, rates, bends);
    graze_slab(leg, &look->at, look->normal, carrier, rates, bends->bend[carrier], clear, &slab);
    double held = graze_slab_hold(&slab, trial, &speed);
    *landing = slab.bend * held * held / max2(speed, DBL_MIN);
    return held;
}

/* Would the bounds of the next trial, much shorter, be much better? Those of a uniform motion only when the bodies can go
   far in the time. */
static bool is_loose(const GrazeInstant* at, const GrazeRates* rates, double trial)
{
    double far = rates->speed * trial;
    bool is_uniform = at->move <= 1 && at->turn <= 1;
    return !is_uniform || far * far > 4 * (at->x[0] * at->x[0] + at->y[0] * at->y[0]);
}

double graze_look_hold(const GrazeCourse* course, const GrazeLook* look, double span,
                       double allowance, GrazeContactMethod method, double* landing)
{
    const GrazeLeg* leg = &course->leg;
    const GrazeInstant* at = &look->at;
    double clear = at->error - allowance;
    double gap = look->gap - clear;
    bool is_certified = method == GRAZE_METHOD_CERTIFIED;
    *landing = 0;
    if (!(gap > 0)) return 0;
    if (is_certified && !turns(&leg->a) && !turns(&leg->b)) {
        return hold_straight(leg, look, span, clear);
    }
    double trial = span;
    double best = 0;
    GrazeBends bends;
    bends.has_seen = false;
    for (int32_t round = 0; round < SPAN_ROUNDS; round++) {
        GrazeRates rates;
        graze_rates(at, trial, &rates);
        double most = graze_largest_speed(leg, &rates);
        best = gap < most * trial ? gap / most * (1 - GRAZE_STEP_ERROR) : trial;
        if (is_certified && best < trial)
            best = max2(best, hold_slab(leg, look, &rates, clear, trial, &bends, landing));
        if (best >= 0.25 * trial || best <= 0 || !is_loose(at, &rates, trial)) break;
        trial = 2 * best;
    }
    return best;
}

/* How far the discs have to be from contact, in their radii, before a step by them alone is worth it. */
static const double FAR = 1.0625;

/*
 * Discs whose centres move straight: |d + d' tau| = most at tau = c / (-b + sqrt(b^2 - a c)), for a = |d'|^2, b = d . d',
 * c = |d|^2 - most^2. b^2 - a c = a most^2 - (d x d')^2, which does not cancel but where they graze; there the cross product
 * is off by some u |d| |d'|, which the instant's error in `most` is more than, and its square by some u of itself, for
 * which `most` is widened.
 */
static double straight_discs_hold(GrazeVec d, GrazeVec velocity, double most, double span)
{
    double a = vec_dot(velocity, velocity);
    double b = vec_dot(d, velocity);
    double c = vec_dot(d, d) - most * most;
    double pass = vec_cross(d, velocity);
    double square = a * most * most - pass * pass;
    if (b >= 0 || square < 0) return span;
    return min2(span, c / (sqrt(square) - b));
}

double graze_discs_hold(const GrazeLeg* leg, const GrazeInstant* at, double least, double span)
{
    GrazeVec d = vec(at->x[0], at->y[0]);
    double most = leg->a.radius + leg->b.radius + leg->reach + least + at->error;
    double square = vec_dot(d, d);
    /* Pivots that stay where they are need no time of a meeting. */
    if (at->move == 0) return most < 0 || square > most * most * (1 + GRAZE_STEP_ERROR) ? span : 0;
    most *= 1 + GRAZE_DISC_ERROR;
    if (!(most > 0)) return span;
    if (!(square > most * most)) return 0;
    bool is_far = square > FAR * FAR * most * most;
    if (at->move <= 1) {
        GrazeVec velocity = at->move == 1 ? vec(at->x[1], at->y[1]) : vec(0, 0);
        double step = straight_discs_hold(d, velocity, most, span);
        return is_far || step >= span ? step : 0;
    }
    if (!is_far) return 0;
    double c[GRAZE_PIECE_TERMS];
    double away = sqrt(square);
    project(at, vec_over(d, away), c);
    c[0] = away - most;
    return graze_poly_hold(c, at->move, span);
}

#include "straight_contact.h"

#include "../base/expansion.h"
#include "../base/lanes.h"
#include "../base/trig.h"
#include "../static/compound/compound_pair.h"
#include "../static/convex/filtered_walk.h"
#include "../tolerance.h"

/*
 * One body from `from` to `to`: on one piece whose pivot moves on a straight line, or at rest.
 *
 *   displacement  of the pivot at `from`, from the constant terms of the piece
 *   travel        displacement of the pivot during the query
 *   size          sum of the terms of a vertex's position without those constants and the angle, as in
 *                 relative_motion.c, larger than at any time of the query
 *   time          time since the begin of the piece at `from`, or at which the body stays
 */
typedef struct {
    GrazePieceView piece;
    GrazeVec start, pivot, displacement, travel;
    double size, time;
    bool is_staying;
} StraightBody;

/* Both bodies: the vector from A's pivot to B's at `from`, and how it changes during the query. */
typedef struct {
    StraightBody a, b;
    GrazeVec d, travel;
    double size, reach;
} StraightPair;

/* Largest factor by which a rotation enlarges the larger |coordinate|. */
static const double ROOT_TWO = 1.4142135623730951;

/* Finds the piece on which a body is from `from` to `to`; returns false if there is not one alone. */
ALWAYS_INLINE bool find_piece(const GrazeMovingBody* body, double from, double to,
                              StraightBody* out)
{
    GrazePieceView first = graze_piece_at(body, 0);
    bool is_staying = false;
    out->piece = first;
    out->is_staying = false;
    out->time = from - piece_t0(first);
    if (from >= piece_t0(first) && to <= piece_t1(first)) return true;
    if (to <= piece_t0(first)) {
        out->is_staying = true;
        out->time = 0;
        return body->before == GRAZE_STAY;
    }
    if (from >= graze_motion_end(body)) {
        out->piece = graze_piece_at(body, body->count - 1);
        out->is_staying = true;
        out->time = piece_t1(out->piece) - piece_t0(out->piece);
        return body->after == GRAZE_STAY;
    }
    out->piece = graze_piece_at(body, graze_find_piece(body, 0, from, true, &is_staying));
    out->time = from - piece_t0(out->piece);
    return !is_staying && to <= piece_t1(out->piece);
}

/*
 * Sets what a body on a piece does during the query; returns false if it does not move along a line.
 * Inlined with the most frequent numbers of terms as constants, whose offsets need no arithmetic.
 */
ALWAYS_INLINE bool set_straight(GrazePieceView piece, double query_duration, StraightBody* out)
{
    if (!graze_are_linear(piece_x(piece), piece.terms, 2)) return false;
    double duration = out->is_staying ? 0 : query_duration;
    GrazeVec velocity = vec(piece_x(piece)[1], piece_y(piece)[1]);
    out->start = vec(piece_x(piece)[0], piece_y(piece)[0]);
    out->pivot = piece_pivot(piece);
    out->displacement = vec_scale(velocity, out->time);
    out->travel = vec_scale(velocity, duration);
    out->size =
        vec_norm1(velocity) * (2 * out->time + duration) + fabs(out->pivot.x) + fabs(out->pivot.y);
    return true;
}

ALWAYS_INLINE bool find_straight(const GrazeMovingBody* body, double from, double to,
                                 StraightBody* out)
{
    if (body->inflation != NULL || !find_piece(body, from, to, out)) return false;
    GrazePieceView piece = out->piece;
    if (piece.terms == 2) return set_straight((GrazePieceView){piece.record, 2}, to - from, out);
    if (piece.terms == 6) return set_straight((GrazePieceView){piece.record, 6}, to - from, out);
    return set_straight(piece, to - from, out);
}

/* Returns a radius of a disc about the pivot that contains the core, larger than need be. */
ALWAYS_INLINE double loose_radius(const GrazeShape* shape, const StraightBody* body)
{
    return GRAZE_DISC_OF_EXTENT * shape->extent + fabs(body->pivot.x) + fabs(body->pivot.y);
}

/*
 * Returns whether discs of these radii about the pivots stay apart during the query. The errors of the
 * sums are those of linear_discs_safe_step in proximity.c.
 */
ALWAYS_INLINE bool are_discs_apart(const StraightPair* pair, double radius_a, double radius_b)
{
    double error = GRAZE_MOTION_ERROR * (pair->size + radius_a + radius_b);
    double distance = (radius_a + radius_b + pair->reach + error) * (1 + GRAZE_DISC_ERROR);
    double square = distance * distance;
    double a = vec_dot(pair->travel, pair->travel);
    double b = vec_dot(pair->d, pair->travel);
    double cross = vec_cross(pair->d, pair->travel);
    GrazeVec end = vec_add(pair->d, pair->travel);
    if (!(vec_dot(pair->d, pair->d) > square)) return false;
    return b >= 0 || cross * cross > a * square || (b + a <= 0 && vec_dot(end, end) > square);
}

/* Returns whether a body does not turn. */
static bool is_upright(const StraightBody* body)
{
    return body->is_staying || (piece_angle(body->piece)[1] == 0 &&
                                graze_is_linear(piece_angle(body->piece), body->piece.terms));
}

static GrazePose pose_of(const StraightBody* body, GrazeVec pivot, double sin, double cos)
{
    GrazeVec arm = vec_rotate(body->pivot, cos, sin);
    return (GrazePose){pivot.x - arm.x, pivot.y - arm.y, cos, sin};
}

/* Returns the angle of a body that does not turn. */
static double angle_of(const StraightBody* body)
{
    GrazePieceView piece = body->piece;
    if (!body->is_staying) return graze_angle_at(piece, 0, fabs(piece_angle(piece)[0]));
    return graze_angle_at(piece, body->time,
                          graze_poly_magnitude(piece_angle(piece), piece.terms, body->time));
}

/* Returns the sum of the terms of a vertex's position that the angle adds, for a vertex at distance 1
   from the pivot; the angle is at most of degree 1, or the body stays. */
static double angle_terms(const StraightBody* body, double duration)
{
    const double* angle = piece_angle(body->piece);
    double terms = body->is_staying ? graze_poly_magnitude(angle, body->piece.terms, body->time)
                                    : fabs(angle[0]) + fabs(angle[1]) * 2 * (body->time + duration);
    return 1 + min2(terms, GRAZE_PLAIN_ANGLE);
}

/*
 * Sets the pair as graze_cso_init does, with A as the frame: the order of the bodies has chosen A's
 * pivot as the origin already.
 */
static void init_cso(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                     const GrazePose* pose_b, GrazeCso* cso)
{
    GrazeVec shift = vec(pose_b->x - pose_a->x, pose_b->y - pose_a->y);
    shift = vec_inv_rotate(shift, pose_a->cos, pose_a->sin);
    GrazeVec turn = vec_inv_rotate(vec(pose_b->cos, pose_b->sin), pose_a->cos, pose_a->sin);
    turn = graze_flush_tiny(turn);
    doubles_store(&cso->b_in_a.x, (Doubles){shift.x, shift.y});
    doubles_store(&cso->b_in_a.cos, (Doubles){turn.x, turn.y});
    cso->a = a;
    cso->b = b;
    cso->frame = pose_a;
    cso->scale = a->extent + ROOT_TWO * b->extent + vec_norm1(shift);
    cso->support = GRAZE_SUPPORT_AUTO;
    cso->is_swapped = false;
}

/* Returns whether the travel certainly leads deeper into A - B than half the distance tolerance. */
static bool is_deep(const GrazeCso* cso, GrazeVec m, double error, double distance_tolerance)
{
    GrazeClipSpan span;
    GrazeClipCertainty clip =
        graze_clip_span(cso, m, error + max2(0.5 * distance_tolerance, error), &span);
    return clip == GRAZE_CLIP_ENTERS || clip == GRAZE_CLIP_LEAVES;
}

/*
 * Clips the translation of B relative to A. B moves by s times the travel: the bodies meet when A - B
 * contains s times the travel, where A - B is that at `from` (static/convex/cast_core.h).
 *
 * Positions are linear in s. They err at s = 0, and the travel errs, by no more than a position at the
 * end of the query, for which `error` stands: together by less than twice that. A time s (to - from) is
 * rounded twice, and `to - from` once, which moves the bodies by less than error / 10, since
 * GRAZE_MOTION_ERROR is more than ten roundings of the travel; the turn of the travel into the frame of
 * a body as little. So A - B is off by less than 3 error in the clip.
 */
static bool clip_translation(const GrazeMovingBody* a, const GrazeMovingBody* b,
                             const GrazeMotionOptions* options, const StraightPair* pair,
                             GrazeContactStatus* status, double* lo, double* hi)
{
    GrazeCso cso;
    GrazeClipSpan span;
    double angles[2] = {angle_of(&pair->a), angle_of(&pair->b)};
    double sin[2];
    double cos[2];
    graze_sincos_two(angles, sin, cos);
    GrazePose pose_a = pose_of(&pair->a, vec(0, 0), sin[0], cos[0]);
    GrazePose pose_b = pose_of(&pair->b, pair->d, sin[1], cos[1]);
    init_cso(a->shape, &pose_a, b->shape, &pose_b, &cso);
    GrazeVec m = graze_flush_tiny(vec_inv_rotate(pair->travel, cos[0], sin[0]));
    if (m.x == 0 && m.y == 0) return false;
    double from = options->from;
    double to = options->to;
    double terms = loose_radius(a->shape, &pair->a) * angle_terms(&pair->a, to - from) +
                   loose_radius(b->shape, &pair->b) * angle_terms(&pair->b, to - from);
    double error = GRAZE_MOTION_ERROR * (pair->size + terms);
    GrazeClipCertainty clip = graze_clip_span(&cso, m, 3 * error, &span);
    bool may_be_shallow = options->touching == GRAZE_TOUCHING_ALLOWED && clip != GRAZE_CLIP_MISSES;
    if (may_be_shallow && !is_deep(&cso, m, 3 * error, options->distance_tolerance)) return false;
    switch (clip) {
    case GRAZE_CLIP_MISSES:
        *status = GRAZE_CONTACT_FREE;
        *lo = *hi = to;
        return true;
    case GRAZE_CLIP_LEAVES:
        *status = GRAZE_CONTACT_OVERLAPPING;
        *lo = *hi = from;
        return true;
    case GRAZE_CLIP_ENTERS:
        break;
    case GRAZE_CLIP_UNCERTAIN:
        return false;
    }
    double first = graze_round_time(from, to, span.outer * (to - from), false);
    double last = graze_round_time(from, to, span.inner * (to - from), true);
    /* The next double of a late clock can be past the contact. */
    bool is_decided = last - first <= options->tolerance && last - from <= span.last * (to - from);
    if (!is_decided) return false;
    *status = GRAZE_CONTACT_HIT;
    *lo = first;
    *hi = last;
    return true;
}

/*
 * Largest displacement of a vertex by the turns of both bodies, as a fraction of the radii, up to which
 * the clip is tried. No answer depends on it. If lower: more misses need advancement. If higher: more
 * clips decide nothing.
 */
static const double MAX_TURN_FRACTION = 0.15;

/*
 * Smallest distance of the pivots, as a fraction of that at which the discs touch, below which contact
 * is likely, so that the clip is not tried.
 */
static const double MISS_FRACTION = 0.5;

/*
 * Clips the translation of two bodies that turn a little, with their outlines as they are in the middle
 * of the time in which their discs meet, from `begin` to `end` as fractions of the query. A turn by phi
 * displaces no vertex by more than its distance from the pivot times phi: by this much more the outlines
 * are off. The errors are those of clip_translation. Returns true if the bodies are free; else sets
 * *free to the fraction up to which they are, if that is later.
 */
static bool clip_turning(const GrazePieceInterval* interval, const StraightPair* pair,
                         double duration, double contact_distance, double* free)
{
    GrazePieceView p = pair->a.piece;
    GrazePieceView q = pair->b.piece;
    double square = vec_dot(pair->travel, pair->travel);
    double toward = -vec_dot(pair->d, pair->travel);
    double cross = vec_cross(pair->d, pair->travel);
    double near = MISS_FRACTION * contact_distance;
    if (!(cross * cross > square * near * near)) return false;
    double root = sqrt(square * contact_distance * contact_distance - cross * cross);
    double begin = max2((toward - root) / square, 0);
    double end = min2((toward + root) / square, 1);
    double half = 0.5 * (end - begin);
    if (!(half > 0)) return false;
    double radius_a = interval->a.radius;
    double radius_b = interval->b.radius;
    double displaced =
        (fabs(piece_angle(p)[1]) * radius_a + fabs(piece_angle(q)[1]) * radius_b) * duration * half;
    if (!(displaced < MAX_TURN_FRACTION * (radius_a + radius_b))) return false;
    double middle = (begin + half) * duration;
    double angles[2] = {graze_uniform_angle(&interval->a, middle),
                        graze_uniform_angle(&interval->b, middle)};
    double sin[2];
    double cos[2];
    GrazeCso cso;
    GrazeClipSpan span;
    graze_sincos_two(angles, sin, cos);
    GrazePose pose_a = pose_of(&pair->a, vec(0, 0), sin[0], cos[0]);
    GrazePose pose_b = pose_of(&pair->b, vec_mul_add(pair->d, begin, pair->travel), sin[1], cos[1]);
    init_cso(interval->a.shape, &pose_a, interval->b.shape, &pose_b, &cso);
    GrazeVec m = vec_scale(vec_inv_rotate(pair->travel, cos[0], sin[0]), 2 * half);
    m = graze_flush_tiny(m);
    if (m.x == 0 && m.y == 0) return false;
    double terms =
        radius_a * angle_terms(&pair->a, duration) + radius_b * angle_terms(&pair->b, duration);
    double error = GRAZE_MOTION_ERROR * (pair->size + terms);
    span.outer = 0; /* for bodies without faces, which are not clipped */
    if (graze_clip_span(&cso, m, 3 * error + displaced * (1 + GRAZE_STEP_ERROR), &span) ==
        GRAZE_CLIP_MISSES)
        return true;
    if (span.outer > 0) *free = begin + 2 * half * span.outer;
    return false;
}

/* Sets the active piece of a body, and cuts [*begin, *end] to the time for which it holds. */
static void set_active(const GrazeShape* shape, const StraightBody* body, double radius,
                       double base, GrazeActivePiece* out, double* begin, double* end)
{
    GrazePieceView piece = body->piece;
    out->shape = shape;
    out->piece = piece;
    two_sum(base, -piece_t0(piece), &out->offset, &out->offset_rest);
    out->stay_time = body->is_staying ? body->time : 0;
    out->position_degree = body->is_staying ? 0 : 1;
    out->angle_degree = body->is_staying || piece_angle(piece)[1] == 0 ? 0 : 1;
    out->is_staying = body->is_staying;
    out->radius = radius;
    *begin = max2(*begin, piece_t0(piece) - base);
    *end = min2(*end, piece_t1(piece) - base);
}

bool graze_straight_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options, GrazePieceInterval* room,
                            const GrazePieceInterval** interval, GrazeContactStatus* status,
                            double* lo, double* hi)
{
    StraightPair pair;
    double from = options->from;
    double to = options->to;
    *interval = NULL;
    /* The bodies need not exist at the same time: then the range can end before it begins. */
    bool is_range = from <= to && to - from <= DBL_MAX;
    bool is_certified = options->method == GRAZE_METHOD_CERTIFIED;
    if (!is_certified || !is_range || !(options->tolerance > 0)) return false;
    if (!find_straight(a, from, to, &pair.a) || !find_straight(b, from, to, &pair.b)) return false;
    GrazePieceView p = pair.a.piece;
    GrazePieceView q = pair.b.piece;
    pair.d = vec_add(vec_sub(pair.b.displacement, pair.a.displacement),
                     vec_sub(pair.b.start, pair.a.start));
    pair.travel = vec_sub(pair.b.travel, pair.a.travel);
    pair.reach = (double)a->shape->radius + (double)b->shape->radius;
    pair.size = pair.a.size + pair.b.size + vec_norm1(pair.d) + vec_norm1(pair.travel) + pair.reach;
    if (are_discs_apart(&pair, loose_radius(a->shape, &pair.a), loose_radius(b->shape, &pair.b))) {
        *status = GRAZE_CONTACT_FREE;
        *lo = *hi = to;
        return true;
    }
    bool is_compound = graze_is_compound(a->shape, b->shape);
    if (!is_compound && is_upright(&pair.a) && is_upright(&pair.b))
        return clip_translation(a, b, options, &pair, status, lo, hi);
    double radius_a = graze_radius_about(a->shape, pair.a.pivot.x, pair.a.pivot.y);
    double radius_b = graze_radius_about(b->shape, pair.b.pivot.x, pair.b.pivot.y);
    if (are_discs_apart(&pair, radius_a, radius_b)) {
        *status = GRAZE_CONTACT_FREE;
        *lo = *hi = to;
        return true;
    }
    bool is_uniform = !pair.a.is_staying && !pair.b.is_staying &&
                      graze_is_linear(piece_angle(p), p.terms) &&
                      graze_is_linear(piece_angle(q), q.terms) && !is_compound;
    if (!is_uniform) return false;
    room->reach = pair.reach;
    room->is_inflated = false;
    room->from = -INFINITY;
    room->to = INFINITY;
    set_active(a->shape, &pair.a, radius_a, from, &room->a, &room->from, &room->to);
    set_active(b->shape, &pair.b, radius_b, from, &room->b, &room->from, &room->to);
    *interval = room;
    double error = GRAZE_MOTION_ERROR * (pair.size + radius_a + radius_b);
    double distance = (radius_a + radius_b + pair.reach + error) * (1 + GRAZE_DISC_ERROR);
    double fraction = 0;
    if (clip_turning(room, &pair, to - from, distance, &fraction)) {
        *status = GRAZE_CONTACT_FREE;
        *lo = *hi = to;
        return true;
    }
    room->free_until = fraction * (to - from);
    return false;
}

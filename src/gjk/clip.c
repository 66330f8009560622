#include "clip.h"

/*
 * The line of the way meets a convex outline where the side of its vertices changes, the sign of
 * m x w: it enters where they go from left to right, leaves where they go from right to left, and is
 * at a vertex with m x w = 0. On the edge from p to q that is at s = (p x q) / (m x q - m x p), whose
 * order to 0 and to 1 is exact too. As the sides come round to where they began, it leaves whenever
 * it has entered.
 */
typedef struct {
    const GrazeWay* way;
    GrazeWalker walker;
    bool has_left;
} Clipper;

static void enter_at(GrazeWayThrough* span, const GrazeFraction* s, const GrazePart* part,
                     GrazeVec normal)
{
    if (span->has_entered && s->value >= span->enter.value) return;
    span->has_entered = true;
    span->enter = *s;
    span->part = *part;
    span->normal = normal;
}

static void leave_at(Clipper* clipper, GrazeWayThrough* span, const GrazeFraction* s)
{
    if (clipper->has_left && s->value <= span->exit.value) return;
    clipper->has_left = true;
    span->exit = *s;
}

/* (0, 0) for the beginning, which has no edge. */
static GrazeVec outward_of(const GrazeWalker* walker)
{
    return vec_outward(graze_step(&walker->from, &walker->to));
}

/* The vertex that the walker stands on is on the line; the one before was on `side_before`. Its
   normal is that of the edge before it, where that comes from the left. */
static void pass_vertex(Clipper* clipper, int side_before, GrazeWayThrough* span)
{
    const GrazeWalker* walker = &clipper->walker;
    GrazeFraction s = graze_ratio(clipper->way->m, &walker->to);
    GrazePart part;
    graze_part_vertex(&walker->q, &part);
    enter_at(span, &s, &part, side_before > 0 ? outward_of(walker) : vec(0, 0));
    leave_at(clipper, span, &s);
}

/* The edge that the walker has come along crosses the line. */
static void pass_edge(Clipper* clipper, int side_before, GrazeWayThrough* span)
{
    const GrazeWay* way = clipper->way;
    const GrazeWalker* walker = &clipper->walker;
    GrazeFraction s = graze_crossing(way->m, &walker->from, &walker->to);
    if (side_before < 0) {
        leave_at(clipper, span, &s);
        return;
    }
    double before = fabs(graze_cross(&way->along, &walker->from));
    double after = fabs(graze_cross(&way->along, &walker->to));
    const GrazePart part = {.p = walker->p, .q = walker->q, .along = before / (before + after)};
    enter_at(span, &s, &part, outward_of(walker));
}

static int side_of(const Clipper* clipper)
{
    return graze_sign_cross(&clipper->way->along, &clipper->walker.to);
}

/* A - B only on one side of the way is grazed, square to it; all on the line it is met head-on. */
static GrazeVec choose_normal(const GrazeWay* way, const GrazeWayThrough* span)
{
    GrazeVec right = vec_outward(way->m);
    if (span->on_left != span->on_right) return span->on_left ? right : vec_scale(right, -1);
    bool has_own = span->normal.x != 0 || span->normal.y != 0;
    return has_own ? span->normal : vec_scale(way->m, -1);
}

void graze_clip_cores(const GrazeWay* way, GrazeWayThrough* span)
{
    Clipper clipper = {.way = way, .has_left = false};
    GrazeWalker* walker = &clipper.walker;
    graze_walker_start(walker, way->cso);
    *span = (GrazeWayThrough){.has_entered = false};
    int before = side_of(&clipper);
    /* A point has only its beginning; where others begin, they also end, and then with an edge. */
    if (before == 0 && walker->left_a + walker->left_b == 0) pass_vertex(&clipper, 0, span);
    while (graze_walker_advance(walker)) {
        int side = side_of(&clipper);
        span->on_left |= side > 0;
        span->on_right |= side < 0;
        if (side == 0) pass_vertex(&clipper, before, span);
        if (side * before < 0) pass_edge(&clipper, before, span);
        before = side;
    }
    if (span->has_entered) span->normal = graze_unit(choose_normal(way, span));
}

void graze_meet_cores(const GrazeWay* way, GrazeMeeting* meeting)
{
    GrazeWayThrough span;
    graze_clip_cores(way, &span);
    meeting->is_met = graze_is_on_way(&span);
    if (!meeting->is_met) return;
    bool is_through = span.on_left && span.on_right;
    meeting->is_hit = is_through && span.enter.to_one < 0 && span.exit.to_zero > 0;
    meeting->enter = graze_clamp_way(span.enter.value);
    /* Rounding can turn a thin outline inside out. */
    meeting->exit = max2(meeting->enter, graze_clamp_way(span.exit.value));
    meeting->part = span.part;
    meeting->normal = span.normal;
}

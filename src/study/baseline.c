#include "../base/vec.h"
#include "../graze.h"
#include "../tolerance.h"

/*
 * The methods of conflict detection that Walker and Sturtevant list in section 2 of "Collision
 * Detection for Agents in Multi-Agent Pathfinding", as a study: the cost of each, how often it
 * raises a false alarm (type I error) and how often it misses a contact (type II error). All of
 * them are applied to the time at which both agents exist, and report no contact for two that never
 * exist at the same time.
 *
 * The report states that the two methods by cells "are guaranteed to avoid type II errors". That
 * holds for a cover of all cells that the discs meet, as here for Wu's; it does not hold for
 * Bresenham's, whose cells contain the center only: two agents in adjacent cells can overlap.
 */
typedef struct {
    const GrazeMovingDisc *disc1, *disc2;
    double begin, end; /* common time of both */
    double reach;      /* sum of the radii */
    double step;
} Pair;

static double scaled_length(GrazeVec p)
{
    double unit = unit_scale(max2(fabs(p.x), fabs(p.y)));
    return vec_length(vec_scale(p, unit)) / unit;
}

static double speed_bound(const GrazeMovingDisc* disc)
{
    return scaled_length(vec(disc->vx, disc->vy));
}

static GrazeVec position_at(const GrazeMovingDisc* disc, double t)
{
    double elapsed = t - disc->t0;
    return vec(disc->x + disc->vx * elapsed, disc->y + disc->vy * elapsed);
}

/* Returns the range of a coordinate of the moving disc, with a bound of its rounding. */
static GrazeSpan coordinate_span(double x, double v, double from, double to, double radius)
{
    double error = GRAZE_BASELINE_ERROR * (fabs(x) + fabs(v) * max2(fabs(from), fabs(to)) + radius);
    double p = x + v * from;
    double q = x + v * to;
    return (GrazeSpan){min2(p, q) - radius - error, max2(p, q) + radius + error};
}

static bool overlaps(GrazeSpan p, GrazeSpan q)
{
    return p.begin <= q.end && q.begin <= p.end;
}

static GrazeSpan intersect(GrazeSpan p, GrazeSpan q)
{
    return (GrazeSpan){max2(p.begin, q.begin), min2(p.end, q.end)};
}

/*
 * Geometric containers (2.1): the box about the region that the disc sweeps, for all of its time.
 * It raises false alarms if edges are long and oblique; it misses nothing, as the boxes are
 * enlarged by a bound of the rounding.
 */
static bool container_baseline(const Pair* pair)
{
    const GrazeMovingDisc* disc1 = pair->disc1;
    const GrazeMovingDisc* disc2 = pair->disc2;
    double duration1 = disc1->t1 - disc1->t0;
    double duration2 = disc2->t1 - disc2->t0;
    return overlaps(coordinate_span(disc1->x, disc1->vx, 0, duration1, disc1->radius),
                    coordinate_span(disc2->x, disc2->vx, 0, duration2, disc2->radius)) &&
           overlaps(coordinate_span(disc1->y, disc1->vy, 0, duration1, disc1->radius),
                    coordinate_span(disc2->y, disc2->vy, 0, duration2, disc2->radius));
}

/* Bounds the rounding of all positions of a disc. */
static double position_error(const Pair* pair, const GrazeMovingDisc* disc)
{
    double latest = max2(fabs(pair->begin), fabs(pair->end)) + disc->t1 - disc->t0;
    double size = fabs(disc->x) + fabs(disc->y) + (fabs(disc->vx) + fabs(disc->vy)) * latest;
    return GRAZE_BASELINE_ERROR * (size + disc->radius);
}

/*
 * Containers as spheres: the disc about the middle of the path that contains the disc at both ends.
 * It raises more false alarms than the box if the edge is long; it misses nothing.
 */
static bool sphere_baseline(const Pair* pair)
{
    GrazeVec middles[2];
    double reach = 0;
    for (int32_t k = 0; k < 2; k++) {
        const GrazeMovingDisc* disc = k == 0 ? pair->disc1 : pair->disc2;
        double half_time = (disc->t1 - disc->t0) / 2;
        middles[k] = vec(disc->x + disc->vx * half_time, disc->y + disc->vy * half_time);
        reach += disc->radius + speed_bound(disc) * half_time + position_error(pair, disc);
    }
    return scaled_length(vec_sub(middles[0], middles[1])) <= reach;
}

/*
 * Containers as polygons, at their best: the convex hull of the disc at both ends, which any convex
 * polygon about the path contains. Two of these meet exactly if the paths come within R of each
 * other, each at its own time: if some delay is unsafe. They raise false alarms for agents that are
 * in one place at different times; they miss nothing.
 */
static bool hull_baseline(const Pair* pair)
{
    GrazeSpan delays[GRAZE_MAX_DELAYS];
    GrazeMovingSphere spheres[2];
    for (int32_t k = 0; k < 2; k++) {
        const GrazeMovingDisc* disc = k == 0 ? pair->disc1 : pair->disc2;
        spheres[k] = (GrazeMovingSphere){.x = disc->x,
                                         .y = disc->y,
                                         .vx = disc->vx,
                                         .vy = disc->vy,
                                         .t0 = disc->t0,
                                         .t1 = disc->t1,
                                         .radius = disc->radius};
    }
    return graze_unsafe_delays(&spheres[0], &spheres[1], delays) > 0;
}

/* Returns the separation of the two at a time. */
static double separation_at(const Pair* pair, double t)
{
    GrazeVec p = vec_sub(position_at(pair->disc1, t), position_at(pair->disc2, t));
    return scaled_length(p) - pair->reach;
}

static double joint_speed(const Pair* pair)
{
    return speed_bound(pair->disc1) + speed_bound(pair->disc2);
}

/* Returns the time between samples. By default the two together move by a quarter of the reach. */
static double sampling_step(const Pair* pair)
{
    double duration = pair->end - pair->begin;
    double step = pair->step > 0 ? pair->step : pair->reach / (4 * joint_speed(pair));
    /* This is 0 / 0 if nothing moves and nothing has a size: two samples suffice. */
    if (!(step > 0)) step = duration;
    return max2(step, duration / GRAZE_BASELINE_MAX_SAMPLES);
}

/*
 * Sampling at a fixed step (2.2; Moore and Wilhelms 1988), at the beginning, after each step and at
 * the end. It raises no false alarms. With relative speed v, it misses a contact only if the
 * contact lies between two samples, so if it is shorter than the step h; as both samples are then
 * at least R apart, it is no deeper than R - sqrt(R^2 - (v h / 2)^2), about (v h)^2 / (8 R), and of
 * any depth for v h >= 2 R. There are at most GRAZE_BASELINE_MAX_SAMPLES steps; the step is made
 * longer if more would be needed.
 */
static bool sampling_baseline(const Pair* pair)
{
    double step = sampling_step(pair);
    double t = pair->begin;
    for (int32_t k = 1; t < pair->end && k <= (int32_t)GRAZE_BASELINE_MAX_SAMPLES; k++) {
        if (separation_at(pair, t) <= 0) return true;
        t = pair->begin + k * step;
    }
    return separation_at(pair, pair->end) <= 0;
}

/*
 * Adaptive sampling (2.2; Gilbert and Hong 1989): the next sample follows after the separation
 * divided by the sum of the two speeds, before which there cannot be contact, but at least after a
 * step h. It raises no false alarms. It can miss a contact that begins and ends between two samples
 * that are h apart because the separation alone would have made the step shorter: a contact no
 * longer and no deeper than those that sampling can miss, but not necessarily the same ones, and
 * most of them are not missed, as the samples before them have a small separation. With h -> 0 it
 * misses nothing but takes more steps near a touch. There are at most GRAZE_BASELINE_MAX_SAMPLES
 * steps, as above.
 */
static bool adaptive_sampling_baseline(const Pair* pair)
{
    double step = sampling_step(pair);
    double speed = joint_speed(pair);
    double t = pair->begin;
    for (int32_t k = 0; t < pair->end && k <= (int32_t)GRAZE_BASELINE_MAX_SAMPLES; k++) {
        double separation = separation_at(pair, t);
        if (separation <= 0) return true;
        t += max2(step, speed > 0 ? separation / speed : INFINITY);
    }
    return separation_at(pair, pair->end) <= 0;
}

/*
 * Returns the side of a cell (2.2). The cells form a square grid with the center of a cell at the
 * origin, as on a map whose agents move from center to center. By default a cell is as wide as the
 * sum of the radii, and so as two equal agents, as in AA-SIPP(m) (Yakovlev and Andreychuk,
 * "Any-Angle Pathfinding for Multiple Agents Based on SIPP Algorithm", 2017: agents of radius 1/2
 * in unit cells). The methods report a conflict if both agents are in one cell at one time, borders
 * of cells and of times included.
 */
static double cell_size(const Pair* pair)
{
    double displacement = max2(speed_bound(pair->disc1) * (pair->disc1->t1 - pair->disc1->t0),
                               speed_bound(pair->disc2) * (pair->disc2->t1 - pair->disc2->t0));
    double size = pair->step > 0 ? pair->step : max2(pair->reach, displacement / 1024);
    return size > 0 ? size : 1;
}

/*
 * The cells of an agent by Bresenham's line: the first one, and the offset to the last one, in
 * `count` steps.
 */
typedef struct {
    int64_t x, y, dx, dy, count;
} Line;

/* Writes the index of a cell along an axis; returns false if it is out of range. */
static bool cell_index(double x, double size, int64_t* cell)
{
    double index = floor(x / size + 0.5);
    bool is_in_range = fabs(index) < 0x1p30;
    *cell = is_in_range ? (int64_t)index : 0;
    return is_in_range;
}

static bool bresenham_line(const GrazeMovingDisc* disc, double size, Line* line)
{
    GrazeVec end = position_at(disc, disc->t1);
    int64_t last_x;
    int64_t last_y;
    if (!cell_index(disc->x, size, &line->x) || !cell_index(disc->y, size, &line->y)) return false;
    if (!cell_index(end.x, size, &last_x) || !cell_index(end.y, size, &last_y)) return false;
    line->dx = last_x - line->x;
    line->dy = last_y - line->y;
    int64_t wide = line->dx < 0 ? -line->dx : line->dx;
    int64_t tall = line->dy < 0 ? -line->dy : line->dy;
    line->count = wide > tall ? wide : tall;
    return true;
}

/* Returns k d / n rounded to the nearest integer, halves up, as Bresenham's error term does. */
static int64_t rounded(int64_t k, int64_t d, int64_t n)
{
    if (n == 0) return 0;
    int64_t twice = 2 * k * d + n;
    int64_t quotient = twice / (2 * n);
    return quotient - (twice % (2 * n) < 0);
}

/*
 * Returns the time at which the center is in cell k of the line: from half way since the previous
 * cell to half way to the next.
 */
static GrazeSpan time_in_cell(const GrazeMovingDisc* disc, const Line* line, int64_t k)
{
    if (line->count == 0) return (GrazeSpan){disc->t0, disc->t1};
    double time_per_cell = (disc->t1 - disc->t0) / (double)line->count;
    double from = k == 0 ? disc->t0 : disc->t0 + ((double)k - 0.5) * time_per_cell;
    double to = k == line->count ? disc->t1 : disc->t0 + ((double)k + 0.5) * time_per_cell;
    return (GrazeSpan){from, to};
}

/* Returns whether cell (x, y) is in the line, and writes its index *k there. */
static bool find_cell(const Line* line, int64_t x, int64_t y, int64_t* k)
{
    bool is_wide = line->dx == line->count || line->dx == -line->count;
    int64_t d = is_wide ? line->dx : line->dy;
    int64_t along = is_wide ? x - line->x : y - line->y;
    *k = d < 0 ? -along : along;
    if (*k < 0 || *k > line->count) return false;
    return x == line->x + rounded(*k, line->dx, line->count) &&
           y == line->y + rounded(*k, line->dy, line->count);
}

/*
 * Bresenham's line (1965; 1987): one cell per column (per row, if the line is steep), from the
 * center of the first cell to that of the last one; the agent is in one of them at a time. It
 * raises false alarms: agents in one cell may be up to its diagonal apart, and positions are off by
 * up to half of that from the beginning. It misses contacts of discs in two different cells, and
 * the cells that the line crosses near a corner. Beyond GRAZE_BASELINE_MAX_SAMPLES cells, or 2^30
 * cells from the origin, it reports a conflict.
 */
static bool bresenham_baseline(const Pair* pair)
{
    Line line1;
    Line line2;
    double size = cell_size(pair);
    if (!bresenham_line(pair->disc1, size, &line1) || !bresenham_line(pair->disc2, size, &line2))
        return true;
    if (line1.count > (int64_t)GRAZE_BASELINE_MAX_SAMPLES) return true;
    for (int64_t k = 0; k <= line1.count; k++) {
        int64_t other;
        GrazeSpan time = time_in_cell(pair->disc1, &line1, k);
        if (time.end < pair->begin || time.begin > pair->end) continue;
        int64_t x = line1.x + rounded(k, line1.dx, line1.count);
        int64_t y = line1.y + rounded(k, line1.dy, line1.count);
        if (!find_cell(&line2, x, y, &other)) continue;
        if (overlaps(time, time_in_cell(pair->disc2, &line2, other))) return true;
    }
    return false;
}

/*
 * Returns the times within `time` with `|x + v (t - t0) - center| <= half`; empty (begin > end) if
 * there are none.
 */
static GrazeSpan time_near(double x, double v, double t0, double center, double half,
                           GrazeSpan time)
{
    if (v == 0) {
        return fabs(x - center) <= half ? time : (GrazeSpan){INFINITY, -INFINITY};
    }
    double begin = t0 + (center - half - x) / v;
    double end = t0 + (center + half - x) / v;
    return intersect(time, (GrazeSpan){min2(begin, end), max2(begin, end)});
}

enum { MAX_NORMALS = 8 };

/* Returns a normal of a regular polygon with 16 sides; the first two are those of a square. */
static GrazeVec polygon_normal(int32_t k)
{
    const double long_side = 0x1.d906bcf328d46p-1;  /* cos(pi / 8) */
    const double short_side = 0x1.87de2a6aea963p-2; /* sin(pi / 8) */
    const double diagonal = 0x1.6a09e667f3bcdp-1;   /* cos(pi / 4) */
    const GrazeVec normals[MAX_NORMALS / 2] = {
        {1, 0}, {diagonal, diagonal}, {long_side, short_side}, {short_side, long_side}};
    GrazeVec normal = normals[k / 2];
    return k % 2 == 0 ? normal : vec(-normal.y, normal.x);
}

/*
 * Volumes in x, y and time: each disc, as a regular polygon about it, extruded along its motion
 * to an oblique prism, and a static test of the two polytopes. Their sections at a time are
 * symmetric polygons with the same normals n, which meet exactly if |n . p| <= R for all of
 * these, where p is the offset of their centers. That is an interval of times for each n, and the
 * prisms have a point in common exactly if all intervals and the time of both do. Discs instead
 * of polygons give the algebraic method. The prisms contain the discs, so nothing is missed;
 * there are false alarms for agents of which the polygons meet, at distances up to R / cos(pi /
 * m) with m sides: 1.414 R for squares, the polytopes that are hulls of the boxes at both ends,
 * and 1.0196 R for 16 sides, the extrusion.
 */
static bool prism_baseline(const Pair* pair, int32_t normal_count)
{
    const GrazeMovingDisc* disc1 = pair->disc1;
    const GrazeMovingDisc* disc2 = pair->disc2;
    GrazeSpan time = {pair->begin, pair->end};
    GrazeVec p = vec_sub(position_at(disc1, pair->begin), position_at(disc2, pair->begin));
    GrazeVec v = vec(disc1->vx - disc2->vx, disc1->vy - disc2->vy);
    double half = pair->reach + position_error(pair, disc1) + position_error(pair, disc2);
    for (int32_t k = 0; k < normal_count; k++) {
        GrazeVec n = polygon_normal(k);
        time = time_near(vec_dot(n, p), vec_dot(n, v), pair->begin, 0, half, time);
        if (time.begin > time.end) return false;
    }
    return true;
}

/*
 * Writes the range of indices of the cells that coordinates in `extent` meet; returns false if it
 * is out of range.
 */
static bool cells_near(GrazeSpan extent, double size, int64_t* first, int64_t* last)
{
    double lo = ceil(extent.begin / size - 0.5);
    double hi = floor(extent.end / size + 0.5);
    if (!(fabs(lo) < 0x1p30 && fabs(hi) < 0x1p30)) return false;
    *first = (int64_t)lo;
    *last = (int64_t)hi;
    return true;
}

/*
 * Returns the largest distance along an axis between the center of an agent and that of a cell that
 * the agent is in, with a bound of the rounding of the times.
 */
static double cell_reach(const Pair* pair, const GrazeMovingDisc* disc, double size, double x,
                         double v)
{
    double error = fabs(x) + fabs(v) * (disc->t1 - disc->t0) + size;
    error += fabs(v) * max2(fabs(pair->begin), fabs(pair->end));
    return size / 2 + disc->radius + GRAZE_BASELINE_ERROR * error;
}

typedef struct {
    const Pair* pair;
    double size;
    double x1, y1, x2, y2; /* cell_reach of both agents */
    int32_t remaining;     /* number of cells that may still be tested */
} Cover;

/* Returns whether both agents are in a cell of column x at one time. */
static bool share_in_column(Cover* cover, int64_t x)
{
    const GrazeMovingDisc* disc1 = cover->pair->disc1;
    const GrazeMovingDisc* disc2 = cover->pair->disc2;
    GrazeSpan time = {cover->pair->begin, cover->pair->end};
    double size = cover->size;
    double column = (double)x * size;
    int64_t first;
    int64_t last;
    time = time_near(disc1->x, disc1->vx, disc1->t0, column, cover->x1, time);
    if (time.begin > time.end) return false;
    time = time_near(disc2->x, disc2->vx, disc2->t0, column, cover->x2, time);
    if (time.begin > time.end) return false;
    GrazeSpan tall = coordinate_span(disc1->y, disc1->vy, time.begin - disc1->t0,
                                     time.end - disc1->t0, disc1->radius);
    if (!cells_near(tall, size, &first, &last)) return true;
    for (int64_t y = first; y <= last; y++) {
        double row = (double)y * size;
        if (--cover->remaining < 0) return true;
        GrazeSpan both = time_near(disc1->y, disc1->vy, disc1->t0, row, cover->y1, time);
        if (both.begin > both.end) continue;
        both = time_near(disc2->y, disc2->vy, disc2->t0, row, cover->y2, both);
        if (both.begin <= both.end) return true;
    }
    return false;
}

/*
 * Wu's line (1991) has in each column the pair of cells next to it on both sides: those that a disc
 * as wide as a cell meets while its center is in the middle of the column. AA-SIPP(m) adds those
 * that it meets on its way from column to column, and does so for discs of any size. So here an
 * agent is in all cells that the box about its disc meets, while it does: for radius r and cells of
 * side c, while its center is no further than r + c / 2 from that of the cell in both axes. (With
 * c = 2 r the program of that paper uses the disc of radius c about the center of the cell for an
 * agent that rests there; this disc lies in that square.) It raises false alarms: two that share a
 * cell may be up to sqrt8 c apart for such radii. It misses nothing: a point of contact is in a
 * cell, and both boxes are there. Beyond GRAZE_BASELINE_MAX_SAMPLES cells, or 2^30 cells from the
 * origin, it reports a conflict.
 */
static bool wu_baseline(const Pair* pair)
{
    const GrazeMovingDisc* disc1 = pair->disc1;
    const GrazeMovingDisc* disc2 = pair->disc2;
    double size = cell_size(pair);
    int64_t first;
    int64_t last;
    Cover cover = {pair,
                   size,
                   cell_reach(pair, disc1, size, disc1->x, disc1->vx),
                   cell_reach(pair, disc1, size, disc1->y, disc1->vy),
                   cell_reach(pair, disc2, size, disc2->x, disc2->vx),
                   cell_reach(pair, disc2, size, disc2->y, disc2->vy),
                   (int32_t)GRAZE_BASELINE_MAX_SAMPLES};
    GrazeSpan wide = coordinate_span(disc1->x, disc1->vx, pair->begin - disc1->t0,
                                     pair->end - disc1->t0, disc1->radius);
    if (!cells_near(wide, size, &first, &last)) return true;
    for (int64_t x = first; x <= last; x++) {
        if (--cover.remaining < 0 || share_in_column(&cover, x)) return true;
    }
    return false;
}

/*
 * The velocity obstacle (2.4; Fiorini and Shiller 1998), from the first time at which both agents
 * exist, with an infinite horizon. It raises false alarms for contacts after the end of a motion.
 * It misses nothing.
 */
static bool velocity_obstacle_baseline(const Pair* pair)
{
    const GrazeMovingDisc* disc1 = pair->disc1;
    return graze_velocity_is_unsafe(disc1, pair->disc2, disc1->vx, disc1->vy, INFINITY, NULL);
}

/*
 * The algebraic method (2.3, 3.1): the least distance, as in agents/approach.c. It has no errors
 * but rounding.
 */
static bool algebraic_baseline(const Pair* pair)
{
    GrazeApproach approach;
    graze_approach_discs(pair->disc1, pair->disc2, &approach);
    return approach.relation != GRAZE_DISJOINT;
}

bool graze_conflict_by(GrazeBaseline method, const GrazeMovingDisc* disc1,
                       const GrazeMovingDisc* disc2, double step)
{
    Pair pair = {disc1,
                 disc2,
                 max2(disc1->t0, disc2->t0),
                 min2(disc1->t1, disc2->t1),
                 disc1->radius + disc2->radius,
                 step};
    if (pair.begin > pair.end) return false;
    switch (method) {
    case GRAZE_BASELINE_CONTAINER:
        return container_baseline(&pair);
    case GRAZE_BASELINE_CONTAINER_SPHERE:
        return sphere_baseline(&pair);
    case GRAZE_BASELINE_CONTAINER_HULL:
        return hull_baseline(&pair);
    case GRAZE_BASELINE_CONTAINER_POLYTOPE:
        return prism_baseline(&pair, 2);
    case GRAZE_BASELINE_EXTRUSION:
        return prism_baseline(&pair, MAX_NORMALS);
    case GRAZE_BASELINE_SAMPLING:
        return sampling_baseline(&pair);
    case GRAZE_BASELINE_ADAPTIVE:
        return adaptive_sampling_baseline(&pair);
    case GRAZE_BASELINE_CELLS_BRESENHAM:
        return bresenham_baseline(&pair);
    case GRAZE_BASELINE_CELLS_WU:
        return wu_baseline(&pair);
    case GRAZE_BASELINE_VELOCITY_OBSTACLE:
        return velocity_obstacle_baseline(&pair);
    default:
        return algebraic_baseline(&pair);
    }
}

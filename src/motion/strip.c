#include "strip.h"

#include "../tolerance.h"

/*
 * Within one stint of A and one of B, the part of the strip that is left at B's time v runs from
 * max(x0, v - u1) to min(x1, v - u0), for A's stint [u0, u1]. A look at its left end, and a sheet there; how far the
 * strip can reach in delay, and then how long that holds: all corners of what lies between are above 0.
 */
typedef struct {
    GrazeStint a, b;
    double from, to;    /* delays */
    double time, until; /* B's */
    double allowance;
    double mark; /* how wide the strip was at its last stair */
} Patch;

static double left_of(const Patch* patch, double v)
{
    return max2(patch->from, v - patch->a.to);
}

static double right_of(const Patch* patch, double v, double to)
{
    return max2(left_of(patch, v), min2(to, v - patch->a.from));
}

/* The point (delay, v) seen from the patch's instant. */
static GrazeVec seen(const Patch* patch, double delay, double v)
{
    double lasts = v - patch->time;
    return vec(lasts - (delay - left_of(patch, patch->time)), lasts);
}

static bool holds_at(const Patch* patch, const GrazeSheet* sheet, double delay, double v)
{
    return graze_sheet_at(sheet, seen(patch, delay, v)) >= 0;
}

/* Are all corners between the patch's time and v above 0? Where A's stint begins or ends, there are two more. */
static bool holds_until(const Patch* patch, const GrazeSheet* sheet, double to, double v)
{
    double ends = patch->from + patch->a.to;
    double begins = to + patch->a.from;
    if (!holds_at(patch, sheet, left_of(patch, v), v)) return false;
    if (!holds_at(patch, sheet, right_of(patch, v, to), v)) return false;
    if (!holds_at(patch, sheet, right_of(patch, patch->time, to), patch->time)) return false;
    if (ends > patch->time && ends < v && !holds_at(patch, sheet, patch->from, ends)) return false;
    return !(begins > patch->time && begins < v) || holds_at(patch, sheet, to, begins);
}

/* Of the thickness at the left end, what is kept at the right one: for time to pass. */
static const double KEPT = 0.25;

/* Time and delay are searched together: a step that is shorter than this part of the width may make that narrower. */
static const double SLENDER = 0.25;

/* Of a trial, what is tried next at least: bounds of high degree are much better for a little less. */
static const double LEAST = 0.0625;

enum { ROUNDS = 48 };

/* What is tried: from the patch's instant on, `width` in delay and `lasts` in time. */
typedef struct {
    double left, width, lasts;
} Trial;

static double most_time(const Patch* patch, const Trial* trial)
{
    return min2(patch->until, patch->a.to + trial->left + trial->width) - patch->time;
}

/* How long it is clear along the left or the right side, up to `then`: both may have a corner. */
static double clear_along(const Patch* patch, const GrazeSheet* sheet, double to, double then,
                          bool is_right)
{
    double now = patch->time;
    double bend = is_right ? to + patch->a.from : patch->from + patch->a.to;
    double at_now = is_right ? right_of(patch, now, to) : left_of(patch, now);
    double at_then = is_right ? right_of(patch, then, to) : left_of(patch, then);
    GrazeVec start = seen(patch, at_now, now);
    GrazeVec end = seen(patch, at_then, then);
    bool has_bend = bend > now && bend < then;
    if (!has_bend) return graze_sheet_along(sheet, start, end, 0) * (then - now);
    GrazeVec corner = seen(patch, is_right ? to : patch->from, bend);
    double first = graze_sheet_along(sheet, start, corner, 0);
    if (first < 1) return first * (bend - now);
    return bend - now + graze_sheet_along(sheet, corner, end, 0) * (then - bend);
}

/* True when the trial could nearly stay what it was; else it is less. */
static bool fits(const Patch* patch, const GrazeSheet* sheet, double level, Trial* trial)
{
    double now = patch->time;
    double then = now + trial->lasts;
    double lasts = clear_along(patch, sheet, trial->left + trial->width, then, false);
    if (lasts < 0.25 * trial->lasts) {
        trial->lasts = max2(2 * lasts, LEAST * trial->lasts);
        return false;
    }
    double right = right_of(patch, now, trial->left + trial->width);
    double across = graze_sheet_along(sheet, vec(0, 0), seen(patch, right, now), KEPT * level);
    if (across < 1) {
        /* Less than the trial's where A's stint has only just begun. */
        double width = (right - trial->left) * across;
        bool is_loose = across < 0.25;
        trial->width = is_loose ? max2(2 * width, LEAST * trial->width) : width;
        if (is_loose) trial->lasts = INFINITY;
        if (is_loose) return false;
    }
    lasts = min2(lasts, clear_along(patch, sheet, trial->left + trial->width, then, true));
    bool is_loose = lasts < 0.25 * trial->lasts;
    trial->lasts = is_loose ? max2(2 * lasts, LEAST * trial->lasts) : lasts;
    return !is_loose;
}

/* Makes a slender trial narrower, where it lasts much longer then. */
static bool narrows(const Patch* patch, GrazeSheet* sheet, Trial* trial)
{
    Trial narrow = *trial;
    narrow.width = max2(trial->lasts, trial->width / 16);
    narrow.lasts = min2(4 * trial->lasts, most_time(patch, &narrow));
    double to = narrow.left + narrow.width;
    double then = patch->time + narrow.lasts;
    graze_sheet_spread(sheet, narrow.width, narrow.lasts);
    double lasts =
        min2(clear_along(patch, sheet, to, then, false), clear_along(patch, sheet, to, then, true));
    if (lasts < 2 * trial->lasts) {
        graze_sheet_spread(sheet, trial->width, trial->lasts);
        return false;
    }
    *trial = narrow;
    trial->lasts *= 4;
    return true;
}

/*
 * How far to go from a patch's instant: to delay *to, no more than it was, and then until *v. False where neither can be
 * more than nothing. What is much less than tried is tried again: the bends are those of no more than twice of it.
 */
static bool stretch(const Patch* patch, GrazeSheet* sheet, double* to, double* v)
{
    Trial trial = {.left = left_of(patch, patch->time)};
    trial.width = *to - trial.left;
    trial.lasts = INFINITY;
    graze_sheet_spread(sheet, 0, 0);
    double level = graze_sheet_at(sheet, vec(0, 0));
    if (!(level > 0)) return false;
    for (int32_t round = 0; round < ROUNDS; round++) {
        double most = most_time(patch, &trial);
        trial.lasts = min2(trial.lasts, most);
        graze_sheet_spread(sheet, trial.width, trial.lasts);
        if (!fits(patch, sheet, level, &trial)) continue;
        most = most_time(patch, &trial);
        if (trial.lasts < min2(SLENDER * trial.width, most) && narrows(patch, sheet, &trial))
            continue;
        bool is_whole = trial.lasts >= most;
        double reach = min2(*to, trial.left + trial.width);
        double then = is_whole ? min2(patch->until, patch->a.to + reach)
                               : graze_time_after(patch->time, trial.lasts);
        then = max2(then, patch->time);
        if (holds_until(patch, sheet, reach, then)) {
            *to = reach;
            *v = then;
            return is_whole || then > patch->time;
        }
        trial.lasts *= 0.75;
    }
    return false;
}

/* Where a strip becomes half as wide as at the last stair, so that the next ones are not narrow too. */
static void keep_stair(GrazeStrips* strips, Patch* patch, double to)
{
    double width = to - patch->from;
    bool is_worth = width <= 0.5 * patch->mark;
    if (!strips->keeps_stairs || !is_worth || strips->count == GRAZE_STAIRS) return;
    strips->stairs[strips->count++] =
        (GrazeStair){patch->a.index, patch->b.index, patch->time, patch->to};
    patch->mark = width;
}

/* One step of a patch: false when no delay beyond its left end there is free. */
static bool advance(GrazeStrips* strips, Patch* patch)
{
    GrazeRuns* runs = &strips->runs;
    GrazeLook look;
    GrazeSheet sheet;
    double left = left_of(patch, patch->time);
    double u = clamp(patch->time - left, patch->a.from, patch->a.to);
    graze_runs_place(runs, &patch->a, u, &patch->b, patch->time, &look.at);
    runs->left--;
    runs->looks++;
    const GrazeLeg* leg = &runs->course.leg;
    bool are_far = graze_sheet_of_discs(leg, &look.at, look.at.error, &sheet);
    if (!are_far) {
        graze_runs_look(runs, &look);
        graze_sheet(leg, &look, look.at.error - patch->allowance, &sheet);
    }
    double to = patch->to;
    double then = patch->time;
    bool is_on = stretch(patch, &sheet, &to, &then);
    if (!is_on) to = left;
    bool may_slide = !are_far && patch->allowance > 0 && to < patch->to;
    if (may_slide && graze_sheet_across(leg, &look.at, look.at.error - patch->allowance, &sheet)) {
        double wide = patch->to;
        double late = patch->time;
        bool is_wider = stretch(patch, &sheet, &wide, &late) && wide > to;
        if (is_wider) {
            is_on = true;
            to = wide;
            then = late;
        }
    }
    keep_stair(strips, patch, to);
    patch->to = to;
    patch->time = then;
    return is_on;
}

static bool stands(const GrazeStint* stint)
{
    return stint->track.move == 0 && stint->track.turn == 0;
}

/* Looks at A's time u, B standing; returns whether they are clear there, and for how long back from u, at most `span`. */
static bool clear_back(GrazeStrips* strips, const Patch* patch, double u, double span, double* held)
{
    GrazeRuns* runs = &strips->runs;
    const GrazeLeg* leg = &runs->course.leg;
    GrazeLook look;
    GrazeInstant* at = &look.at;
    double landing;
    graze_runs_place(runs, &patch->a, u, &patch->b, patch->time, at);
    graze_runs_pace(runs, -1, 0, at);
    runs->left--;
    runs->looks++;
    *held = graze_discs_hold(leg, at, 0, span);
    if (*held > 0) return true;
    graze_runs_look(runs, &look);
    *held = graze_look_hold(&runs->course, &look, span, patch->allowance, GRAZE_METHOD_CERTIFIED,
                            &landing);
    return look.gap > at->error - patch->allowance;
}

/*
 * Crosses a patch in which B stands. There all depends on A's time alone: steps through that, back from its last, hold for
 * every delay of the strip, however wide it is. Where they come to an end, at u, delays from patch->time - u on are not free.
 */
static bool cross_standing(GrazeStrips* strips, Patch* patch, double least)
{
    double last = min2(min2(patch->b.to, strips->end), patch->a.to + patch->to);
    if (patch->time > last) return true;
    double until = max2(patch->a.from, patch->time - patch->to);
    double u = max2(min2(patch->a.to, last - patch->from), until);
    for (;;) {
        double held;
        bool is_clear = clear_back(strips, patch, u, u - until, &held);
        if (is_clear && held >= u - until) return true;
        double next = is_clear ? max2(u - held * (1 - GRAZE_STEP_ERROR), until) : u;
        bool is_stuck = !(next < u) || held < 0.5 * least;
        if (is_stuck) break;
        if (!graze_runs_may_look(&strips->runs)) return false;
        u = next;
    }
    double to = min2(patch->to, double_beside(patch->time - u, false));
    keep_stair(strips, patch, to);
    patch->to = to;
    if (to > patch->from && to - patch->from >= least) return true;
    patch->time = clamp(patch->from + u, patch->time, last);
    return false;
}

/* All of a patch. False when the strip has become narrower than `least`, or the budget ends. */
static bool cross_patch(GrazeStrips* strips, Patch* patch, double least)
{
    if (stands(&patch->b) && !stands(&patch->a)) return cross_standing(strips, patch, least);
    double before = patch->to;
    for (;;) {
        patch->until = min2(min2(patch->b.to, strips->end), patch->a.to + patch->to);
        if (patch->time > patch->until) return true;
        bool is_on = advance(strips, patch);
        bool is_less = !is_on || patch->to < before;
        if (is_less && !(patch->to - patch->from >= least && patch->to > patch->from)) return false;
        if (!graze_runs_may_look(&strips->runs)) return false;
        /* Left of its left end there is no more of the patch. */
        patch->until = min2(patch->until, patch->a.to + patch->to);
        if (!is_on || patch->time >= patch->until) return true;
    }
}

/* Where to begin: at the last stair that reaches further than `from`. */
static GrazeStair find_stair(GrazeStrips* strips, double from)
{
    while (strips->count > 0 && strips->stairs[strips->count - 1].delay <= from)
        strips->count--;
    if (strips->count > 0) return strips->stairs[strips->count - 1];
    const GrazeRuns* runs = &strips->runs;
    return (GrazeStair){runs->a.first, runs->b.first, -INFINITY, INFINITY};
}

/* All patches of the stint of A, from B's stint `j` on. */
static bool cross_stint(GrazeStrips* strips, int32_t j, double time, double least, Patch* patch)
{
    const GrazeRun* run = &strips->runs.b;
    const GrazeStint* a = &patch->a;
    double begin = max2(time, max2(a->from + patch->from, 0));
    int32_t first = graze_stint_at(run, begin, true);
    for (int32_t k = j > first ? j : first; k <= run->last; k++) {
        graze_stint(run, k, &patch->b);
        if (patch->b.from > min2(strips->end, a->to + patch->to)) break;
        patch->time = max2(begin, patch->b.from);
        if (!cross_patch(strips, patch, least)) return false;
    }
    return true;
}

double graze_strip(GrazeStrips* strips, double from, double to, double allowance, double least,
                   bool* is_free)
{
    const GrazeRun* run = &strips->runs.a;
    Patch patch = {.from = from, .to = to, .allowance = allowance};
    GrazeStair stair = {run->first, strips->runs.b.first, -INFINITY, to};
    if (strips->keeps_stairs) stair = find_stair(strips, from);
    patch.to = min2(to, stair.delay);
    patch.mark = patch.to - from;
    *is_free = false;
    int32_t first = graze_stint_at(run, -patch.to, true);
    for (int32_t i = stair.a > first ? stair.a : first; i <= run->last; i++) {
        graze_stint(run, i, &patch.a);
        if (patch.a.from + from > strips->end) break;
        bool is_resumed = i == stair.a;
        bool is_crossed = cross_stint(strips, is_resumed ? stair.b : strips->runs.b.first,
                                      is_resumed ? stair.time : -INFINITY, least, &patch);
        if (is_crossed) continue;
        strips->latest = patch.time;
        return from;
    }
    *is_free = true;
    return patch.to;
}

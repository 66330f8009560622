#include "runs.h"

#include "../tolerance.h"

void graze_run_init(GrazeRun* run, const GrazeMover* mover, double base, double tail)
{
    run->mover = mover;
    run->base = base;
    run->tail = tail;
    run->first = mover->before == GRAZE_HOLD ? -1 : 0;
    run->last = mover->after == GRAZE_HOLD ? mover->count : mover->count - 1;
}

void graze_runs_fill(GrazeRuns* runs, int32_t budget)
{
    runs->usual = budget < 1 ? graze_usual_budget(runs->a.mover, runs->b.mover) : budget;
    runs->has_reserve = budget < 1;
    runs->reserve = 0;
    runs->left = runs->usual;
}

void graze_runs_refill(GrazeRuns* runs)
{
    if (runs->left > runs->usual) runs->reserve = runs->left - runs->usual;
    runs->left = runs->usual;
}

bool graze_runs_may_look(GrazeRuns* runs)
{
    if (runs->left > 0) return true;
    if (runs->has_reserve) runs->reserve = graze_delay_budget(runs->a.mover, runs->b.mover);
    runs->has_reserve = false;
    runs->left = runs->reserve;
    runs->reserve = 0;
    return runs->left > 0;
}

static double by_clock(const GrazeRun* run, double time)
{
    return time - run->base - run->tail;
}

double graze_stint_begin(const GrazeRun* run, int32_t index)
{
    const GrazeMover* mover = run->mover;
    if (index < 0) return -INFINITY;
    bool is_held = index == mover->count;
    return by_clock(run, is_held ? mover->pieces[index - 1].end : mover->pieces[index].begin);
}

double graze_stint_end(const GrazeRun* run, int32_t index)
{
    const GrazeMover* mover = run->mover;
    if (index == mover->count) return INFINITY;
    bool is_held = index < 0;
    return by_clock(run, is_held ? mover->pieces[0].begin : mover->pieces[index].end);
}

void graze_stint(const GrazeRun* run, int32_t index, GrazeStint* out)
{
    const GrazeMover* mover = run->mover;
    int32_t count = mover->count;
    GrazeKept kept = index < 0 ? GRAZE_KEPT_FIRST : index == count ? GRAZE_KEPT_LAST : GRAZE_MOVING;
    const GrazePiece* piece = &mover->pieces[index < 0 ? 0 : index < count ? index : count - 1];
    out->index = index;
    out->from = graze_stint_begin(run, index);
    out->to = graze_stint_end(run, index);
    graze_track(mover, piece, kept, &out->track);
    out->track.offset = run->base - piece->begin + run->tail;
}

int32_t graze_stint_at(const GrazeRun* run, double time, bool is_later)
{
    int32_t lo = run->first;
    int32_t hi = run->last;
    while (lo < hi) {
        int32_t middle = lo + (hi - lo) / 2;
        double end = graze_stint_end(run, middle);
        bool is_behind = is_later ? time >= end : time > end;
        if (is_behind) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo;
}

/* The track with that instant as its time 0. */
static GrazeTrack track_at(const GrazeStint* stint, double time)
{
    GrazeTrack track = stint->track;
    const GrazePiece* piece = track.piece;
    if (!track.is_held) track.offset = clamp(time + track.offset, 0, piece->end - piece->begin);
    return track;
}

void graze_runs_place(GrazeRuns* runs, const GrazeStint* a, double u, const GrazeStint* b, double v,
                      GrazeInstant* at)
{
    GrazeCourse* course = &runs->course;
    course->leg.a = track_at(a, u);
    course->leg.b = track_at(b, v);
    graze_instant_place(course, 0, at);
    at->error += runs->grain;
}

/* Coefficients of a body that moves so much faster. */
static void hasten(const double* c, int32_t degree, double s, double pace, double* out)
{
    double power = pace;
    graze_poly_about(c, degree, s, out);
    for (int32_t k = 1; k <= degree; k++) {
        out[k] *= power;
        power *= pace;
    }
    for (int32_t k = degree + 1; k < GRAZE_PIECE_TERMS; k++)
        out[k] = 0;
}

void graze_runs_pace(GrazeRuns* runs, double pace_a, double pace_b, GrazeInstant* at)
{
    const GrazeTrack* a = &runs->course.leg.a;
    const GrazeTrack* b = &runs->course.leg.b;
    double of_a[GRAZE_PIECE_TERMS];
    double of_b[GRAZE_PIECE_TERMS];
    at->move = a->move > b->move ? a->move : b->move;
    at->turn = a->turn > b->turn ? a->turn : b->turn;
    hasten(a->piece->x, a->move, a->offset, pace_a, of_a);
    hasten(b->piece->x, b->move, b->offset, pace_b, of_b);
    for (int32_t k = 1; k <= at->move; k++)
        at->x[k] = of_b[k] - of_a[k];
    hasten(a->piece->y, a->move, a->offset, pace_a, of_a);
    hasten(b->piece->y, b->move, b->offset, pace_b, of_b);
    for (int32_t k = 1; k <= at->move; k++)
        at->y[k] = of_b[k] - of_a[k];
    hasten(a->piece->theta, a->turn, a->offset, pace_a, of_a);
    hasten(b->piece->theta, b->turn, b->offset, pace_b, of_b);
    for (int32_t k = 1; k <= at->turn; k++) {
        at->turn_a[k] = of_a[k];
        at->turn_b[k] = of_b[k];
    }
}

void graze_runs_look(GrazeRuns* runs, GrazeLook* look)
{
    graze_instant_pose(&runs->course.leg, &look->at);
    graze_look(&runs->course, &runs->hint, look);
}

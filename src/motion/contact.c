#include "contact.h"

#include "../tolerance.h"

/* First contact, in the caller's terms. */

/* Points, normal and features at a time of the course, world frame. */
#define TELL_WITNESS(out, from, home)                                                              \
    do {                                                                                           \
        (out)->point_a_x = (home).x + (from)->point_a_x;                                           \
        (out)->point_a_y = (home).y + (from)->point_a_y;                                           \
        (out)->point_b_x = (home).x + (from)->point_b_x;                                           \
        (out)->point_b_y = (home).y + (from)->point_b_y;                                           \
        (out)->normal_x = (from)->normal_x;                                                        \
        (out)->normal_y = (from)->normal_y;                                                        \
        (out)->feature_a = (from)->feature_a;                                                      \
        (out)->index_a = (from)->index_a;                                                          \
        (out)->feature_b = (from)->feature_b;                                                      \
        (out)->index_b = (from)->index_b;                                                          \
    } while (0)

void graze_tell_witness(GrazeCourse* course, double time, GrazeContact* out)
{
    GrazeInstant at;
    graze_course_leg(course, time);
    graze_instant(course, time, &at);
    GrazeVec home = graze_instant_home(course, &at);
    const GrazeShape* a = course->a->shape;
    const GrazeShape* b = course->b->shape;
    GrazeDistance apart;
    graze_distance(a, &at.pose_a, b, &at.pose_b, NULL, &apart);
    if (apart.relation != GRAZE_OVERLAPPING) {
        out->gap = apart.distance;
        TELL_WITNESS(out, &apart, home);
        return;
    }
    GrazePenetration deep;
    graze_penetration(a, &at.pose_a, b, &at.pose_b, &deep);
    out->gap = -deep.depth;
    TELL_WITNESS(out, &deep, home);
}

/* Where the times of looks go: room for `count`. */
typedef struct {
    double* time;
    int32_t count;
} Looked;

/* Pursues, and tells the bracket in the caller's time; false, and free, when the two are never there together. */
static bool pursue(const GrazeMover* a, const GrazeMover* b, const GrazeMotionOptions* options,
                   Looked looked, GrazePursuit* pursuit, GrazeMet* met, double* lo, double* hi)
{
    GrazeMotionOptions within = *options;
    *met = (GrazeMet){.status = GRAZE_CONTACT_FREE};
    *lo = *hi = options->to;
    if (!graze_motion_window(a, b, &within.from, &within.to)) return false;
    bool is_printed = options->method == GRAZE_METHOD_BCDA || options->method == GRAZE_METHOD_PCDA;
    graze_pursuit_init(pursuit, a, b, &within, 1, within.to - within.from);
    pursuit->looked = looked.time;
    pursuit->room = looked.count;
    if (is_printed) {
        graze_pursue_as_printed(pursuit, 0, met);
    } else {
        graze_pursue(pursuit, 0, met);
    }
    *lo = graze_caller_time(pursuit, met->lo, false);
    /* What they do within an ulp behind a graze can be deep. */
    *hi = graze_caller_time(pursuit, met->hi, met->status != GRAZE_CONTACT_GRAZE);
    return true;
}

int32_t graze_contact_bracket(const GrazeMover* a, const GrazeMover* b,
                              const GrazeMotionOptions* options, GrazeContactStatus* status,
                              double* lo, double* hi)
{
    GrazePursuit pursuit;
    GrazeMet met;
    bool are_there = pursue(a, b, options, (Looked){NULL, 0}, &pursuit, &met, lo, hi);
    *status = met.status;
    return are_there ? pursuit.looks : 0;
}

void graze_first_contact(const GrazeMover* a, const GrazeMover* b,
                         const GrazeMotionOptions* options, GrazeContact* out)
{
    graze_trace_contact(a, b, options, NULL, 0, out);
}

int32_t graze_trace_contact(const GrazeMover* a, const GrazeMover* b,
                            const GrazeMotionOptions* options, double* times, int32_t capacity,
                            GrazeContact* out)
{
    GrazePursuit pursuit;
    GrazeMet met;
    *out = (GrazeContact){0};
    Looked looked;
    looked.time = times;
    looked.count = capacity;
    bool are_there = pursue(a, b, options, looked, &pursuit, &met, &out->lo, &out->hi);
    out->status = (int32_t)met.status;
    out->iterations = are_there ? pursuit.looks : 0;
    if (met.status != GRAZE_CONTACT_FREE) graze_tell_witness(&pursuit.course, met.lo, out);
    return out->iterations;
}

double graze_separation_at(const GrazeMover* a, const GrazeMover* b, double t)
{
    double from = t;
    double to = t;
    GrazeCourse course;
    GrazeLook look;
    GrazeHint hint;
    if (!graze_motion_window(a, b, &from, &to)) return INFINITY;
    hint = (GrazeHint){.count = 0};
    graze_course_init(&course, a, b, t, 1);
    graze_course_leg(&course, 0);
    graze_instant(&course, 0, &look.at);
    graze_look(&course, &hint, &look);
    return look.gap;
}

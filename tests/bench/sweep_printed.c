#include "sweep_printed.h"

#include <math.h>
#include <stdbool.h>

static bool intersect(const PrintedBox* p, const PrintedBox* q)
{
    return p->lo_x <= q->hi_x && q->lo_x <= p->hi_x && p->lo_y <= q->hi_y && q->lo_y <= p->hi_y;
}

int32_t printed_si(const PrintedPath* a, const PrintedPath* b, int32_t from, int32_t steps,
                   int64_t* tests)
{
    for (int32_t i = from; i < steps; i++) {
        ++*tests;
        if (intersect(&a->boxes[i], &b->boxes[i])) return i;
    }
    return steps;
}

/* Between two intervals; below 0 where they overlap. */
static double gap(double lo_p, double hi_p, double lo_q, double hi_q)
{
    return lo_p > hi_q ? lo_p - hi_q : lo_q - hi_p;
}

static double distance(const PrintedBox* p, const PrintedBox* q)
{
    double x = gap(p->lo_x, p->hi_x, q->lo_x, q->hi_x);
    double y = gap(p->lo_y, p->hi_y, q->lo_y, q->hi_y);
    double most = x > y ? x : y;
    return most > 0 ? most : 0;
}

int32_t printed_sta(const PrintedPath* a, const PrintedPath* b, int32_t steps, double span,
                    int64_t* tests)
{
    int32_t no = 0;
    double speed = a->speed + b->speed;
    do {
        ++*tests;
        double earliest = distance(&a->boxes[no], &b->boxes[no]) / speed;
        double advance = floor(earliest / span);
        if (!(advance > 1)) {
            ++*tests;
            if (intersect(&a->boxes[no], &b->boxes[no])) return no;
            return printed_si(a, b, no, steps, tests);
        }
        no += advance < steps ? (int32_t)advance : steps;
    } while (no < steps);
    return steps;
}

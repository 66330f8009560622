/* openGJK, built twice: in double, and with USE_32BITS in float32. */
#include "openGJK/openGJK.h"

#include "contestant.h"

#include <stdlib.h>

static gkPolytope* bodies; /* A and B of each pair */

static void make_body(const SolidCase* pair, int which, gkPolytope* body)
{
    int32_t count = pair->count[which];
    gkFloat* numbers = malloc(3 * (size_t)count * sizeof *numbers);
    *body = (gkPolytope){.numpoints = count};
    body->coord = malloc((size_t)count * sizeof *body->coord);
    if (numbers == NULL || body->coord == NULL) abort();
    for (int32_t i = 0; i < 3 * count; i++)
        numbers[i] = pair->points[which][i];
    for (int32_t i = 0; i < count; i++)
        body->coord[i] = numbers + 3 * (ptrdiff_t)i;
}

static void prepare(const SolidCase* cases, int32_t count)
{
    bodies = calloc(2 * (size_t)count, sizeof *bodies);
    if (bodies == NULL) abort();
    for (int32_t k = 0; k < count; k++) {
        make_body(&cases[k], 0, &bodies[2 * (ptrdiff_t)k]);
        make_body(&cases[k], 1, &bodies[2 * (ptrdiff_t)k + 1]);
    }
}

static double distance(int32_t k)
{
    gkSimplex simplex = {0};
    const gkPolytope* body = &bodies[2 * (ptrdiff_t)k];
    return compute_minimum_distance(body[0], body[1], &simplex);
}

#ifdef USE_32BITS
const SolidContestant SOLID_OPENGJK_FLOAT = {"openGJK, float32", prepare, distance};
#else
const SolidContestant SOLID_OPENGJK = {"openGJK, double", prepare, distance};
#endif

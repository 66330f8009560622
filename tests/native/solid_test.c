/*
 * Signs and values of determinants in space against integers of 128 bits: steps of 27 bits between
 * points of every offset, many of them in one plane. Fixtures of hulls, and of answers that are
 * refused.
 */
#include "../../src/graze.h"
#include "../../src/solid/sign.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef __int128 Wide;

typedef struct {
    int64_t x, y, z;
} Whole;

static Whole random_whole(void)
{
    int64_t most = 1 << (random_below(3) == 0 ? 27 : 1 + random_below(27));
    int64_t at[3];
    for (int k = 0; k < 3; k++)
        at[k] = (int64_t)random_below((uint32_t)(2 * most + 1)) - most;
    return (Whole){at[0], at[1], at[2]};
}

static Wide determinant(Whole u, Whole v, Whole w)
{
    return (Wide)(u.y * v.z - u.z * v.y) * w.x + (Wide)(u.z * v.x - u.x * v.z) * w.y +
           (Wide)(u.x * v.y - u.y * v.x) * w.z;
}

/* Returns the step from a place with all coordinates `offset`, in units of `unit`. */
static SolidStep step_at(double offset, Whole step, double unit)
{
    return (SolidStep){{(offset + (double)step.x) * unit, (offset + (double)step.y) * unit,
                        (offset + (double)step.z) * unit},
                       {offset * unit, offset * unit, offset * unit},
                       {0, 0, 0},
                       {0, 0, 0}};
}

static void check_steps(double offset, double unit, bool is_flat)
{
    Whole u = random_whole();
    Whole v = random_whole();
    int sense = random_below(2) == 0 ? 1 : -1;
    Whole w =
        is_flat ? (Whole){u.x + sense * v.x, u.y + sense * v.y, u.z + sense * v.z} : random_whole();
    if (is_flat && random_below(4) == 0) w.x++;
    Wide exact = determinant(u, v, w);
    const SolidStep p = step_at(offset, u, unit);
    const SolidStep q = step_at(offset, v, unit);
    const SolidStep r = step_at(offset, w, unit);
    int sign = exact > 0 ? 1 : exact < 0 ? -1 : 0;
    CHECK(graze_solid_sign_beyond_filter(&p, &q, &r) == sign);
    Dd value = graze_solid_determinant(&p, &q, &r);
    double scale = 1 / unit;
    long double given = (long double)value.hi + value.lo;
    long double expected = (long double)exact;
    CHECK(fabsl(given * scale * scale * scale - expected) <= 0x1p-62L * fabsl(expected));
    Dd n[3];
    graze_solid_normal(&p, &q, n);
    const int64_t cross[3] = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    for (int k = 0; k < 3; k++)
        CHECK((long double)n[k].hi * scale * scale + (long double)n[k].lo * scale * scale ==
              (long double)cross[k]);
}

/* In double, all coordinates of this triangle's normal cancel: the axis of the prism over a flat
   hull, which was that of the largest one, lay in its plane, and the hull had no vertices. */
static void a_flat_hull_whose_normal_cancels_has_vertices(void)
{
    const GrazeSolidPoint points[3] = {{-64, 0, 0x1p-141F}, {0x1p-146F, 0, 0}, {0, 0, 0}};
    void* storage = malloc(graze_solid_hull_size(3));
    size_t used;
    GrazeSolid hull;
    CHECK(graze_solid_hull(points, 3, 0, storage, &used, &hull) == GRAZE_OK);
    CHECK(hull.count == 3 && hull.faces.face_count == 2);
    free(storage);
}

static bool same_bytes(const void* p, const void* q, size_t size)
{
    return memcmp(p, q, size) == 0;
}

/* A cast, the gap and a matrix once wrote a part of their answer before they were refused. */
static void refused_answers_are_unwritten(void)
{
    enum { POINTS = 160, VERTICES = 65 };
    static GrazeSolidPoint points[POINTS];
    const double identity[4] = {0, 0, 0, 1};
    const double skew[9] = {1, 0, 0, 1, 0, 0, 0, 0, 1};
    const double m[3] = {0.5, 0, 0};
    for (int32_t i = 0; i < POINTS; i++) {
        double z = 1 - (2.0 * i + 1) / POINTS;
        double across = sqrt(1 - z * z);
        points[i] = (GrazeSolidPoint){(float)(across * cos(2.399963 * i)),
                                      (float)(across * sin(2.399963 * i)), (float)z};
    }
    void* storage = malloc(graze_solid_hull_size(POINTS));
    size_t used;
    GrazeSolid ball;
    GrazeSolidPose pose;
    CHECK(graze_solid_hull(points, POINTS, 0, storage, &used, &ball) == GRAZE_OK);
    CHECK(graze_solid_pose(0, 0, 0, identity, &pose) == GRAZE_OK);
    const GrazeSolidPose before = pose;
    CHECK(graze_solid_matrix_pose(1, 2, 3, skew, &pose) == GRAZE_E_NOT_A_HEADING);
    CHECK(same_bytes(&before, &pose, sizeof pose));
    GrazeSolidCast cast;
    memset(&cast, 7, sizeof cast);
    const GrazeSolidCast unwritten = cast;
    size_t size = graze_solid_scratch_size(VERTICES);
    const GrazeSolidScratch scratch = {malloc(size), size};
    CHECK(graze_solid_shape_cast(&ball, &pose, &ball, &pose, m, &scratch, &cast) ==
          GRAZE_E_OUT_OF_MEMORY);
    CHECK(same_bytes(&unwritten, &cast, sizeof cast));
    free(scratch.memory);
    free(storage);
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    a_flat_hull_whose_normal_cancels_has_vertices();
    refused_answers_are_unwritten();
    /* Steps of 27 bits have units up to 2^-26 of them; offsets of 51 to 53 bits have no other. */
    static const double offset[] = {0,         1e9,      0x1p51,    -0x1p51,   -0x1.8p51,
                                    -0x1.9p52, 0x1.9p52, -0x1.1p52, -0x1.cp52, 0x1.8p51};
    for (int k = 0; k < share_of(600000); k++) {
        double at = offset[random_below(10)] + (double)random_below(64);
        check_steps(at, random_below(2) == 0 ? 1 : 0x1p-140, random_below(3) != 0);
    }
    return test_failures != 0;
}

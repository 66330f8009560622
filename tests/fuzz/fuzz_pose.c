/* Fuzzes making poses: each input is read as a place with an angle and as one with a heading. */
#include "../../src/tolerance.h"
#include "check.h"
#include "input.h"

#include <math.h>
#include <stdio.h>

/* ---- pose ---- */

typedef struct {
    double x, y, angle;
} Place;

static void print_place(const void* subject)
{
    const Place* place = subject;
    fprintf(stderr, "  x %.17g, y %.17g, angle %.17g (%a)\n", place->x, place->y, place->angle,
            place->angle);
}

static GrazeStatus expect(const Place* place)
{
    if (!isfinite(place->x) || !isfinite(place->y) || !isfinite(place->angle)) {
        return GRAZE_E_NOT_FINITE;
    }
    bool near = fabs(place->x) <= 0x1.fffffep127 && fabs(place->y) <= 0x1.fffffep127;
    return near && fabs(place->angle) <= 1e7 ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}

static double read_angle(Input* input)
{
    double any = input_double(input);
    switch (input_below(input, 3)) {
    case 0:
        return any;
    case 1:
        /* Angles near a multiple of a quarter turn, where one of the two cancels. */
        return 1.5707963267948966 * (double)input_int(input, 22) + any * 0x1p-30;
    default:
        return isfinite(any) ? fmod(any, 1e7) : any;
    }
}

static void check_turn(const Place* place, const GrazePose* pose)
{
    long double cosine = cosl(place->angle);
    long double sine = sinl(place->angle);
    CHECK(is_near(pose->cos, cosine, 0x1p-52L), "%.17g, exactly %.20Lg", pose->cos, cosine);
    CHECK(is_near(pose->sin, sine, 0x1p-52L), "%.17g, exactly %.20Lg", pose->sin, sine);
    CHECK(is_unit(pose->cos, pose->sin), "(%.17g, %.17g)", pose->cos, pose->sin);
    CHECK(place->angle != 0 || (pose->cos == 1 && pose->sin == 0), "(%.17g, %.17g)", pose->cos,
          pose->sin);
    GrazePose back;
    graze_pose(place->x, place->y, -place->angle, &back);
    CHECK(back.cos == pose->cos && back.sin == -pose->sin,
          "(%.17g, %.17g), backwards (%.17g, %.17g)", pose->cos, pose->sin, back.cos, back.sin);
}

/* Fuzzes graze_pose: it refuses only the documented values; sine and cosine are accurate to 2^-52. */
static void fuzz_pose(Input input)
{
    Place place;
    place.x = input_double(&input);
    place.y = input_double(&input);
    place.angle = read_angle(&input);
    check_subject(print_place, &place);
    GrazePose pose;
    GrazeStatus status = graze_pose(place.x, place.y, place.angle, &pose);
    CHECK(status == expect(&place), "%d, expected %d", (int)status, (int)expect(&place));
    if (status != GRAZE_OK) return;
    CHECK(same_bits(pose.x, place.x) && same_bits(pose.y, place.y), "at (%.17g, %.17g)", pose.x,
          pose.y);
    check_turn(&place, &pose);
}

/* ---- heading ---- */

typedef struct {
    double x, y, cos, sin;
} Heading;

static void print_heading(const void* subject)
{
    const Heading* h = subject;
    fprintf(stderr, "  at (%a, %a), heading (%a, %a)\n", h->x, h->y, h->cos, h->sin);
}

/* Expected result; UNSURE: within rounding of the limit. */
typedef enum { SOUND, UNSOUND, UNSURE } Soundness;

static Soundness soundness_of(const Heading* h, GrazeStatus* status)
{
    *status = GRAZE_E_NOT_FINITE;
    if (!isfinite(h->x) || !isfinite(h->y) || !isfinite(h->cos) || !isfinite(h->sin))
        return UNSOUND;
    *status = GRAZE_E_OUT_OF_RANGE;
    if (fabs(h->x) > GRAZE_MAX_POSITION || fabs(h->y) > GRAZE_MAX_POSITION) return UNSOUND;
    *status = GRAZE_E_NOT_A_HEADING;
    long double off = fabsl((long double)h->cos * h->cos + (long double)h->sin * h->sin - 1) /
                      GRAZE_HEADING_SLACK;
    if (fabsl(off - 1) < 0x1p-40L) return UNSURE;
    if (off > 1) return UNSOUND;
    *status = GRAZE_OK;
    return SOUND;
}

static void check_pose(const Heading* h, const GrazePose* pose)
{
    long double length = hypotl(h->cos, h->sin);
    CHECK(same_bits(pose->x, h->x) && same_bits(pose->y, h->y), "at (%a, %a)", pose->x, pose->y);
    CHECK(is_near(pose->cos, h->cos / length, 0x1p-51L) &&
              is_near(pose->sin, h->sin / length, 0x1p-51L),
          "(%a, %a)", pose->cos, pose->sin);
    CHECK(is_unit(pose->cos, pose->sin), "(%a, %a)", pose->cos, pose->sin);
    bool is_exact = fabs(h->cos) + fabs(h->sin) == 1 && h->cos * h->sin == 0;
    CHECK(!is_exact || (pose->cos == h->cos && pose->sin == h->sin), "(%a, %a)", pose->cos,
          pose->sin);
}

static void check_status(const Heading* h, GrazeStatus status)
{
    GrazeStatus expected;
    Soundness soundness = soundness_of(h, &expected);
    CHECK(soundness == UNSURE || status == expected, "%d, expected %d", (int)status, (int)expected);
}

static Heading read_heading(Input* input)
{
    Heading h = {input_double(input), input_double(input), 1, 0};
    if (input_below(input, 4) == 0) {
        h.cos = input_double(input);
        h.sin = input_double(input);
        return h;
    }
    double angle = (double)input_int(input, 14) * 0x1p-10;
    double length = 1 + (double)input_int(input, 12) * 0x1p-22;
    h.cos = cos(angle) * length;
    h.sin = sin(angle) * length;
    return h;
}

/* Fuzzes graze_heading_pose, graze_placement_check and graze_placement_pose: they accept finite
 * placements in range with a heading, and return its direction at length 1. */
static void fuzz_heading(Input input)
{
    GrazePose pose;
    Heading h = read_heading(&input);
    check_subject(print_heading, &h);
    GrazeStatus status = graze_heading_pose(h.x, h.y, h.cos, h.sin, &pose);
    check_status(&h, status);
    if (status == GRAZE_OK) check_pose(&h, &pose);
    const GrazePlacement place = {(float)h.x, (float)h.y, (float)h.cos, (float)h.sin};
    h = (Heading){place.x, place.y, place.cos, place.sin};
    status = graze_placement_check(&place);
    check_status(&h, status);
    if (status != GRAZE_OK) return;
    pose = graze_placement_pose(&place);
    check_pose(&h, &pose);
    GrazePose other;
    CHECK(graze_heading_pose(h.x, h.y, h.cos, h.sin, &other) == GRAZE_OK &&
              same_bytes(&pose, &other, sizeof pose),
          "(%a, %a), as a heading (%a, %a)", pose.cos, pose.sin, other.cos, other.sin);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    fuzz_pose(input);
    fuzz_heading(input);
    return 0;
}

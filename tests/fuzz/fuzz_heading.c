/*
 * Fuzzes graze_heading_pose, graze_placement_check and graze_placement_pose: they accept finite
 * placements in range with a heading, and return its direction at length 1.
 */
#include "../../src/tolerance.h"
#include "check.h"
#include "input.h"

#include <math.h>

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

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
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
    if (status != GRAZE_OK) return 0;
    pose = graze_placement_pose(&place);
    check_pose(&h, &pose);
    GrazePose other;
    CHECK(graze_heading_pose(h.x, h.y, h.cos, h.sin, &other) == GRAZE_OK &&
              same_bytes(&pose, &other, sizeof pose),
          "(%a, %a), as a heading (%a, %a)", pose.cos, pose.sin, other.cos, other.sin);
    return 0;
}

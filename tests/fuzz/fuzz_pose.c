/* Fuzzes graze_pose: it refuses only the documented values; sine and cosine are accurate to
 * 2^-52. */
#include "check.h"
#include "input.h"

#include <math.h>
#include <stdio.h>

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

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Place place;
    place.x = input_double(&input);
    place.y = input_double(&input);
    place.angle = read_angle(&input);
    check_subject(print_place, &place);
    GrazePose pose;
    GrazeStatus status = graze_pose(place.x, place.y, place.angle, &pose);
    CHECK(status == expect(&place), "%d, expected %d", (int)status, (int)expect(&place));
    if (status != GRAZE_OK) return 0;
    CHECK(same_bits(pose.x, place.x) && same_bits(pose.y, place.y), "at (%.17g, %.17g)", pose.x,
          pose.y);
    check_turn(&place, &pose);
    return 0;
}

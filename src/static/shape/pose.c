#include "../../base/trig.h"
#include "../../base/vec.h"
#include "../../graze.h"
#include "../../tolerance.h"

/* Poses from an angle, from a direction, and from shared memory. */

static GrazeStatus check_position(double x, double y)
{
    if (!isfinite(x) || !isfinite(y)) return GRAZE_E_NOT_FINITE;
    bool is_near = fabs(x) <= GRAZE_MAX_POSITION && fabs(y) <= GRAZE_MAX_POSITION;
    return is_near ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}

GrazeStatus graze_pose(double x, double y, double angle, GrazePose* pose)
{
    if (!isfinite(angle)) return GRAZE_E_NOT_FINITE;
    GrazeStatus status = check_position(x, y);
    if (status != GRAZE_OK) return status;
    if (fabs(angle) > GRAZE_MAX_ANGLE) return GRAZE_E_OUT_OF_RANGE;
    *pose = (GrazePose){x, y, 1, 0};
    if (angle != 0) graze_sincos(angle, &pose->sin, &pose->cos);
    return GRAZE_OK;
}

/* Returns cos^2 + sin^2 - 1. */
static double excess(double cos, double sin)
{
    return cos * cos + sin * sin - 1;
}

/*
 * 1 / sqrt(1 + e) = 1 - e / 2 + 3 e^2 / 8 - ...; the next term, 5 e^3 / 16, is below u / 2 for
 * |e| < 2^-18, which holds for a rounded unit vector.
 */
static GrazePose unit_pose(double x, double y, double cos, double sin)
{
    double e = excess(cos, sin);
    double scale = fabs(e) < 0x1p-18 ? 1 - e * (0.5 - 0.375 * e) : 1 / sqrt(1 + e);
    return (GrazePose){x, y, cos * scale, sin * scale};
}

GrazeStatus graze_heading_pose(double x, double y, double cos, double sin, GrazePose* pose)
{
    if (!isfinite(cos) || !isfinite(sin)) return GRAZE_E_NOT_FINITE;
    GrazeStatus status = check_position(x, y);
    if (status != GRAZE_OK) return status;
    if (!(fabs(excess(cos, sin)) <= GRAZE_HEADING_SLACK)) return GRAZE_E_NOT_A_HEADING;
    *pose = unit_pose(x, y, cos, sin);
    return GRAZE_OK;
}

GrazeStatus graze_placement_check(const GrazePlacement* place)
{
    /*
     * A sum of finite float32 numbers is finite in double; a number that is not finite makes the
     * sum not finite.
     */
    if (!isfinite((double)place->x + place->y + place->cos + place->sin)) return GRAZE_E_NOT_FINITE;
    bool is_heading = fabs(excess(place->cos, place->sin)) <= GRAZE_HEADING_SLACK;
    return is_heading ? GRAZE_OK : GRAZE_E_NOT_A_HEADING;
}

GrazePose graze_placement_pose(const GrazePlacement* place)
{
    return unit_pose(place->x, place->y, place->cos, place->sin);
}

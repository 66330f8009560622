#include "../graze.h"
#include "../tolerance.h"

#include <math.h>

static GrazeStatus check_position(double x, double y, double z)
{
    if (!isfinite(x) || !isfinite(y) || !isfinite(z)) return GRAZE_E_NOT_FINITE;
    bool is_near = fabs(x) <= GRAZE_MAX_POSITION && fabs(y) <= GRAZE_MAX_POSITION &&
                   fabs(z) <= GRAZE_MAX_POSITION;
    return is_near ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}

/* Products of a quaternion's numbers are divided by |q|^2 / 2: no root is needed, and axes and
   quarter turns are exact. */
static void set_rotation(double qx, double qy, double qz, double qw, double square, double r[9])
{
    double s = 2 / square;
    double xx = s * qx * qx;
    double yy = s * qy * qy;
    double zz = s * qz * qz;
    double xy = s * qx * qy;
    double xz = s * qx * qz;
    double yz = s * qy * qz;
    double wx = s * qw * qx;
    double wy = s * qw * qy;
    double wz = s * qw * qz;
    r[0] = 1 - (yy + zz);
    r[1] = xy + wz;
    r[2] = xz - wy;
    r[3] = xy - wz;
    r[4] = 1 - (xx + zz);
    r[5] = yz + wx;
    r[6] = xz + wy;
    r[7] = yz - wx;
    r[8] = 1 - (xx + yy);
}

static double square_of(double qx, double qy, double qz, double qw)
{
    return (qx * qx + qy * qy) + (qz * qz + qw * qw);
}

GrazeStatus graze_solid_pose(double x, double y, double z, const double quaternion[4],
                             GrazeSolidPose* pose)
{
    double qx = quaternion[0];
    double qy = quaternion[1];
    double qz = quaternion[2];
    double qw = quaternion[3];
    GrazeStatus status = check_position(x, y, z);
    if (!isfinite(qx) || !isfinite(qy) || !isfinite(qz) || !isfinite(qw)) return GRAZE_E_NOT_FINITE;
    if (status != GRAZE_OK) return status;
    double square = square_of(qx, qy, qz, qw);
    if (!(fabs(sqrt(square) - 1) <= GRAZE_ROTATION_SLACK)) return GRAZE_E_NOT_A_HEADING;
    pose->x = x;
    pose->y = y;
    pose->z = z;
    set_rotation(qx, qy, qz, qw, square, pose->rotation);
    return GRAZE_OK;
}

GrazeStatus graze_solid_placement_check(const GrazeSolidPlacement* place)
{
    const double quaternion[4] = {place->qx, place->qy, place->qz, place->qw};
    GrazeSolidPose pose;
    return graze_solid_pose(place->x, place->y, place->z, quaternion, &pose);
}

GrazeSolidPose graze_solid_placement_pose(const GrazeSolidPlacement* place)
{
    const double qx = place->qx;
    const double qy = place->qy;
    const double qz = place->qz;
    const double qw = place->qw;
    GrazeSolidPose pose;
    pose.x = place->x;
    pose.y = place->y;
    pose.z = place->z;
    set_rotation(qx, qy, qz, qw, square_of(qx, qy, qz, qw), pose.rotation);
    return pose;
}

/* Writes the products of the columns, less those of the identity; returns the largest of them. */
static double column_errors(const double r[9], double error[9])
{
    double most = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double* p = r + 3 * i;
            const double* q = r + 3 * j;
            double e = (p[0] * q[0] + p[1] * q[1] + p[2] * q[2]) - (i == j ? 1 : 0);
            error[3 * i + j] = e;
            if (!(fabs(e) <= most)) most = fabs(e);
        }
    return most;
}

GrazeStatus graze_solid_matrix_pose(double x, double y, double z, const double matrix[9],
                                    GrazeSolidPose* pose)
{
    double error[9];
    GrazeStatus status = check_position(x, y, z);
    for (int i = 0; i < 9; i++)
        if (!isfinite(matrix[i])) return GRAZE_E_NOT_FINITE;
    if (status != GRAZE_OK) return status;
    GrazeSolidPose made = {x, y, z, {0}};
    double* r = made.rotation;
    for (int i = 0; i < 9; i++)
        r[i] = matrix[i];
    double off = column_errors(r, error);
    double volume = r[0] * (r[4] * r[8] - r[5] * r[7]) + r[1] * (r[5] * r[6] - r[3] * r[8]) +
                    r[2] * (r[3] * r[7] - r[4] * r[6]);
    if (!(off <= 2 * GRAZE_ROTATION_SLACK) || volume < 0) return GRAZE_E_NOT_A_HEADING;
    /* R (I - E / 2) has products of columns that are off by about 3 E^2 / 4. */
    for (int round = 0; round < 3 && off > 16 * GRAZE_UNIT_ROUNDOFF; round++) {
        double next[9];
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) {
                double sum = 0;
                for (int i = 0; i < 3; i++)
                    sum += r[3 * i + k] * error[3 * i + j];
                next[3 * j + k] = r[3 * j + k] - sum / 2;
            }
        for (int i = 0; i < 9; i++)
            r[i] = next[i];
        off = column_errors(r, error);
    }
    *pose = made;
    return GRAZE_OK;
}

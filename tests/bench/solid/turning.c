/*
 * First contacts of pairs of hulls that move and turn, natively: of this library, Box3D and Bullet. Prints
 * a table in Markdown. A third of the pairs are boxes, a third hulls of eight points, a third have a rod.
 * The reference of each contestant is conservative advancement along its own motion, with the distances of
 * this library at single poses and the largest speed of any point, until the bodies are 1e-9 apart. A
 * contact is missed if it becomes deeper than DEEP and no contact is found, and late if it is found more
 * than LATE of the time after the reference. A contact of this library that is missed or late ends the
 * program with 1.
 */
#include "turning.h"

#include "../../../src/graze.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAIRS = 6000, SAMPLES = 256, ROUNDS = 5, MAX_STEPS = 100000 };

/* Bodies have a size of about 1, and the slop of Box3D is 0.005. */
static const double DEEP = 0.01, LATE = 0.02, TURNS[] = {0, 0.1, 0.78, 1.57, 3.1};

static TurningPair pairs[PAIRS];
static GrazeSolid solids[PAIRS][2];
static GrazeSolidPiece pieces[PAIRS][2];
static GrazeSolidMotion motions[PAIRS][2];
static GrazeSolidScratch scratch;

/* ---- random pairs ---- */

static uint64_t state = 88172645463325252U;

static double uniform(double from, double to)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return from + (to - from) * (double)(state >> 11) / 9007199254740992.0;
}

static void random_direction(double out[3])
{
    double square = 2;
    while (square > 1 || square < 0.01) {
        square = 0;
        for (int i = 0; i < 3; i++) {
            out[i] = uniform(-1, 1);
            square += out[i] * out[i];
        }
    }
    for (int i = 0; i < 3; i++)
        out[i] /= sqrt(square);
}

static void rotation_about(const double axis[3], double angle, double q[4])
{
    for (int i = 0; i < 3; i++)
        q[i] = axis[i] * sin(angle / 2);
    q[3] = cos(angle / 2);
}

/* Writes p q, the rotation q followed by p. */
static void multiply(const double p[4], const double q[4], double out[4])
{
    out[0] = p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1];
    out[1] = p[3] * q[1] + p[1] * q[3] + p[2] * q[0] - p[0] * q[2];
    out[2] = p[3] * q[2] + p[2] * q[3] + p[0] * q[1] - p[1] * q[0];
    out[3] = p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2];
}

static void make_points(TurningBody* body, int kind, bool is_rod)
{
    double half[3];
    for (int i = 0; i < 3; i++)
        half[i] = is_rod ? (i == 0 ? 3 : 0.05) : uniform(0.2, 0.6);
    for (int k = 0; k < TURNING_POINTS; k++) {
        double p[3] = {k & 1 ? half[0] : -half[0], k & 2 ? half[1] : -half[1],
                       k & 4 ? half[2] : -half[2]};
        if (kind == 1) random_direction(p);
        for (int i = 0; i < 3; i++)
            body->points[k][i] = (float)p[i];
    }
}

/* Makes pair k, whose bodies turn by at most `turn` radians. */
static void make_pair(int32_t k, double turn)
{
    int kind = k % 3;
    for (int which = 0; which < 2; which++) {
        TurningBody* body = &pairs[k].body[which];
        double away[3], aside[3], axis[3];
        double from[4], by[4], to[4];
        make_points(body, kind, kind == 2 && which == 0);
        random_direction(away);
        random_direction(aside);
        double distance = which == 0 ? 0 : kind == 2 ? 3.2 : 2.2;
        double along = uniform(-0.6, 0.9);
        double side = which == 0 ? (kind == 2 ? 0 : uniform(0, 1)) : uniform(0, 0.7);
        for (int i = 0; i < 3; i++) {
            body->position[0][i] = (float)(distance * away[i]);
            body->position[1][i] = (float)(distance * along * away[i] + side * aside[i]);
        }
        random_direction(axis);
        rotation_about(axis, uniform(0, 6.28), from);
        random_direction(axis);
        rotation_about(axis, uniform(0, turn), by);
        multiply(by, from, to);
        for (int i = 0; i < 4; i++) {
            body->quaternion[0][i] = (float)from[i];
            body->quaternion[1][i] = (float)to[i];
        }
    }
}

/* ---- this library ---- */

static void unit(const float in[4], double out[4])
{
    double square = 0;
    for (int i = 0; i < 4; i++)
        square += (double)in[i] * in[i];
    for (int i = 0; i < 4; i++)
        out[i] = in[i] / sqrt(square);
}

/* Writes the motion of a body as one piece, which turns about a fixed axis at a constant rate. */
static void make_piece(const TurningBody* body, GrazeSolidPiece* piece)
{
    double end[4], by[4];
    memset(piece, 0, sizeof *piece);
    piece->t1 = 1;
    double* coefficients[3] = {piece->x, piece->y, piece->z};
    for (int i = 0; i < 3; i++) {
        coefficients[i][0] = body->position[0][i];
        coefficients[i][1] = (double)body->position[1][i] - body->position[0][i];
    }
    unit(body->quaternion[0], piece->quaternion);
    unit(body->quaternion[1], end);
    const double* q = piece->quaternion;
    multiply(end, (const double[4]){-q[0], -q[1], -q[2], q[3]}, by);
    double sine = sqrt(by[0] * by[0] + by[1] * by[1] + by[2] * by[2]);
    piece->angle[1] = 2 * atan2(sine, by[3]);
    for (int i = 0; i < 3; i++)
        piece->axis[i] = sine > 0 ? by[i] / sine : i == 0;
}

static void prepare(const TurningPair* all, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        for (int which = 0; which < 2; which++) {
            size_t used;
            size_t size = (graze_solid_hull_size(TURNING_POINTS) + 15) / 16 * 16;
            void* storage = aligned_alloc(16, size);
            if (storage == NULL ||
                graze_solid_hull((const GrazeSolidPoint*)all[k].body[which].points, TURNING_POINTS,
                                 0, storage, &used, &solids[k][which]) != GRAZE_OK)
                abort();
            make_piece(&all[k].body[which], &pieces[k][which]);
            motions[k][which] =
                (GrazeSolidMotion){&pieces[k][which], 1, GRAZE_STAY, GRAZE_STAY, NULL};
        }
    }
}

static double query(int32_t k)
{
    GrazeMovingSolid a = {&solids[k][0], &motions[k][0]};
    GrazeMovingSolid b = {&solids[k][1], &motions[k][1]};
    GrazeMotionOptions options = {.to = 1,
                                  .distance_tolerance = 1e-9,
                                  .tolerance = 1e-9,
                                  .method = GRAZE_METHOD_CERTIFIED,
                                  .touching = GRAZE_TOUCHING_CONFLICT};
    GrazeSolidContact contact;
    if (graze_solid_first_contact(&a, &b, &options, &scratch, &contact) != GRAZE_OK) return NAN;
    return contact.status == GRAZE_CONTACT_HIT ? contact.lo : 2;
}

static const TurningContestant TURNING_GRAZE = {"graze, `graze_solid_first_contact`", false,
                                                prepare, query};

/* ---- the reference ---- */

/* Writes the pose of a body at time t. */
static void pose_at(const TurningBody* body, const GrazeSolidPiece* piece, bool is_lerp, double t,
                    GrazeSolidPose* pose)
{
    double q[4];
    if (is_lerp) {
        double square = 0;
        for (int i = 0; i < 4; i++) {
            q[i] = (1 - t) * body->quaternion[0][i] + t * body->quaternion[1][i];
            square += q[i] * q[i];
        }
        for (int i = 0; i < 4; i++)
            q[i] /= sqrt(square);
    } else {
        double by[4];
        rotation_about(piece->axis, piece->angle[1] * t, by);
        multiply(by, piece->quaternion, q);
    }
    if (graze_solid_pose(piece->x[0] + t * piece->x[1], piece->y[0] + t * piece->y[1],
                         piece->z[0] + t * piece->z[1], q, pose) != GRAZE_OK)
        abort();
}

/* Returns a bound of the speed at which rotation moves any point of a body. */
static double turning_speed(const TurningBody* body, const GrazeSolidPiece* piece, bool is_lerp)
{
    double reach = 0;
    for (int k = 0; k < TURNING_POINTS; k++) {
        const float* p = body->points[k];
        reach = fmax(reach, sqrt((double)p[0] * p[0] + (double)p[1] * p[1] + (double)p[2] * p[2]));
    }
    /* A chord between quaternions is passed most quickly, as an angle, in its middle. */
    double angle = piece->angle[1];
    return (1 + 1e-6) * reach * (is_lerp ? 4 * tan(angle / 4) : angle);
}

static void poses_at(int32_t k, bool is_lerp, double t, GrazeSolidPose poses[2])
{
    for (int which = 0; which < 2; which++)
        pose_at(&pairs[k].body[which], &pieces[k][which], is_lerp, t, &poses[which]);
}

/* Returns the time of the first contact, 2 without one, or -1 for bodies in contact at the beginning. */
static double reference_time(int32_t k, bool is_lerp)
{
    double turning = 0;
    double velocity[3];
    for (int which = 0; which < 2; which++)
        turning += turning_speed(&pairs[k].body[which], &pieces[k][which], is_lerp);
    velocity[0] = pieces[k][1].x[1] - pieces[k][0].x[1];
    velocity[1] = pieces[k][1].y[1] - pieces[k][0].y[1];
    velocity[2] = pieces[k][1].z[1] - pieces[k][0].z[1];
    double t = 0;
    for (int step = 0; step < MAX_STEPS; step++) {
        GrazeSolidPose poses[2];
        GrazeSolidDistance found;
        poses_at(k, is_lerp, t, poses);
        if (graze_solid_distance(&solids[k][0], &poses[0], &solids[k][1], &poses[1], &scratch,
                                 &found) != GRAZE_OK)
            abort();
        if (found.relation != GRAZE_DISJOINT || found.distance < 1e-9) return step > 0 ? t : -1;
        /* The normal points from A to B. */
        double closing = turning;
        for (int i = 0; i < 3; i++)
            closing -= found.witness.normal[i] * velocity[i];
        if (!(closing > 0)) return 2;
        t += found.distance / closing * (1 - 1e-12);
        if (t >= 1) return 2;
    }
    fprintf(stderr, "turning: the reference of pair %d does not end\n", k);
    exit(2);
}

/* Returns the largest depth at samples of the time. */
static double largest_depth(int32_t k, bool is_lerp)
{
    double depth = 0;
    for (int i = 0; i <= SAMPLES; i++) {
        GrazeSolidPose poses[2];
        GrazeSolidPenetration found;
        poses_at(k, is_lerp, (double)i / SAMPLES, poses);
        if (graze_solid_penetration(&solids[k][0], &poses[0], &solids[k][1], &poses[1], &scratch,
                                    &found) != GRAZE_OK)
            abort();
        depth = fmax(depth, found.depth);
    }
    return depth;
}

/* ---- the table ---- */

static double now(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static int compare(const void* p, const void* q)
{
    double a = *(const double*)p;
    double b = *(const double*)q;
    return (a > b) - (a < b);
}

/* Prints the row of a contestant. Returns whether it has missed no contact and found none late. */
static bool print_row(const TurningContestant* contestant, double turn)
{
    static double times[PAIRS];
    int contacts = 0, missed = 0, late = 0, hits = 0;
    contestant->prepare(pairs, PAIRS);
    for (int32_t k = 0; k < PAIRS; k++) {
        double expected = reference_time(k, contestant->is_lerp);
        if (expected < 0) continue;
        double least = INFINITY;
        double answer = 0;
        for (int round = 0; round < ROUNDS; round++) {
            double begin = now();
            answer = contestant->query(k);
            least = fmin(least, now() - begin);
        }
        if (answer <= 1) times[hits++] = least;
        if (expected > 1) continue;
        contacts++;
        late += answer <= 1 && answer > expected + LATE;
        missed += !(answer <= 1) && largest_depth(k, contestant->is_lerp) > DEEP;
    }
    qsort(times, (size_t)hits, sizeof *times, compare);
    printf("| %s | %g | %d | %d | %d | %.1f / %.1f |\n", contestant->name, turn, contacts, missed,
           late, times[hits / 2] / 1e3, times[hits * 99 / 100] / 1e3);
    fflush(stdout);
    return missed + late == 0;
}

int main(void)
{
    bool is_right = true;
    scratch.size = (graze_solid_scratch_size(4096) + 15) / 16 * 16;
    scratch.memory = aligned_alloc(16, scratch.size);
    if (scratch.memory == NULL) abort();
    printf("| first contact of hulls that turn | by up to, rad | contacts | missed | late | us a "
           "hit, p50 / p99 |\n");
    printf("|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof TURNS / sizeof TURNS[0]; i++) {
        for (int32_t k = 0; k < PAIRS; k++)
            make_pair(k, TURNS[i]);
        is_right = print_row(&TURNING_GRAZE, TURNS[i]) && is_right;
#ifdef SOLID_HAS_BOX3D
        print_row(&TURNING_BOX3D, TURNS[i]);
#endif
        print_row(&TURNING_BULLET, TURNS[i]);
    }
    if (!is_right) fprintf(stderr, "turning: a contact is missed or late\n");
    return is_right ? 0 : 1;
}

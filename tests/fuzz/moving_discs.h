/*
 * Two moving spheres and their smallest gap, in long double. The path of one relative to the other
 * is cut into pieces; each is at least as far as its chord less its largest deviation from the
 * chord. This shares nothing with src, which searches for roots.
 */
#ifndef FUZZ_MOVING_DISCS_H
#define FUZZ_MOVING_DISCS_H

#include "input.h"

/* Spheres, or discs if `is_plane`; without acceleration if `is_straight`. */
typedef struct {
    GrazeMovingSphere first, second;
    bool is_straight, is_plane;
} Spheres;

/* Magnitudes of a sphere's numbers; few different ones make many ties. */
typedef struct {
    bool is_straight, is_plane, is_wild;
    int place_bits, speed_bits, time_bits;
    double length_unit, time_unit, clock;
} SphereKind;

SphereKind sphere_kind_read(Input* input);
void sphere_read(Input* input, const SphereKind* kind, GrazeMovingSphere* out);

/* Reads both; returns false if the library refuses one, and checks that it does so when it
 * should. A failed check prints them. */
bool spheres_read(Input* input, Spheres* spheres);
bool sphere_checked(const GrazeMovingSphere* sphere);
void print_sphere(const char* name, const GrazeMovingSphere* sphere);

/*
 * A piece or a stay, in long double. From `from` to `to`, which may be infinite for a static one,
 * its center is at place + gone + (t - start) (velocity + (t - start) acceleration / 2). Places may
 * be far away: only their differences are used. `lasts`: duration of the movement, 0 for a stay;
 * `blur`: error of its places.
 */
typedef struct {
    long double from, to, start, lasts, radius, blur;
    long double place[3], velocity[3], acceleration[3], gone[3];
} ExactPiece;

/* Returns the piece of a sphere delayed by `delay`. */
ExactPiece exact_piece_of(const GrazeMovingSphere* sphere, long double delay);

ExactPiece exact_piece_of_disc(const GrazeMovingDisc* segment);

/* Returns a stay at the place where the sphere begins, or ends; the place may be rounded to
 * double. */
ExactPiece exact_stay(const GrazeMovingSphere* sphere, bool at_end, long double from,
                      long double to);

typedef struct {
    ExactPiece a, b;
} Encounter;

/* Finds the time in [first, last], which may be infinite, in which both are present; returns
 * false if there is none. Reduces an infinite time without movement to a finite one. */
bool encounter_window(const Encounter* e, long double first, long double last, long double* from,
                      long double* to);
long double encounter_gap(const Encounter* e, long double t);

/* Smallest gap from `from` to `to`: `seen` at `at`, with the lower bound `floor`. */
typedef struct {
    long double seen, floor, at;
} SmallestGap;

SmallestGap encounter_least(const Encounter* e, long double from, long double to);

/* Returns the error of a gap at a time near t that is rounded to double, and from the rounding
 * of all lengths that enter it. */
long double encounter_slack(const Encounter* e, long double t);

/* Return bounds of all lengths that enter the gap, and of its rate of change. */
long double encounter_size(const Encounter* e);
long double encounter_speed(const Encounter* e);

/* Checks a reported smallest gap, `distance` at `time`. */
void encounter_check_least(const Encounter* e, double distance, double time, SmallestGap least);

/* Checks the contacts from `from` to `to`: in order, with their smallest gaps, and with none between
 * them. */
void encounter_check_conflicts(const Encounter* e, const GrazeConflict* conflicts, int32_t count,
                               long double from, long double to);

#endif

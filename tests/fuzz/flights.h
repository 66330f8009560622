/*
 * Two flights, and how near they come, in long double: the way of one past the other is cut into pieces, each at least as far
 * as its chord less what it can bend off it. Nothing of this is in src, which looks for roots.
 */
#ifndef FUZZ_FLIGHTS_H
#define FUZZ_FLIGHTS_H

#include "input.h"

/* Spheres, or discs where `is_plane`; without accelerations where `is_straight`. */
typedef struct {
    GrazeMovingSphere first, second;
    bool is_straight, is_plane;
} Flights;

/* How large the numbers of a flight are; few different ones make for many ties. */
typedef struct {
    bool is_straight, is_plane, is_wild;
    int place_bits, speed_bits, time_bits;
    double length_unit, time_unit, clock;
} FlightKind;

FlightKind flight_kind_take(Input* input);
void flight_take(Input* input, const FlightKind* kind, GrazeMovingSphere* out);

/* False when the library refuses one of them, which it is checked to do when it should. A failed check prints them. */
bool flights_take(Input* input, Flights* flights);
bool flight_checked(const GrazeMovingSphere* flight);
void print_flight(const char* name, const GrazeMovingSphere* flight);

/*
 * A flight or a stay, in long double: from `from` to `to`, which may be infinite for what stands still, its centre is at
 * place + gone + (t - start) (velocity + (t - start) acceleration / 2). Places may be far away: only their differences are taken.
 * `lasts`: how long it moves, 0 for a stay; `blur`: how far off its places may be.
 */
typedef struct {
    long double from, to, start, lasts, radius, blur;
    long double place[3], velocity[3], acceleration[3], gone[3];
} Course;

/* A flight that happens `delay` later than it says. */
Course course_of(const GrazeMovingSphere* flight, long double delay);

Course course_of_segment(const GrazeMovingDisc* segment);

/* What stays where the flight begins, or ends: at a place that may be rounded to double. */
Course course_stay(const GrazeMovingSphere* flight, bool at_end, long double from, long double to);

typedef struct {
    Course a, b;
} Encounter;

/* When in [first, last], which may be infinite, both are there; false for never. Of what stands still for ever some finite time. */
bool encounter_window(const Encounter* e, long double first, long double last, long double* from,
                      long double* to);
long double encounter_gap(const Encounter* e, long double t);

/* The least gap from `from` to `to`: `seen` at `at`, and it is nowhere below `floor`. */
typedef struct {
    long double seen, floor, at;
} FlightLeast;

FlightLeast encounter_least(const Encounter* e, long double from, long double to);

/* How far a gap may be off at a time near t that is rounded to double, and by the rounding of all lengths that go into it. */
long double encounter_slack(const Encounter* e, long double t);

/* Bounds of all lengths that go into the gap, and of how fast it changes. */
long double encounter_size(const Encounter* e);
long double encounter_speed(const Encounter* e);

#endif

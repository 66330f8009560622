/*
 * Bodies in space from the fuzzer's bytes, and checks that several targets share. On a grid all
 * coordinates are whole multiples of a power of two, also as placed, so that integers give the
 * exact relation; wild bodies have any valid bits.
 */
#ifndef FUZZ_SOLID_H
#define FUZZ_SOLID_H

#include "check.h"
#include "input.h"

/* SOLID_WHOLES: largest number of points of a grid's body; SOLID_ROUND: of a round body. */
enum { SOLID_WHOLES = 8, SOLID_ROUND = 160 };

typedef struct {
    int64_t at[3];
} WholePoint;

/*
 *   points  the given points, `count` of them
 *   whole   these as placed on a grid, in its units
 *   radius  in these units
 */
typedef struct {
    GrazeSolid solid;
    GrazeSolidPose pose;
    void* storage; /* the bytes that the hull uses, and no more */
    GrazeSolidPoint points[SOLID_ROUND];
    int32_t count;
    WholePoint whole[SOLID_WHOLES];
    int64_t radius;
} SolidBody;

/* Number of bits of a body's coordinates, of its position, and exponent of the unit. */
typedef struct {
    int bits, place_bits, exponent;
} SolidGrid;

SolidGrid input_solid_grid(Input* input);

/* Reads a body and its pose, on a grid or, if that is NULL, any; returns false if the library
   refuses it. solid_free frees it in any case. */
bool input_solid(Input* input, const SolidGrid* grid, SolidBody* body);
void solid_free(SolidBody* body);
void print_solid(const GrazeSolid* solid, const GrazeSolidPose* pose);

/* Makes a hull in memory of exactly the bytes that it uses; the caller frees *storage, also where
   the points are refused. */
GrazeStatus solid_make_hull(const GrazeSolidPoint* points, int32_t count, float radius,
                            void** storage, GrazeSolid* out);

/* Returns 16-byte aligned memory of exactly `size` bytes. */
void* solid_room(size_t size);

/* Reads a placement, near the origin or with any bits; returns false if it is refused. */
bool input_solid_placement(Input* input, GrazeSolidPlacement* place);

/* Returns the relation of the origin and the hull of whole points, in integers: with |x| <= 2^26. */
GrazeRelation whole_relation(WholePoint* points, int32_t count);

/* A vertex as placed. */
typedef struct {
    long double at[3];
} LongPoint;

LongPoint solid_placed(const GrazeSolid* solid, const GrazeSolidPose* pose, int32_t vertex);

/* Returns the largest extent of a convex body along a direction, without its radius. */
long double solid_extent(const GrazeSolid* solid, const GrazeSolidPose* pose,
                         const long double d[3]);

/* Returns the largest |coordinate| of vertices as placed, plus the radius. */
long double solid_size(const GrazeSolid* solid, const GrazeSolidPose* pose);

/* Returns the gap of two convex bodies along a direction of unit length, from A to B. */
long double solid_gap_along(const GrazeSolid* a, const GrazeSolidPose* pose_a, const GrazeSolid* b,
                            const GrazeSolidPose* pose_b, const double d[3]);

/* Checks that a hull is one of its points, closed and convex. */
void check_solid_hull(const SolidBody* body, bool is_whole);

bool is_unit_in_space(const double d[3]);

#endif

/*
 * Shared parts of replay: records from stdin, answers to stdout, all numbers little-endian, and one
 * function for each kind of question. A malformed record, or an answer that contradicts itself,
 * ends the program.
 */
#ifndef GRAZE_TESTS_REPLAY_H
#define GRAZE_TESTS_REPLAY_H

#include "../../src/graze.h"

/* Kinds of questions, in the order of KINDS in questions/index.js: the first is 1. The last one is
   that of solid_study.test.js. */
#define REPLAY_LIST(X)                                                                             \
    X(pair)                                                                                        \
    X(discs)                                                                                       \
    X(box)                                                                                         \
    X(cast)                                                                                        \
    X(ray)                                                                                         \
    X(trace)                                                                                       \
    X(batch)                                                                                       \
    X(motion)                                                                                      \
    X(movers)                                                                                      \
    X(sweep)                                                                                       \
    X(scene)                                                                                       \
    X(flights)                                                                                     \
    X(routes)                                                                                      \
    X(shape)                                                                                       \
    X(headings)                                                                                    \
    X(bodies)                                                                                      \
    X(usual)                                                                                       \
    X(steering)                                                                                    \
    X(crowd)                                                                                       \
    X(compound)                                                                                    \
    X(manifolds)                                                                                   \
    X(clearances)                                                                                  \
    X(traffic)                                                                                     \
    X(plans)                                                                                       \
    X(worlds)                                                                                      \
    X(inflated)                                                                                    \
    X(boxes)                                                                                       \
    X(septic)                                                                                      \
    X(overlaps)                                                                                    \
    X(cones)                                                                                       \
    X(solid)                                                                                       \
    X(unions)                                                                                      \
    X(solids)                                                                                      \
    X(chains)                                                                                      \
    X(solid_study)

#define REPLAY_DECLARE(kind) void answer_##kind(void);
REPLAY_LIST(REPLAY_DECLARE)
#undef REPLAY_DECLARE

enum { MAX_PAIRS = 16, MAX_INTERVALS = 4096 };

_Noreturn void fail(const char* what);
void read_bytes(void* out, size_t size);
void write_bytes(const void* bytes, size_t size);
int32_t read_int(void);
void write_int(int32_t value);

/* Checks that two answers have the same bits. */
void check_same(const void* one, const void* other, size_t size, const char* otherwise);

/* Reads a count from 0 to `most`. */
int32_t read_count(int32_t most);

/* Returns memory of exactly that size, so that the sanitizer detects any access beyond it. The
 * caller frees it. */
void* room_of(size_t size);

/*
 *   outline          int32 hull, int32 count, float radius, count x float[2]
 *
 * The caller frees its points.
 */
GrazePoint* read_outline(GrazeShape* shape, GrazeStatus* status, int32_t* culprit);

/*
 *   shape            int32 parts, 0 for a convex body; an outline of each part, or of the body
 *
 * Reads a shape that must be valid; returns the memory of its points or of its compound, of exactly
 * the promised size, which the caller frees.
 */
void* read_shape(GrazeShape* shape);

/* Makes a compound in memory of exactly the promised size, which it returns: the caller frees it. */
void* make_compound(GrazeShape* shape, const GrazeShape* parts, int32_t count);

/* Shape and its lookup, in memory of exactly the promised size. A compound has none. */
typedef struct {
    GrazeShape shape;
    void *points, *lookup;
} Indexed;

void read_indexed(Indexed* body);
void free_indexed(Indexed* body);

void read_placement(GrazePlacement* place);

/*
 *   moving body      shape, int32 pieces, before, after; for each piece 3 terms + 4 doubles, as in
 *                    GrazeMovingBody
 *
 * Moving body; the caller frees its points and records. Most questions have QUESTION_TERMS terms.
 */
enum { QUESTION_TERMS = 6 };

typedef struct {
    GrazeShape shape;
    void* points;
    double* records;
    GrazeMovingBody moving_body;
} Moving;

void read_moving_body(Moving* body);
void read_moving_body_of(Moving* body, int32_t terms);
void free_moving_body(Moving* body);

/*
 *   options          double from, to, tolerance, distance tolerance; int32 maximum of iterations
 */
GrazeMotionOptions read_motion_options(void);

#endif

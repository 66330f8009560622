/*
 * What the parts of replay share: records from stdin, answers to stdout, all numbers little-endian; and a kind of question
 * each. A record that is not as promised, and an answer that contradicts itself, end the program.
 */
#ifndef GRAZE_TESTS_REPLAY_H
#define GRAZE_TESTS_REPLAY_H

#include "../../src/graze.h"

/* Every kind of question, in the order of KINDS in questions/index.js: the first is 1. */
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
    X(crowd)

#define REPLAY_DECLARE(kind) void answer_##kind(void);
REPLAY_LIST(REPLAY_DECLARE)
#undef REPLAY_DECLARE

enum { MOST_PAIRS = 16, MOST_INTERVALS = 4096 };

_Noreturn void fail(const char* what);
void take(void* out, size_t size);
void give(const void* bytes, size_t size);
int32_t take_int(void);
void give_int(int32_t value);

/* Two answers that must have the same bits. */
void check_same(const void* one, const void* other, size_t size, const char* otherwise);

/* From 0 to `most`. */
int32_t take_count(int32_t most);

/* Memory of exactly that size, so that the sanitizer sees a step too far. The caller frees it. */
void* room_of(size_t size);

/*
 *   shape            int32 hull, int32 count, float radius, count x float[2]
 *
 * Its points are the caller's to free.
 */
GrazePoint* take_outline(GrazeShape* shape, GrazeStatus* status, int32_t* culprit);

/* One that must be taken. */
GrazePoint* take_shape(GrazeShape* shape);

/* A shape and its lookup, in memory of exactly the promised size. */
typedef struct {
    GrazeShape shape;
    GrazePoint* points;
    void* lookup;
} Indexed;

void take_indexed(Indexed* body);
void free_indexed(Indexed* body);

void take_placement(GrazePlacement* place);

/*
 *   mover            shape, int32 pieces, before, after; the GrazePiece's
 *
 * A moving body: its points and pieces are the caller's to free.
 */
typedef struct {
    GrazeShape shape;
    GrazePoint* points;
    GrazePiece* pieces;
    GrazeMovingBody mover;
} Moving;

void take_mover(Moving* body);
void free_mover(Moving* body);

/*
 *   asked            double from, to, tolerance, slack; int32 budget
 */
GrazeMotionOptions take_asked(void);

#endif

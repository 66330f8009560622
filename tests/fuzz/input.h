/*
 * The fuzzer's bytes as bodies, poses and choices. The first byte chooses between two kinds of
 * input: on a grid, where the oracle knows the exact answer, and wild, any bits that are valid.
 */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include "oracle.h"

#include <stddef.h>

/* Bytes not read yet; reading past the end gives zeros. */
typedef struct {
    const uint8_t* bytes;
    size_t left;
} Input;

/* An unsigned number of `size` (1 to 8) bytes. */
uint64_t input_bits(Input* input, int size);

/* One of 0 .. count - 1. */
int32_t input_below(Input* input, int32_t count);

/* An integer, |k| <= 2^bits. */
int64_t input_int(Input* input, int bits);

/* Any bits, or something that is likely to tie with another such number. */
float input_float(Input* input);
double input_double(Input* input);

GrazeGjkOptions input_options(Input* input);

/* All choices there are, by number. */
enum { OPTIONS_COUNT = 4 * 4 * 2 };
GrazeGjkOptions options_at(int32_t index);

/* `vertices` has room for exactly shape.count points, so that the sanitizer sees a step too far. */
typedef struct {
    GrazeShape shape;
    GrazePose pose;
    GrazePoint* vertices;
    OracleBody exact; /* on a grid only */
} Body;

typedef struct {
    bool grid;
    double unit; /* on a grid: what its step is in the caller's unit, a power of two */
    Body a, b;
    double dx, dy;
    OraclePoint way; /* on a grid: (dx, dy) */
    GrazeGjkOptions options;
} Pair;

/* False when the library refuses the input; else what input_free frees. Failed checks print it. */
bool input_pair(Input* input, Pair* pair);
void input_free(Pair* pair);

/* The same pair the other way round, on the same memory. */
Pair input_swapped(const Pair* pair);

/* Are A and B the same body, wherever their lists begin? Then exchanging them changes nothing. */
bool input_is_twin(const Pair* pair);

/* An upper bound of all coordinates, radii and places. */
double input_scale(const Pair* pair);

/* Memory for `count` points, exactly. */
GrazePoint* input_points(int32_t count);

void print_points(const GrazePoint* points, int32_t count);

#endif

/*
 * The fuzzer's bytes as bodies, poses and options. The first byte selects one of two kinds of
 * input: on a grid, where the oracle knows the exact answer, or wild, with any valid bits.
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

/* Reads an unsigned number of `size` (1 to 8) bytes. */
uint64_t input_bits(Input* input, int size);

/* Reads a number from 0 to count - 1. */
int32_t input_below(Input* input, int32_t count);

/* Reads an integer with |k| <= 2^bits. */
int64_t input_int(Input* input, int bits);

/* Reads any bits, or a number that is likely to tie with another. */
float input_float(Input* input);
double input_double(Input* input);

GrazeGjkOptions input_options(Input* input);

/* Number of all option sets. */
enum { OPTIONS_COUNT = 4 * 4 * 2 };
GrazeGjkOptions options_at(int32_t index);

/* Body of the input. `vertices` has room for exactly shape.count points, so that the sanitizer
 * detects any access beyond them. */
typedef struct {
    GrazeShape shape;
    GrazePose pose;
    GrazePoint* vertices;
    OracleBody exact; /* the body on a grid */
} Body;

typedef struct {
    bool grid;
    double unit; /* step of the grid in the caller's unit, a power of two */
    Body a, b;
    double dx, dy;
    OraclePoint way; /* (dx, dy) on a grid */
    GrazeGjkOptions options;
} Pair;

/* Reads a pair; returns false if the library refuses it. input_free frees it. Failed checks
 * print it. */
bool input_pair(Input* input, Pair* pair);
void input_free(Pair* pair);

/* Returns the pair with A and B exchanged, in the same memory. */
Pair input_swapped(const Pair* pair);

/* Returns whether A and B are the same body, wherever their lists begin: exchanging them then
 * changes nothing. */
bool input_is_twin(const Pair* pair);

/* Returns an upper bound of all coordinates, radii and places. */
double input_scale(const Pair* pair);

/* Returns memory for exactly `count` points. */
GrazePoint* input_points(int32_t count);

void print_points(const GrazePoint* points, int32_t count);

#endif

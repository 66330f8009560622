/*
 * A small test harness: CHECK reports file, line and condition, and a program returns the number of
 * failures. Its random numbers are the same in every run.
 */
#ifndef GRAZE_TESTS_TEST_H
#define GRAZE_TESTS_TEST_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int test_failures;

/* Share of the random cases that run, in per cent, from the argument: release-check runs all. */
static int test_share = 30;

static inline void set_test_share(int argc, char** argv)
{
    if (argc > 1) test_share = (int)strtol(argv[1], NULL, 10);
}

/* Returns the number of random cases to run out of a full run's. */
static inline int share_of(int count)
{
    return (int)((int64_t)count * test_share / 100);
}

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            test_failures++;                                                                       \
        }                                                                                          \
    } while (0)

static uint64_t random_state = 88172645463325252U;

static inline uint32_t random_below(uint32_t count)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 32) % count;
}

/* Returns a number in [-1, 1). */
static inline double random_unit(void)
{
    return random_below(1U << 30) * 0x1p-29 - 1;
}

/* Returns a number in [-1, 1], often a multiple of 1 / 4. */
static inline double random_tied(void)
{
    return random_below(4) == 0 ? ((int)random_below(9) - 4) * 0.25 : random_unit();
}

#endif

/* The smallest test harness: CHECK reports where and what; a program returns how many failed. */
#ifndef GRAZE_TESTS_TEST_H
#define GRAZE_TESTS_TEST_H

#include <stdio.h>

static int test_failures;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            test_failures++;                                                                       \
        }                                                                                          \
    } while (0)

#endif

/* A check that fails prints the subject of the run in readable form and aborts, so that libFuzzer
   keeps the input. */
#ifndef FUZZ_CHECK_H
#define FUZZ_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* CHECK(condition, format, ...): the format gives the found and the expected values. */
#define CHECK(holds, ...)                                                                          \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            check_failed(__FILE__, __LINE__, #holds);                                              \
            fprintf(stderr, __VA_ARGS__);                                                          \
            check_abort();                                                                         \
        }                                                                                          \
    } while (0)

/* Sets the text that a failed check prints: `subject` through `print`. */
void check_subject(void (*print)(const void* subject), const void* subject);

void check_failed(const char* file, int line, const char* what);
_Noreturn void check_abort(void);

/* Returns whether p and q are equal to the last bit; distinguishes 0 from -0. */
bool same_bits(double p, double q);
bool same_bytes(const void* p, const void* q, size_t size);

/* Returns whether |p| = 1 up to the rounding of its coordinates. */
bool is_unit(double x, double y);

bool is_near(double got, long double expected, long double slack);

/* Returns the spacing of doubles at `value`. */
double ulp_of(double value);

#endif

/* A check that fails prints the subject of the run in readable form and aborts, so that libFuzzer
   keeps the input. */
#ifndef FUZZ_CHECK_H
#define FUZZ_CHECK_H

#include <stdbool.h>

/* CHECK(condition, format, ...): the format says what was found and what was expected. */
#define CHECK(holds, ...) ((holds) ? (void)0 : check_fail(__FILE__, __LINE__, #holds, __VA_ARGS__))

/* What a failed check prints: `subject` through `print`. */
void check_subject(void (*print)(const void* subject), const void* subject);

_Noreturn void check_fail(const char* file, int line, const char* what, const char* format, ...)
    __attribute__((format(printf, 4, 5)));

/* Equal to the last bit; tells 0 from -0. */
bool same_bits(double p, double q);

/* |p| = 1 up to the rounding of its coordinates. */
bool is_unit(double x, double y);

bool is_near(double got, long double expected, long double slack);

/* The spacing of doubles at `value`. */
double ulp_of(double value);

#endif

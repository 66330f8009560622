#include "check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*print_subject)(const void*);
static const void* current;

void check_subject(void (*print)(const void*), const void* subject)
{
    print_subject = print;
    current = subject;
}

_Noreturn void check_fail(const char* file, int line, const char* what, const char* format, ...)
{
    va_list values;
    va_start(values, format);
    fprintf(stderr, "\n%s:%d: failed: %s\n    ", file, line, what);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    if (print_subject != NULL) print_subject(current);
    abort();
}

bool same_bits(double p, double q)
{
    return memcmp(&p, &q, sizeof p) == 0;
}

bool is_unit(double x, double y)
{
    return fabsl((long double)x * x + (long double)y * y - 1) <= 0x1p-49L;
}

bool is_near(double got, long double expected, long double slack)
{
    return fabsl(got - expected) <= slack;
}

double ulp_of(double value)
{
    return nextafter(fabs(value), INFINITY) - fabs(value);
}

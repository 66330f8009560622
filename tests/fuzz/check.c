#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void (*print_subject)(const void*);
static const void* current;

void check_subject(void (*print)(const void*), const void* subject)
{
    print_subject = print;
    current = subject;
}

void check_failed(const char* file, int line, const char* what)
{
    fprintf(stderr, "\n%s:%d: failed: %s\n    ", file, line, what);
}

_Noreturn void check_abort(void)
{
    fputc('\n', stderr);
    if (print_subject != NULL) print_subject(current);
    abort();
}

bool same_bytes(const void* p, const void* q, size_t size)
{
    return memcmp(p, q, size) == 0;
}

bool same_bits(double p, double q)
{
    return same_bytes(&p, &q, sizeof p);
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

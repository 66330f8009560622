#include "piece.h"

bool graze_are_linear_of_any_terms(const double* c, int32_t terms, int32_t count)
{
    bool is_zero = true;
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 2; k < terms; k++)
            is_zero = is_zero && c[(ptrdiff_t)terms * i + k] == 0;
    }
    return is_zero;
}

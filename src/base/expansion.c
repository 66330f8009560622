#include "expansion.h"

Difference graze_exact_difference(double a, double b)
{
    double sum;
    double error;
    two_sum(a, -b, &sum, &error);
    if (error == 0) return (Difference){1, {sum}};
    return (Difference){2, {error, sum}};
}

/* Adds one double; drops zeros. */
static void grow(Expansion* e, double value)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < e->count; i++) {
        double error;
        two_sum(value, e->term[i], &value, &error);
        if (error != 0) e->term[kept++] = error;
    }
    if (value != 0) e->term[kept++] = value;
    e->count = kept;
}

void graze_expansion_add_product(Expansion* e, const double* p, int32_t p_count, const double* q,
                                 int32_t q_count, double sign)
{
    for (int32_t i = 0; i < p_count; i++) {
        for (int32_t j = 0; j < q_count; j++) {
            double product;
            double error;
            two_product(sign * p[i], q[j], &product, &error);
            grow(e, error);
            grow(e, product);
        }
    }
}

void graze_expansion_compress(Expansion* e)
{
    if (e->count == 0) return;
    /*
     * Sums downward from the largest term and stores the sums that leave an error at the top of the
     * list.
     */
    int32_t bottom = e->count - 1;
    double running = e->term[bottom];
    for (int32_t i = e->count - 2; i >= 0; i--) {
        double sum;
        double error;
        two_sum(running, e->term[i], &sum, &error);
        running = sum;
        if (error != 0) {
            e->term[bottom--] = sum;
            running = error;
        }
    }
    /* Sums upward again, from the smallest sum, which is `running`: now adjacent terms combine. */
    int32_t kept = 0;
    for (int32_t i = bottom + 1; i < e->count; i++) {
        double sum;
        double error;
        two_sum(e->term[i], running, &sum, &error);
        running = sum;
        if (error != 0) e->term[kept++] = error;
    }
    e->term[kept++] = running;
    e->count = kept;
}

/*
 * Returns the sign of the last term: no term is 0, and the sum of all terms below the last is
 * smaller in magnitude.
 */
int graze_expansion_sign(const Expansion* e)
{
    if (e->count == 0) return 0;
    return signbit(e->term[e->count - 1]) ? -1 : 1;
}

double graze_expansion_estimate(const Expansion* e)
{
    double sum = 0;
    for (int32_t i = 0; i < e->count; i++)
        sum += e->term[i];
    return sum;
}

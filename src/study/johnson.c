#include "reduce_simplex.h"

/*
 * Johnson's subdistance algorithm, with a table of all subsets of the simplex (bit i is set if
 * point i is in the subset). With y_i the points and k the least index in the subset X,
 *   D[{i}][i] = 1,   D[X + j][j] = sum over i in X of D[X][i] (y_k - y_j) . y_i
 * where X + j is X with point j added, which is not in it; the table holds D. X contains the
 * nearest point, with weights in the ratio of its D, when D[X][i] > 0 for all i in X and
 * D[X + j][j] <= 0 for all j outside. Source: Gilbert, Johnson, Keerthi, "A fast procedure for
 * computing the distance between complex objects in three-dimensional space", 1988, section IV.
 */
enum { SUBSETS = 8 };
/* The subsets in the order in which they are tried: points, edges, the triangle. */
static const int ORDER[SUBSETS - 1] = {1, 2, 4, 3, 5, 6, 7};

static void fill_table(const GrazeSimplex* simplex, double table[SUBSETS][3])
{
    for (int s = 1; s < SUBSETS; s++) {
        for (int j = 0; j < 3; j++) {
            int rest = s & ~(1 << j);
            if (rest == s || s >> simplex->count != 0) continue;
            double determinant = rest == 0;
            int k = rest & 1 ? 0 : rest & 2 ? 1 : 2;
            for (int i = 0; i < 3; i++) {
                if (!(rest >> i & 1)) continue;
                GrazeVec side = vec_sub(simplex->point[k].w, simplex->point[j].w);
                determinant += table[rest][i] * vec_dot(side, simplex->point[i].w);
            }
            table[s][j] = determinant;
        }
    }
}

static bool has_positive_weights(double table[SUBSETS][3], int s)
{
    for (int i = 0; i < 3; i++) {
        if ((s >> i & 1) && !(table[s][i] > 0)) return false;
    }
    return true;
}

static bool excludes_others(double table[SUBSETS][3], int s, int32_t count)
{
    for (int j = 0; j < count; j++) {
        if (!(s >> j & 1) && table[s | 1 << j][j] > 0) return false;
    }
    return true;
}

static GrazeVec nearest_point(const GrazeSimplex* simplex, double table[SUBSETS][3], int s,
                              GrazeSimplex* kept)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        if (s >> i & 1) sum += table[s][i];
    }
    GrazeVec v = vec(0, 0);
    kept->count = 0;
    for (int i = 0; i < 3; i++) {
        if (!(s >> i & 1)) continue;
        double weight = table[s][i] / sum;
        v = vec_mul_add(v, weight, simplex->point[i].w);
        kept->point[kept->count++] = simplex->point[i];
    }
    return kept->count == 3 ? vec(0, 0) : v;
}

/* Returns the nearest point of the subsets whose own weights are positive: the backup procedure of
   the original, for when rounding leaves no subset qualified. */
static GrazeVec backup_procedure(const GrazeSimplex* simplex, double table[SUBSETS][3],
                                 GrazeSimplex* best)
{
    GrazeVec v = nearest_point(simplex, table, 1, best);
    /* The whole simplex is omitted: with positive weights it would have qualified. */
    for (int s = 2; s < (1 << simplex->count) - 1; s++) {
        if (!has_positive_weights(table, s)) continue;
        GrazeSimplex candidate;
        GrazeVec u = nearest_point(simplex, table, s, &candidate);
        if (vec_dot(u, u) < vec_dot(v, v)) {
            v = u;
            *best = candidate;
        }
    }
    return v;
}

GrazeVec graze_reduce_johnson(GrazeSimplex* simplex)
{
    double table[SUBSETS][3] = {{0}};
    GrazeSimplex kept;
    GrazeVec v;
    bool found = false;
    fill_table(simplex, table);
    for (int k = 0; k < SUBSETS - 1 && !found; k++) {
        int s = ORDER[k];
        if (s >> simplex->count != 0) continue;
        found = has_positive_weights(table, s) && excludes_others(table, s, simplex->count);
        if (found) v = nearest_point(simplex, table, s, &kept);
    }
    if (!found) v = backup_procedure(simplex, table, &kept);
    *simplex = kept;
    return v;
}

#include "gjk.h"

/* Returns the center of A less that of B: inside A - B, or nearly. */
static GrazeVec3 first_direction(const SolidPair* pair)
{
    const SolidPlaced* placed[2] = {&pair->a, &pair->b};
    GrazeVec3 center[2];
    for (int k = 0; k < 2; k++) {
        const GrazeSolidPoint* c = &placed[k]->body->center;
        const GrazeSolidPose* pose = placed[k]->pose;
        const double* r = pose->rotation;
        center[k] = vec3((r[0] * c->x + r[3] * c->y) + r[6] * c->z + pose->x,
                         (r[1] * c->x + r[4] * c->y) + r[7] * c->z + pose->y,
                         (r[2] * c->x + r[5] * c->y) + r[8] * c->z + pose->z);
    }
    return vec3_sub(center[0], center[1]);
}

/* Returns the step from a point to the origin, reversed. */
ALWAYS_INLINE SolidRow row_of_point(const SolidPoint* p)
{
    return (SolidRow){p->w, vec3_abs(p->w)};
}

/*
 * Returns whether the origin is certainly inside a tetrahedron: whether the determinants of its
 * points without one of them have the signs of the weights of a point inside, which alternate.
 */
static bool is_origin_inside(const SolidPoint* const point[])
{
    SolidRow p = row_of_point(point[0]);
    SolidRow q = row_of_point(point[1]);
    SolidRow r = row_of_point(point[2]);
    SolidRow s = row_of_point(point[3]);
    SolidRow rs = solid_cross_row(&r, &s);
    int sign = solid_filter_side(&rs, &q);
    if (sign == 0 || solid_filter_side(&rs, &p) != -sign) return false;
    SolidRow pq = solid_cross_row(&p, &q);
    return solid_filter_side(&pq, &s) == sign && solid_filter_side(&pq, &r) == -sign;
}

/*
 * The points of a search. The first `count` of `place` are the places of the simplex; the others
 * are free. So points stay where they are.
 */
typedef struct {
    SolidPoint point[4];
    const SolidPoint* place[4];
    int32_t count;
} Search;

/* Reduces the simplex and a new point in the first free place to a feature of both. */
static void keep(Search* search, const SolidFeature* feature)
{
    const SolidPoint* whole[4];
    bool is_kept[4] = {false, false, false, false};
    int32_t count = feature->count;
    memcpy(whole, search->place, sizeof whole);
    for (int32_t k = 0; k < count; k++) {
        search->place[k] = whole[feature->index[k]];
        is_kept[feature->index[k]] = true;
    }
    search->count = count;
    for (int32_t k = 0; k < 4; k++)
        if (!is_kept[k]) search->place[count++] = whole[k];
}

/* Writes the simplex. */
static void write_simplex(const Search* search, SolidSimplex* out)
{
    out->count = search->count;
    for (int32_t k = 0; k < search->count; k++)
        solid_copy_point(search->place[k], &out->point[k]);
}

static bool is_known(const Search* search, const SolidPoint* w)
{
    for (int32_t k = 0; k < search->count; k++)
        if (solid_is_same_point(search->place[k], w)) return true;
    return false;
}

SolidCertainty graze_solid_gjk(const SolidPair* pair, bool is_full, SolidGjk* state)
{
    Search search;
    SolidCertainty certainty = SOLID_UNCERTAIN;
    double vv = INFINITY;
    GrazeVec3 v = first_direction(pair);
    search.count = 0;
    for (int k = 0; k < 4; k++)
        search.place[k] = &search.point[k];
    state->floor = -INFINITY;
    for (state->rounds = 1; state->rounds < GRAZE_SOLID_MAX_ROUNDS; state->rounds++) {
        SolidPoint* w = search.point + (search.place[search.count] - search.point);
        solid_write_support(pair, vec3_neg(v), w);
        double vw = vec3_dot(v, w->w);
        double error = pair->error * vec3_norm1(v);
        if (vw > error) {
            double length = vec3_length(v);
            double floor = (vw - error) / length;
            if (vw > error + pair->reach * length * (1 + 4 * GRAZE_UNIT_ROUNDOFF)) {
                certainty = SOLID_DISJOINT;
                if (!is_full) return certainty;
            }
            if (floor > state->floor) state->floor = floor;
        }
        if (search.count > 0 && vv - vw <= 4 * GRAZE_UNIT_ROUNDOFF * vv) break;
        if (is_known(&search, w)) break;
        if (search.count == 3 && is_origin_inside(search.place)) {
            search.count = 4;
            v = vec3(0, 0, 0);
            certainty = SOLID_INSIDE;
            if (!is_full) return certainty;
            break;
        }
        SolidFeature feature = graze_solid_reduce(search.place, search.count + 1);
        /* Without progress the simplex of the round before is the better one. */
        double square = vec3_dot(feature.v, feature.v);
        if (!(square < vv)) break;
        vv = square;
        v = feature.v;
        keep(&search, &feature);
        if (vv == 0) break;
    }
    write_simplex(&search, &state->simplex);
    state->v = v;
    return certainty;
}

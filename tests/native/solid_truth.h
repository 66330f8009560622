/*
 * Bodies in space that move, by brute force in long double, and random pairs of them. It shares
 * nothing with the core: poses by sinl and cosl, the distance by the minimum norm of points of
 * A - B over all simplices, the depth by all planes of faces and pairs of edges.
 */
#ifndef GRAZE_TESTS_SOLID_TRUTH_H
#define GRAZE_TESTS_SOLID_TRUTH_H

#include "../../src/graze.h"
#include "test.h"

#include <math.h>
#include <string.h>

typedef long double Real;
typedef struct {
    Real x, y, z;
} Vec;

static inline Vec vec_of(Real x, Real y, Real z)
{
    return (Vec){x, y, z};
}

static inline Vec add(Vec p, Vec q)
{
    return vec_of(p.x + q.x, p.y + q.y, p.z + q.z);
}

static inline Vec sub(Vec p, Vec q)
{
    return vec_of(p.x - q.x, p.y - q.y, p.z - q.z);
}

static inline Vec times(Vec p, Real k)
{
    return vec_of(p.x * k, p.y * k, p.z * k);
}

static inline Real dot(Vec p, Vec q)
{
    return p.x * q.x + p.y * q.y + p.z * q.z;
}

static inline Vec cross(Vec p, Vec q)
{
    return vec_of(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x);
}

static inline Real length(Vec p)
{
    return sqrtl(dot(p, p));
}

/* ---- the oracle ---- */

static inline Real horner(const double* c, Real s)
{
    Real sum = 0;
    for (int k = GRAZE_PIECE_TERMS - 1; k >= 0; k--)
        sum = sum * s + c[k];
    return sum;
}

/* Returns p turned by a quaternion of any length. */
static inline Vec turned(const Real q[4], Vec p)
{
    Vec u = vec_of(q[0], q[1], q[2]);
    Real square = dot(u, u) + q[3] * q[3];
    Vec t = times(cross(u, p), 2);
    return add(p, times(add(times(t, q[3]), cross(u, t)), 1 / square));
}

/* Returns p turned about an axis of any length. */
static inline Vec turned_about(const double axis[3], Real angle, Vec p)
{
    Vec a = vec_of(axis[0], axis[1], axis[2]);
    a = times(a, 1 / length(a));
    Real c = cosl(angle);
    return add(add(times(p, c), times(cross(a, p), sinl(angle))), times(a, dot(a, p) * (1 - c)));
}

/* Returns a point of the body in the world at time t, as double or long double. */
static inline Vec point_at(const GrazeSolidMotion* motion, Vec p, Real t)
{
    for (; motion != NULL; motion = motion->parent) {
        int i = 0;
        while (i + 1 < motion->count && t >= motion->pieces[i].t1)
            i++;
        const GrazeSolidPiece* piece = &motion->pieces[i];
        Real now = t < piece->t0 ? piece->t0 : t > piece->t1 ? piece->t1 : t;
        Real s = now - piece->t0;
        Real q[4];
        for (int k = 0; k < 4; k++)
            q[k] = piece->quaternion[k];
        p = sub(p, vec_of(piece->pivot[0], piece->pivot[1], piece->pivot[2]));
        p = turned_about(piece->axis, horner(piece->angle, s), turned(q, p));
        p = add(p, vec_of(horner(piece->x, s), horner(piece->y, s), horner(piece->z, s)));
    }
    return p;
}

enum { MAX_VERTICES = 16 };

typedef struct {
    Vec p[MAX_VERTICES];
    int count;
} Points;

static inline void place(const GrazeMovingSolid* body, Real t, Points* out)
{
    out->count = body->solid->count;
    for (int i = 0; i < out->count; i++) {
        const GrazeSolidPoint* v = &body->solid->vertices[i];
        out->p[i] = point_at(body->motion, vec_of(v->x, v->y, v->z), t);
    }
}

/* Returns the point nearest the origin of the hull of k points, if their weights are positive. */
static inline bool foot_of(const Vec* p, int k, Vec* out)
{
    Vec u = k > 1 ? sub(p[1], p[0]) : p[0];
    if (k == 1) {
        *out = p[0];
        return true;
    }
    if (k == 2) {
        Real x = -dot(p[0], u) / dot(u, u);
        *out = add(p[0], times(u, x));
        return x >= 0 && x <= 1;
    }
    Vec v = sub(p[2], p[0]);
    if (k == 3) {
        Real a = dot(u, u);
        Real b = dot(u, v);
        Real c = dot(v, v);
        Real d = a * c - b * b;
        if (!(d > 0)) return false;
        Real x = (-dot(p[0], u) * c + dot(p[0], v) * b) / d;
        Real y = (-dot(p[0], v) * a + dot(p[0], u) * b) / d;
        *out = add(p[0], add(times(u, x), times(v, y)));
        return x >= 0 && y >= 0 && x + y <= 1;
    }
    Vec w = sub(p[3], p[0]);
    Real d = dot(cross(u, v), w);
    if (d == 0) return false;
    Vec o = times(p[0], -1);
    Real x = dot(cross(o, v), w) / d;
    Real y = dot(cross(u, o), w) / d;
    Real z = dot(cross(u, v), o) / d;
    *out = vec_of(0, 0, 0);
    return x >= 0 && y >= 0 && z >= 0 && x + y + z <= 1;
}

/* Reduces a simplex to the face that has its point nearest the origin, of all its subsets. */
static inline Vec reduce(Vec* simplex, int* count)
{
    Vec best = simplex[0];
    Real least = INFINITY;
    int kept = 1;
    for (int mask = 1; mask < 1 << *count; mask++) {
        Vec part[4] = {{0, 0, 0}};
        Vec foot;
        int k = 0;
        for (int i = 0; i < *count; i++)
            if (mask & (1 << i)) part[k++] = simplex[i];
        if (!foot_of(part, k, &foot)) continue;
        if (dot(foot, foot) >= least) continue;
        least = dot(foot, foot);
        best = foot;
        kept = mask;
    }
    int k = 0;
    for (int i = 0; i < *count; i++)
        if (kept & (1 << i)) simplex[k++] = simplex[i];
    *count = k;
    return best;
}

static inline Vec support(const Points* a, Vec d)
{
    int best = 0;
    for (int i = 1; i < a->count; i++)
        if (dot(a->p[i], d) > dot(a->p[best], d)) best = i;
    return a->p[best];
}

/* Returns F_n: the separation of the projections on n, of any length. */
static inline Real projected(const Points* a, const Points* b, Vec n)
{
    return (dot(n, support(b, times(n, -1))) - dot(n, support(a, n))) / length(n);
}

/* Returns minus the depth of cores that meet: the largest F_n of all planes. Edges are all pairs of
   vertices: more planes than A - B has change nothing. */
static inline Real minus_depth(const Points* a, const Points* b)
{
    Vec edges[2][MAX_VERTICES * MAX_VERTICES];
    int counts[2] = {0, 0};
    Real most = -INFINITY;
    for (int side = 0; side < 2; side++) {
        const Points* p = side == 0 ? a : b;
        for (int i = 0; i < p->count; i++)
            for (int j = i + 1; j < p->count; j++)
                edges[side][counts[side]++] = sub(p->p[j], p->p[i]);
    }
    for (int pass = 0; pass < 3; pass++) {
        const Vec* p = pass == 1 ? edges[1] : edges[0];
        const Vec* q = pass == 0 ? edges[0] : edges[1];
        int m = pass == 1 ? counts[1] : counts[0];
        int n = pass == 0 ? counts[0] : counts[1];
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) {
                Vec normal = cross(p[i], q[j]);
                if (!(length(normal) > 1e-9L * length(p[i]) * length(q[j]))) continue;
                for (int sign = -1; sign < 2; sign += 2)
                    most = fmaxl(most, projected(a, b, times(normal, sign)));
            }
    }
    return most;
}

/* Returns the signed separation of A at time_a and B at time_b, or with `is_rough` any number
   below 0 for cores that meet. */
static inline Real separation_at_times(const GrazeMovingSolid* a, Real time_a,
                                       const GrazeMovingSolid* b, Real time_b, bool is_rough)
{
    Points p;
    Points q;
    Vec simplex[5];
    int count = 1;
    Real reach = (Real)a->solid->radius + b->solid->radius;
    place(a, time_a, &p);
    place(b, time_b, &q);
    simplex[0] = sub(p.p[0], q.p[0]);
    Vec v = simplex[0];
    for (int round = 0; round < 100; round++) {
        if (!(dot(v, v) > 0)) return is_rough ? -1 - reach : minus_depth(&p, &q) - reach;
        Vec w = sub(support(&p, times(v, -1)), support(&q, v));
        if (dot(v, v) - dot(v, w) <= 1e-17L * dot(v, v)) break;
        simplex[count++] = w;
        Vec next = reduce(simplex, &count);
        if (count < 4 && !(dot(next, next) < dot(v, v))) break;
        v = next;
    }
    return length(v) - reach;
}

/* The same of both at one time. */
static inline Real separation_of(const GrazeMovingSolid* a, const GrazeMovingSolid* b, Real t,
                                 bool is_rough)
{
    return separation_at_times(a, t, b, t, is_rough);
}

/* ---- random bodies ---- */

typedef struct {
    GrazeSolid solid;
    _Alignas(16) char memory[1 << 14];
    GrazeSolidPiece piece[3];
    GrazeSolidMotion motion;
    GrazeMovingSolid moving;
    double rate; /* bound of the speed of its points */
} Body;

static inline double uniform(double lo, double hi)
{
    return lo + (hi - lo) * 0.5 * (1 + random_unit());
}

static inline void random_direction(double out[3])
{
    for (;;) {
        double square = 0;
        for (int k = 0; k < 3; k++) {
            out[k] = random_unit();
            square += out[k] * out[k];
        }
        if (!(square > 0.01 && square < 1)) continue;
        for (int k = 0; k < 3; k++)
            out[k] /= sqrt(square);
        return;
    }
}

static inline void random_quaternion(double out[4])
{
    double axis[3];
    double angle = uniform(0, 6.28);
    random_direction(axis);
    for (int k = 0; k < 3; k++)
        out[k] = axis[k] * sin(angle / 2);
    out[3] = cos(angle / 2);
}

/* Makes a box, a random hull, or a rod, some with a radius; some are flat, segments or points. */
static inline void make_solid(Body* body, int kind)
{
    GrazeSolidPoint p[8];
    double h[3] = {uniform(0.2, 0.6), uniform(0.2, 0.6), uniform(0.2, 0.6)};
    size_t used;
    if (kind == 2) h[0] = 3;
    if (kind == 2) h[1] = h[2] = 0.05;
    bool is_flat = random_below(8) == 0;
    for (int i = 0; i < 8; i++) {
        double d[3] = {i & 1 ? h[0] : -h[0], i & 2 ? h[1] : -h[1], i & 4 ? h[2] : -h[2]};
        if (kind == 1) random_direction(d);
        if (is_flat) d[2] = 0;
        p[i] = (GrazeSolidPoint){(float)d[0], (float)d[1], (float)d[2]};
    }
    float radius = random_below(4) == 0 ? (float)uniform(0, 0.2) : 0;
    int count = random_below(16) == 0 ? 1 + (int)random_below(2) : 8;
    CHECK(graze_solid_hull(p, count, radius, body->memory, &used, &body->solid) == GRAZE_OK);
}

static inline void make_box(Body* body, float x, float y, float z, float radius)
{
    GrazeSolidPoint p[8];
    size_t used;
    for (int i = 0; i < 8; i++)
        p[i] = (GrazeSolidPoint){i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z};
    int count = x > 0 ? 8 : 1;
    CHECK(graze_solid_hull(p, count, radius, body->memory, &used, &body->solid) == GRAZE_OK);
}

static inline void finish_body(Body* body, int pieces)
{
    body->motion = (GrazeSolidMotion){body->piece, pieces, GRAZE_STAY, GRAZE_STAY, NULL};
    body->moving = (GrazeMovingSolid){&body->solid, &body->motion};
    double extent = 2 * body->solid.extent;
    body->rate = 0;
    for (int i = 0; i < pieces; i++) {
        const GrazeSolidPiece* piece = &body->piece[i];
        double s = piece->t1 - piece->t0;
        double speed = 0;
        double arm = extent + fabs(piece->pivot[0]) + fabs(piece->pivot[1]) + fabs(piece->pivot[2]);
        double power = 1;
        for (int k = 1; k < GRAZE_PIECE_TERMS; k++) {
            speed += k * power *
                     (fabs(piece->x[k]) + fabs(piece->y[k]) + fabs(piece->z[k]) +
                      arm * fabs(piece->angle[k]));
            power *= s;
        }
        body->rate = fmax(body->rate, speed);
    }
}

/* Makes the second piece go on with the same polynomials, as Taylor polynomials about its begin. */
static inline void split_piece(GrazeSolidPiece piece[2], double at)
{
    double s = at - piece[0].t0;
    piece[1] = piece[0];
    piece[1].t0 = at;
    piece[0].t1 = at;
    double* both[4] = {piece[1].x, piece[1].y, piece[1].z, piece[1].angle};
    for (int axis = 0; axis < 4; axis++)
        for (int k = 0; k < GRAZE_PIECE_TERMS; k++)
            for (int j = GRAZE_PIECE_TERMS - 2; j >= k; j--)
                both[axis][j] += s * both[axis][j + 1];
}

/* Makes a pair that passes within reach, from time t0 for `span`: as first contacts of the
   prototype of these bounds, each body turning by at most `turn`. */
static inline void make_pair(Body pair[2], int kind, double turn, double t0, double span)
{
    for (int k = 0; k < 2; k++) {
        Body* body = &pair[k];
        GrazeSolidPiece* piece = &body->piece[0];
        double* c[3] = {piece->x, piece->y, piece->z};
        double from[3];
        double side[3];
        bool is_rod = kind == 2;
        make_solid(body, kind == 2 && k == 1 ? 0 : kind);
        memset(piece, 0, sizeof *piece);
        piece->t0 = t0;
        piece->t1 = t0 + span;
        random_direction(from);
        random_direction(side);
        double along = uniform(-0.6, 0.9);
        double away = uniform(0, 0.7);
        for (int i = 0; i < 3; i++) {
            double start = k == 0 ? 0 : from[i] * (is_rod ? 3.2 : 2.2);
            double end = k == 0 ? side[i] * (is_rod ? 0 : away) : start * along + side[i] * away;
            c[i][0] = start;
            c[i][1] = (end - start) / span;
            if (random_below(4) > 0) continue;
            double bend = random_unit();
            c[i][1] += bend / span;
            c[i][2] = -bend / (span * span);
        }
        random_direction(piece->axis);
        random_quaternion(piece->quaternion);
        double angle = uniform(0, turn);
        double bend = random_below(3) == 0 ? uniform(0, 1) : 0;
        piece->angle[0] = uniform(-3, 3);
        piece->angle[1] = angle * (1 - bend) / span;
        piece->angle[3] = angle * bend / (span * span * span);
        if (random_below(3) == 0)
            for (int i = 0; i < 3; i++)
                piece->pivot[i] = 0.3 * random_unit();
        bool is_split = random_below(4) == 0;
        if (is_split) split_piece(piece, t0 + 0.4375 * span);
        finish_body(body, is_split ? 2 : 1);
    }
}

/* Sets a body that moves along x, and turns about z, without pieces of its own choice. */
static inline void set_plain(Body* body, double x0, double x1, double z0, double z1, double turn)
{
    GrazeSolidPiece* piece = body->piece;
    memset(piece, 0, sizeof *piece);
    piece->t1 = 1;
    piece->x[0] = x0;
    piece->x[1] = x1;
    piece->z[0] = z0;
    piece->z[1] = z1;
    piece->angle[1] = turn;
    piece->axis[2] = 1;
    piece->quaternion[3] = 1;
    finish_body(body, 1);
}

/* ---- queries ---- */

static const GrazeMotionOptions OPTIONS = {
    0, 1, 1e-9, 1e-9, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};

static inline GrazeSolidContact contact_of(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                           const GrazeMotionOptions* options)
{
    GrazeSolidContact out;
    CHECK(graze_solid_first_contact(a, b, options, NULL, &out) == GRAZE_OK);
    return out;
}

#endif

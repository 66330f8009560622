#include "convex.h"
#include "witness.h"

/*
 * The face that is best aligned with the normal, of either body, is the reference, and the face of
 * the other body that is turned towards it most the incident one. Seen along the normal, their
 * region is a convex polygon, whose corners are corners of one face inside the other and crossings
 * of their edges. They are visited, not stored, so that faces of any size need no memory; the
 * points are chosen among them one after the other.
 */

/* A face, an edge or a vertex as a polygon; seen along the normal, in coordinates u and v, and
   height along the normal. */
typedef struct {
    const SolidPlaced* placed;
    const int32_t* corners; /* indices of vertices */
    int32_t count;
    int32_t face;      /* index of the face; -1 for an edge */
    GrazeVec3 outward; /* its normal, not of unit length; zero for an edge */
} Polygon;

/* Axes of the projection. */
typedef struct {
    GrazeVec3 u, v, normal;
} Frame;

typedef struct {
    double u, v, height;
} Projected;

typedef struct {
    Projected on_reference, on_incident; /* same u and v */
    uint32_t reference_id, incident_id;
} Candidate;

typedef struct {
    Polygon reference, incident;
    Frame frame; /* normal out of the reference */
    double slack;
} Region;

enum { ID_VERTEX = 0x8000, ID_MASK = 0x7fff };

static Frame frame_of(GrazeVec3 normal)
{
    GrazeVec3 u = vec3_cross(vec3_shortest_axis(normal), normal);
    u = vec3_scale(u, 1 / vec3_length(u));
    return (Frame){u, vec3_cross(normal, u), normal};
}

static Projected project(const Frame* frame, GrazeVec3 p)
{
    return (Projected){vec3_dot(frame->u, p), vec3_dot(frame->v, p), vec3_dot(frame->normal, p)};
}

static Projected corner(const Region* region, const Polygon* polygon, int32_t k)
{
    int32_t i = polygon->corners[k < polygon->count ? k : k - polygon->count];
    return project(&region->frame, solid_vertex(polygon->placed, i));
}

/* Returns whether a face has a vertex. */
static bool has_corner(const GrazeSolidFaces* faces, int32_t face, int32_t vertex)
{
    for (int32_t k = faces->face_starts[face]; k < faces->face_starts[face + 1]; k++)
        if (faces->corners[k] == vertex) return true;
    return false;
}

/* Returns the face that is turned towards a direction most, of those with a vertex if that is not
   -1; no corners if there is no face. */
static Polygon face_towards(const SolidPlaced* placed, GrazeVec3 d, int32_t vertex, double* cosine)
{
    const GrazeSolidFaces* faces = &placed->body->faces;
    Polygon best = {placed, NULL, 0, -1, {0, 0, 0}};
    *cosine = -2;
    for (int32_t f = 0; f < faces->face_count; f++) {
        const int32_t* c = faces->corners + faces->face_starts[f];
        if (vertex >= 0 && !has_corner(faces, f, vertex)) continue;
        GrazeVec3 p = solid_vertex(placed, c[0]);
        GrazeVec3 n = vec3_cross(vec3_sub(solid_vertex(placed, c[1]), p),
                                 vec3_sub(solid_vertex(placed, c[2]), p));
        double along = vec3_dot(n, d) / vec3_length(n);
        if (!(along > *cosine)) continue;
        *cosine = along;
        best = (Polygon){placed, c, faces->face_starts[f + 1] - faces->face_starts[f], f, n};
    }
    return best;
}

/* Returns twice the signed area of three points. */
static double area(Projected p, Projected q, Projected r)
{
    return (q.u - p.u) * (r.v - p.v) - (q.v - p.v) * (r.u - p.u);
}

/* Returns whether a point is inside a polygon with an area, or on its outline up to rounding. */
static bool is_inside(const Region* region, const Polygon* polygon, Projected at)
{
    Projected p = corner(region, polygon, polygon->count - 1);
    double turn = polygon == &region->reference ? 1 : -1;
    if (polygon->count < 3) return false;
    for (int32_t k = 0; k < polygon->count; k++) {
        Projected q = corner(region, polygon, k);
        double length = fabs(q.u - p.u) + fabs(q.v - p.v);
        if (turn * area(p, q, at) < -region->slack * length) return false;
        p = q;
    }
    return true;
}

/* Returns the height of a face at a point. */
static double height_at(const Region* region, const Polygon* polygon, Projected at)
{
    Projected p = corner(region, polygon, 0);
    Projected n = project(&region->frame, polygon->outward);
    return p.height - (n.u * (at.u - p.u) + n.v * (at.v - p.v)) / n.height;
}

/* Writes candidate number k of the region; returns false if it is none. There are as many as
   corners of the incident face, corners of the reference, and pairs of their edges. */
static bool candidate(const Region* region, int32_t k, Candidate* out)
{
    const Polygon* reference = &region->reference;
    const Polygon* incident = &region->incident;
    int32_t n = reference->count;
    int32_t m = incident->count;
    if (k < m) {
        Projected p = corner(region, incident, k);
        if (!is_inside(region, reference, p)) return false;
        *out = (Candidate){{p.u, p.v, height_at(region, reference, p)},
                           p,
                           (uint32_t)reference->face & ID_MASK,
                           ((uint32_t)incident->corners[k] & ID_MASK) | ID_VERTEX};
        return true;
    }
    k -= m;
    if (k < n) {
        Projected p = corner(region, reference, k);
        if (!is_inside(region, incident, p)) return false;
        *out = (Candidate){p,
                           {p.u, p.v, height_at(region, incident, p)},
                           ((uint32_t)reference->corners[k] & ID_MASK) | ID_VERTEX,
                           (uint32_t)incident->face & ID_MASK};
        return true;
    }
    k -= n;
    int32_t i = k / m;
    int32_t j = k % m;
    if (m == 2 && j == 1) return false;
    Projected p = corner(region, reference, i);
    Projected q = corner(region, reference, i + 1);
    Projected r = corner(region, incident, j);
    Projected s = corner(region, incident, j + 1);
    double to_r = area(p, q, r);
    double to_s = area(p, q, s);
    double to_p = area(r, s, p);
    double to_q = area(r, s, q);
    if (!(to_r * to_s < 0 && to_p * to_q < 0)) return false;
    double along = to_r / (to_r - to_s);
    double other = to_p / (to_p - to_q);
    Projected at = {r.u + along * (s.u - r.u), r.v + along * (s.v - r.v), 0};
    *out = (Candidate){{at.u, at.v, p.height + other * (q.height - p.height)},
                       {at.u, at.v, r.height + along * (s.height - r.height)},
                       (uint32_t)reference->corners[i] & ID_MASK,
                       (uint32_t)incident->corners[j] & ID_MASK};
    return true;
}

/* How much a candidate adds to the points chosen so far: its depth, its distance from the first, or
   its distance from the line of the first two on either side. */
static double score(const Candidate* c, const Candidate* chosen, int round)
{
    Projected p = c->on_incident;
    Projected first = chosen[0].on_incident;
    if (round == 0) return c->on_reference.height - p.height;
    if (round == 1) return fabs(p.u - first.u) + fabs(p.v - first.v);
    double side = area(first, chosen[1].on_incident, p);
    return round == 2 ? side : -side;
}

static void write_point(const Region* region, const Candidate* c, bool is_a,
                        GrazeSolidManifoldPoint* out)
{
    const Frame* frame = &region->frame;
    double low = c->on_reference.height + region->reference.placed->body->radius;
    double high = c->on_incident.height - region->incident.placed->body->radius;
    double middle = (low + high) / 2;
    GrazeVec3 at =
        vec3_add(vec3_scale(frame->u, c->on_incident.u),
                 vec3_mul_add(vec3_scale(frame->v, c->on_incident.v), middle, frame->normal));
    uint32_t id =
        is_a ? c->reference_id | c->incident_id << 16 : c->incident_id | c->reference_id << 16;
    *out = (GrazeSolidManifoldPoint){{at.x, at.y, at.z}, high - low, id, 0};
}

/* Chooses up to four candidates, and writes those with a separation of at most `reach`. */
static int32_t choose_points(const Region* region, bool is_a, double reach,
                             GrazeSolidManifoldPoint* out)
{
    int32_t n = region->reference.count;
    int32_t m = region->incident.count;
    Candidate chosen[4];
    int32_t count = 0;
    double limit =
        reach + region->reference.placed->body->radius + region->incident.placed->body->radius;
    for (int round = 0; round < 4; round++) {
        double most = round == 0 ? -INFINITY : round == 1 ? region->slack : 0;
        bool is_found = false;
        if (round >= 2) {
            Projected p = chosen[0].on_incident;
            Projected q = chosen[1].on_incident;
            most = region->slack * (fabs(q.u - p.u) + fabs(q.v - p.v));
        }
        for (int32_t k = 0; k < m + n + n * m; k++) {
            Candidate c;
            if (!candidate(region, k, &c)) continue;
            /* The height of a face that is seen from the side is not a number. */
            if (!(c.on_incident.height - c.on_reference.height <= limit)) continue;
            double value = score(&c, chosen, round);
            if (!(value > most)) continue;
            most = value;
            chosen[count] = c;
            is_found = true;
        }
        if (is_found) count++;
        if (round < 2 && !is_found) break;
    }
    for (int32_t k = 0; k < count; k++)
        write_point(region, &chosen[k], is_a, &out[k]);
    return count;
}

/* Returns the only edge or the vertex of a body without faces. */
static Polygon as_polygon(const SolidPlaced* placed)
{
    static const int32_t ends[2] = {0, 1};
    return (Polygon){placed, ends, placed->body->count, -1, {0, 0, 0}};
}

/* Sets up the region of a face of one body and what is opposite to it; returns false if no face is
   perpendicular to the normal. */
static bool find_region(const SolidPair* pair, GrazeVec3 normal, Region* region, bool* is_a)
{
    double along_a;
    double along_b;
    double ignored;
    Polygon a = face_towards(&pair->a, normal, -1, &along_a);
    Polygon b = face_towards(&pair->b, vec3_neg(normal), -1, &along_b);
    *is_a = along_a >= along_b;
    if (max2(along_a, along_b) < 1 - GRAZE_SOLID_FACE_SLACK) return false;
    GrazeVec3 out = *is_a ? normal : vec3_neg(normal);
    const SolidPlaced* other = *is_a ? &pair->b : &pair->a;
    region->reference = *is_a ? a : b;
    if (other->body->faces.face_count == 0) {
        region->incident = as_polygon(other);
    } else {
        /* The face that is turned towards the normal most need not have the deepest vertex. */
        SolidDirection in = solid_direction_in(other, vec3_neg(out));
        int32_t deepest = solid_furthest(other, &in);
        region->incident = face_towards(other, vec3_neg(out), deepest, &ignored);
    }
    if (region->incident.count == 0) return false;
    region->frame = frame_of(out);
    region->slack = 4 * pair->error;
    return true;
}

/* Writes the ends of the overlap of two parallel edges; returns 0 if the witness is not of such. */
static int32_t write_edges(const SolidPair* pair, const GrazeSolidWitness* witness,
                           double separation, GrazeSolidManifoldPoint* out)
{
    const GrazeSolidWitness* w = witness;
    if (w->feature_a != GRAZE_SOLID_EDGE || w->feature_b != GRAZE_SOLID_EDGE) return 0;
    GrazeVec3 p = solid_vertex(&pair->a, w->first_a);
    GrazeVec3 r = solid_vertex(&pair->b, w->first_b);
    GrazeVec3 e = vec3_sub(solid_vertex(&pair->a, w->second_a), p);
    GrazeVec3 f = vec3_sub(solid_vertex(&pair->b, w->second_b), r);
    double ee = vec3_dot(e, e);
    /* Rounding can place both ends of an edge at one point. */
    if (!(ee > 0)) return 0;
    GrazeVec3 cross = vec3_cross(e, f);
    if (!(vec3_length(cross) <= GRAZE_SOLID_FACE_SLACK * sqrt(ee * vec3_dot(f, f)))) return 0;
    double begin = vec3_dot(e, vec3_sub(r, p)) / ee;
    double end = vec3_dot(e, vec3_sub(vec3_add(r, f), p)) / ee;
    bool is_turned = begin > end;
    double low = max2(is_turned ? end : begin, 0);
    double high = min2(is_turned ? begin : end, 1);
    if (!(high > low)) return 0;
    /* Halfway between the surfaces: the middle of the witness points, moved along the edge. */
    GrazeVec3 a = vec3(w->point_a[0], w->point_a[1], w->point_a[2]);
    GrazeVec3 b = vec3(w->point_b[0], w->point_b[1], w->point_b[2]);
    GrazeVec3 middle = vec3_scale(vec3_add(a, b), 0.5);
    double at = vec3_dot(e, vec3_sub(middle, p)) / ee;
    for (int k = 0; k < 2; k++) {
        double s = k == 0 ? low : high;
        bool is_end_of_a = k == 0 ? low == 0 : high == 1;
        GrazeVec3 point = vec3_mul_add(middle, s - at, e);
        uint32_t of_a = (uint32_t)(k == 0 ? w->first_a : w->second_a);
        uint32_t of_b = (uint32_t)((k == 0) != is_turned ? w->first_b : w->second_b);
        uint32_t id_a = is_end_of_a ? (of_a & ID_MASK) | ID_VERTEX : (uint32_t)w->first_a & ID_MASK;
        uint32_t id_b = is_end_of_a ? (uint32_t)w->first_b & ID_MASK : (of_b & ID_MASK) | ID_VERTEX;
        out[k] = (GrazeSolidManifoldPoint){
            {point.x, point.y, point.z}, separation, id_a | id_b << 16, 0};
    }
    return 2;
}

static uint32_t feature_id(int32_t kind, int32_t first)
{
    return ((uint32_t)first & ID_MASK) | (kind == GRAZE_SOLID_VERTEX ? ID_VERTEX : 0);
}

GrazeStatus graze_solid_convex_manifold(const SolidQuery* query, double reach,
                                        GrazeSolidManifold* out)
{
    GrazeSolidPenetration found;
    SolidPair pair;
    Region region;
    bool is_a;
    GrazeStatus status = graze_solid_convex_penetration(query, &found);
    if (status != GRAZE_OK) return status;
    const GrazeSolidWitness* w = &found.witness;
    double gap = 0;
    for (int k = 0; k < 3; k++)
        gap += (w->point_b[k] - w->point_a[k]) * w->normal[k];
    if (found.relation != GRAZE_DISJOINT) gap = -found.depth;
    *out = (GrazeSolidManifold){.relation = found.relation, .part_a = -1, .part_b = -1};
    if (gap > reach) return GRAZE_OK;
    GrazeVec3 normal = vec3(w->normal[0], w->normal[1], w->normal[2]);
    out->depth = found.depth;
    graze_solid_pair_init(&pair, query->a, query->pose_a, query->b, query->pose_b);
    for (int k = 0; k < 3; k++)
        out->normal[k] = w->normal[k];
    if (find_region(&pair, normal, &region, &is_a)) {
        out->count = choose_points(&region, is_a, reach, out->points);
        /* A face is not quite perpendicular to the normal where edges of it decide the depth. */
        if (out->count > 0 && !(fabs(out->points[0].separation - gap) <= 16 * region.slack))
            out->count = 0;
    }
    if (out->count == 0) out->count = write_edges(&pair, w, gap, out->points);
    if (out->count == 0) {
        uint32_t id = feature_id(w->feature_a, w->first_a) | feature_id(w->feature_b, w->first_b)
                                                                 << 16;
        out->count = 1;
        out->points[0] = (GrazeSolidManifoldPoint){{0, 0, 0}, gap, id, 0};
        for (int k = 0; k < 3; k++)
            out->points[0].point[k] = (w->point_a[k] + w->point_b[k]) / 2;
    }
    return GRAZE_OK;
}

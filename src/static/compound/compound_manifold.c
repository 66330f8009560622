#include "compound_manifold.h"

#include "../../tolerance.h"
#include "../convex/cso.h"
#include "../convex/distance.h"
#include "../convex/manifold.h"
#include "../shape/compound.h"
#include "compound_pair.h"

/*
 * Manifolds of unions of parts. Normal and depth are those of the boundary of the union of the
 * differences of parts (compound_depth.h), so they never lead into another part, and the witness
 * names the features that touch after the translation: the place that the manifold describes.
 *
 * The points are the ends of the interval in which the edges there overlap, as for convex bodies
 * (manifold.c). An edge of a union is the run of the edges of its parts that lie on one line one after
 * the other, on the same side of it: it does not end at a seam. Ends of runs name the points, so that
 * no name changes where a body slides over a seam.
 *
 * The surfaces at the witness need not be perpendicular to the normal: the depth may lead to a tip, in
 * which several differences meet. The surfaces choose the edges; the normal measures separations.
 */

/* A vertex of a body: its place in the body's frame, and its index among the vertices of all parts. */
typedef struct {
    GrazeVec at;
    int32_t index;
} Vertex;

/* An edge or a run of edges, counter-clockwise; equal ends for a vertex alone. */
typedef struct {
    Vertex from, to;
} Run;

/* A body of the pair: its part with the witness, and the largest deviation of one line. */
typedef struct {
    const GrazeShape* whole;
    const GrazeShape* part;
    double slack;
} Body;

/* Returns the number of a compound's vertices before those of a part; 0 for a convex body. */
static int32_t vertices_before(const GrazeShape* shape, int32_t part)
{
    int32_t count = 0;
    for (int32_t k = 0; k < part; k++)
        count += shape->compound->parts[k].count;
    return count;
}

static Vertex vertex_of(const Body* body, const GrazeShape* part, int32_t number, int32_t k)
{
    return (Vertex){vec_from_point(part->vertices[k]), vertices_before(body->whole, number) + k};
}

/* ---- runs ---- */

/*
 * Moves the end of a run, `from` or `to`, over one more edge: the one that reaches farthest of those
 * that begin within the run. Returns whether there is one.
 */
static bool extend(const Body* body, const Run* edge, double way, Vertex* end)
{
    GrazeVec step = vec_sub(edge->to.at, edge->from.at);
    double length = vec_length(step);
    GrazeVec along = vec_scale(vec_div(step, length), way);
    GrazePartsAt search;
    const GrazeShape* part;
    int32_t number;
    double farthest = body->slack;
    const GrazeVec at = end->at;
    graze_parts_at_init(&search, body->whole, at, body->slack);
    while ((part = graze_parts_at_next(&search, &number)) != NULL) {
        if (part->radius != body->part->radius || part->count == 1) continue;
        for (int32_t k = 0; k < part->count; k++) {
            int32_t next = next_index(k, part->count);
            int32_t far = way > 0 ? next : k;
            GrazeVec to_far = vec_sub(vec_from_point(part->vertices[far]), at);
            GrazeVec to_near = vec_sub(vec_from_point(part->vertices[way > 0 ? k : next]), at);
            if (!(vec_dot(along, to_far) > farthest && vec_dot(along, to_near) <= body->slack))
                continue;
            /* Both are compared with the line of the first edge, so that deviations do not add up. */
            GrazeVec off = vec_sub(at, edge->from.at);
            if (fabs(vec_cross(along, vec_add(off, to_far))) > body->slack ||
                fabs(vec_cross(along, vec_add(off, to_near))) > body->slack)
                continue;
            farthest = vec_dot(along, to_far);
            *end = vertex_of(body, part, number, far);
        }
    }
    return farthest > body->slack;
}

/* Returns the run of an edge. One that goes on over too many parts remains as it is at that end. */
static Run run_of(const Body* body, const Run* edge)
{
    Run run = *edge;
    GrazeVec step = vec_sub(edge->to.at, edge->from.at);
    if (body->whole->compound == NULL || !(vec_length(step) > body->slack)) return run;
    int32_t k = 0;
    while (k < GRAZE_RUN_PARTS && extend(body, edge, 1, &run.to))
        k++;
    if (k == GRAZE_RUN_PARTS) run.to = edge->to;
    for (k = 0; k < GRAZE_RUN_PARTS && extend(body, edge, -1, &run.from);)
        k++;
    if (k == GRAZE_RUN_PARTS) run.from = edge->from;
    return run;
}

/*
 * Returns the edge at a vertex that is most nearly perpendicular to the outward normal of the body
 * there, of all parts that have this vertex: edges within the union fall away from its boundary.
 */
static Run flattest_at(const Body* body, Vertex vertex, GrazeVec outward)
{
    Run best = {vertex, vertex};
    double least = INFINITY;
    GrazeVec along = vec_left_perp(outward);
    GrazePartsAt search;
    const GrazeShape* part;
    int32_t number;
    graze_parts_at_init(&search, body->whole, vertex.at, body->slack);
    while ((part = graze_parts_at_next(&search, &number)) != NULL) {
        for (int32_t k = 0; k < part->count && part->count > 1; k++) {
            Run edge = {vertex_of(body, part, number, k),
                        vertex_of(body, part, number, next_index(k, part->count))};
            bool is_before = vec_length(vec_sub(edge.to.at, vertex.at)) <= body->slack;
            bool is_behind = vec_length(vec_sub(edge.from.at, vertex.at)) <= body->slack;
            GrazeVec step = vec_sub(edge.to.at, edge.from.at);
            double width = vec_dot(step, along);
            if (is_before == is_behind || !(width > 0)) continue;
            double slope = fabs(vec_dot(step, outward)) / width;
            if (slope >= least) continue;
            least = slope;
            best = edge;
        }
    }
    return best;
}

/* ---- contacts ---- */

/* A pair of bodies, in the frame of cso->a. `normal` is that of the manifold, `surface` that of the
   surfaces in contact, both from cso->a to cso->b. */
typedef struct {
    const GrazeCso* cso; /* of the parts with the witness */
    Body a, b;
    GrazeVec normal, surface;
} Contact;

/* Returns the end at a place, to which the radius has been added. */
static EdgeEnd end_of(const Contact* contact, GrazeVec place, int32_t index)
{
    return (EdgeEnd){index, vec_dot(place, vec_left_perp(contact->normal)),
                     vec_dot(place, contact->normal)};
}

/* Returns the end at a vertex of cso->a. Its edges run along the tangent. */
static EdgeEnd end_of_a(const Contact* contact, const Vertex* v)
{
    return end_of(contact, vec_mul_add(v->at, contact->a.part->radius, contact->surface), v->index);
}

static GrazeVec place_b(const GrazeCso* cso, GrazeVec at)
{
    GrazeVec turned = vec_rotate(at, cso->b_in_a.cos, cso->b_in_a.sin);
    return graze_flush_tiny(vec(turned.x + cso->b_in_a.x, turned.y + cso->b_in_a.y));
}

/* Returns the end at a vertex of cso->b. Its edges run against the tangent. */
static EdgeEnd end_of_b(const Contact* contact, const Vertex* v)
{
    GrazeVec place = place_b(contact->cso, v->at);
    return end_of(contact, vec_mul_add(place, -(double)contact->b.part->radius, contact->surface),
                  v->index);
}

/* Returns the height of a run at a place along it; that of its end beyond it. */
static double height_at(const FacingEdge* run, double along)
{
    double width = run->upper.along - run->lower.along;
    if (!(along > run->lower.along) || !(width > 0)) return run->lower.height;
    if (!(along < run->upper.along)) return run->upper.height;
    double slope = (run->upper.height - run->lower.height) / width;
    bool is_low = along - run->lower.along < run->upper.along - along;
    return is_low ? run->lower.height + slope * (along - run->lower.along)
                  : run->upper.height + slope * (along - run->upper.along);
}

/* A point of a manifold, in the frame of cso->a. */
typedef struct {
    GrazeVec place;
    double separation;
    int32_t a, b;
} ContactPoint;

static ContactPoint point_at(const Contact* contact, const FacingEdge* a, const FacingEdge* b,
                             double along, bool is_upper)
{
    double height_a = height_at(a, along);
    double height_b = height_at(b, along);
    GrazeVec place = vec_mul_add(vec_scale(vec_left_perp(contact->normal), along),
                                 height_a + (height_b - height_a) / 2, contact->normal);
    return (ContactPoint){place, height_b - height_a, is_upper ? a->upper.index : a->lower.index,
                          is_upper ? b->upper.index : b->lower.index};
}

/* Returns the run of a body at a feature of a witness. */
static Run run_at(const Body* body, int32_t part, int32_t kind, int32_t index, GrazeVec outward)
{
    int32_t number = max2_int(part, 0);
    Vertex first = vertex_of(body, body->part, number, index);
    Run edge = {first, first};
    if (kind == GRAZE_EDGE)
        edge.to = vertex_of(body, body->part, number, next_index(index, body->part->count));
    else
        edge = flattest_at(body, first, outward);
    return run_of(body, &edge);
}

static Body body_of(const GrazeShape* whole, const GrazeShape* part)
{
    return (Body){whole, part, GRAZE_STRAIGHT_SLACK * whole->extent};
}

/*
 * Finds the contact points, the lower one first; returns their number. Where runs do not overlap,
 * or the surfaces do not face along the normal, the witness is the only one.
 */
static int32_t find_points(const Contact* contact, const GrazeWitness* witness, double exact,
                           ContactPoint points[2])
{
    const GrazeCso* cso = contact->cso;
    bool is_swapped = cso->is_swapped;
    GrazeVec surface = contact->surface;
    Run run_a = run_at(&contact->a, is_swapped ? witness->part_b : witness->part_a,
                       is_swapped ? witness->feature_b : witness->feature_a,
                       is_swapped ? witness->index_b : witness->index_a, surface);
    GrazeVec inward = vec_inv_rotate(vec(-surface.x, -surface.y), cso->b_in_a.cos, cso->b_in_a.sin);
    Run run_b = run_at(&contact->b, is_swapped ? witness->part_a : witness->part_b,
                       is_swapped ? witness->feature_a : witness->feature_b,
                       is_swapped ? witness->index_a : witness->index_b, inward);
    FacingEdge a = {end_of_a(contact, &run_a.from), end_of_a(contact, &run_a.to)};
    FacingEdge b = {end_of_b(contact, &run_b.to), end_of_b(contact, &run_b.from)};
    double lower = max2(a.lower.along, b.lower.along);
    double upper = min2(a.upper.along, b.upper.along);
    bool is_point = cso->a->count == 1 || cso->b->count == 1;
    bool is_facing = vec_dot(contact->normal, surface) > GRAZE_DEPTH_MIN_SINE;
    if (is_facing && !is_point && lower < upper) {
        points[0] = point_at(contact, &a, &b, lower, false);
        points[1] = point_at(contact, &a, &b, upper, true);
        return 2;
    }
    GrazeVec middle = vec(witness->point_a_x + (witness->point_b_x - witness->point_a_x) / 2,
                          witness->point_a_y + (witness->point_b_y - witness->point_a_y) / 2);
    points[0] = (ContactPoint){middle, exact, run_a.from.index, run_b.from.index};
    return 1;
}

/* Returns a direction of the world, from the caller's A to B, in the frame of cso->a. */
static GrazeVec in_frame(const GrazeCso* cso, GrazeVec direction)
{
    GrazeVec turned = vec_inv_rotate(direction, cso->frame->cos, cso->frame->sin);
    return cso->is_swapped ? vec_sub(vec(0, 0), turned) : turned;
}

static uint32_t contact_id(const GrazeCso* cso, const ContactPoint* point)
{
    uint32_t a = (uint32_t)(cso->is_swapped ? point->b : point->a);
    uint32_t b = (uint32_t)(cso->is_swapped ? point->a : point->b);
    return (a & 0xffff) | b << 16;
}

static void write_points(const Contact* contact, const GrazePenetration* found, double exact,
                         double reach, GrazeManifold* out)
{
    const GrazeCso* cso = contact->cso;
    ContactPoint points[2];
    int32_t count = find_points(contact, &found->witness, exact, points);
    int32_t least = count == 2 && points[1].separation < points[0].separation;
    if (count == 2) points[1 - least].separation = max2(points[1 - least].separation, exact);
    points[least].separation = exact;
    for (int32_t k = 0; k < count; k++) {
        /* The order of points is that along the tangent in the caller's terms. */
        const ContactPoint* point = &points[cso->is_swapped ? count - 1 - k : k];
        if (point != &points[least] && point->separation > reach) continue;
        GrazeVec place = count == 2 ? graze_cso_place(cso, &point->place) : point->place;
        out->points[out->count++] =
            (GrazeManifoldPoint){place.x, place.y, point->separation, contact_id(cso, point), 0};
    }
}

NOINLINE void graze_compound_manifold(const GrazeShape* a, const GrazePose* pose_a,
                                      const GrazeShape* b, const GrazePose* pose_b, double reach,
                                      GrazeManifold* out)
{
    GrazeNearestParts parts;
    GrazePenetration found;
    GrazeVec surface;
    GrazeCso cso;
    if (!graze_compound_nearest_parts(a, pose_a, b, pose_b, reach, &parts)) return;
    graze_compound_contact(a, pose_a, b, pose_b, &parts, &found, &surface);
    const GrazeWitness* witness = &found.witness;
    double exact = found.relation == GRAZE_OVERLAPPING ? -found.depth : 0;
    if (found.relation == GRAZE_DISJOINT) {
        GrazeRelation relation;
        exact = graze_convex_gap(parts.a, pose_a, parts.b, pose_b, &relation);
        if (reach == 0 || exact > reach) return;
    }
    const GrazeShape* part_a = graze_part_at(a, max2_int(witness->part_a, 0));
    const GrazeShape* part_b = graze_part_at(b, max2_int(witness->part_b, 0));
    graze_cso_init(&cso, part_a, pose_a, part_b, pose_b);
    Body body_a = body_of(a, part_a);
    Body body_b = body_of(b, part_b);
    GrazeVec normal = vec(witness->normal_x, witness->normal_y);
    Contact contact = {&cso, cso.is_swapped ? body_b : body_a, cso.is_swapped ? body_a : body_b,
                       in_frame(&cso, normal), in_frame(&cso, surface)};
    out->normal_x = normal.x;
    out->normal_y = normal.y;
    out->depth = found.depth;
    out->relation = found.relation;
    out->part_a = witness->part_a;
    out->part_b = witness->part_b;
    write_points(&contact, &found, exact, reach, out);
}

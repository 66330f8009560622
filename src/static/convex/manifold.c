#include "manifold.h"

#include "../../base/doubles.h"
#include "../../tolerance.h"
#include "../shape/compound.h"
#include "../shape/support.h"
#include "distance.h"
#include "filtered_walk.h"

/*
 * A manifold is made of the nearest feature of A - B and its normal n. Each body has an edge that
 * faces the other one: that of the feature, or the one at its vertex that is most nearly
 * perpendicular to n. Seen along n, the two edges overlap in an interval; at its ends, one end of an
 * edge is opposite a point of the other edge, and these two points and their separation along n make a
 * contact point (Ericson, "Real-Time Collision Detection", 2005, 5.1.9 and 5.2; Catto, "Modeling and
 * Solving Constraints", GDC 2007). If the feature has an edge, n is perpendicular to it, and the
 * other core's vertex of the feature is an end of the interval, where the separation is least. If it
 * is a pair of vertices, the edges only have that end in common, or overlap from it on.
 *
 * Ends are named by the vertices of both edges on that side, whichever of the two is cut off
 * there: so neither sliding nor a change of the edge that gives the normal renames a point, while
 * the edges are the same ones.
 */

/* Direction along the contact: n turned counter-clockwise, in which edges of A run. */
typedef struct {
    const GrazeCso* cso;
    GrazeVec normal, tangent;
} ContactFrame;

/* End of the interval in which edges overlap, in the frame of A. */
typedef struct {
    int32_t a, b;
    double along, height_a, height_b;
} Contact;

ALWAYS_INLINE EdgeEnd end_of(const ContactFrame* frame, GrazeVec position, int32_t index)
{
    return (EdgeEnd){index, vec_dot(position, frame->tangent), vec_dot(position, frame->normal)};
}

ALWAYS_INLINE EdgeEnd end_of_a(const ContactFrame* frame, int32_t i)
{
    return end_of(frame, graze_cso_vertex_a(frame->cso, i), i);
}

ALWAYS_INLINE EdgeEnd end_of_b(const ContactFrame* frame, int32_t j)
{
    return end_of(frame, cso_vertex_b_inline(frame->cso, j), j);
}

/* Returns the edge at a vertex that is most nearly parallel to the tangent; the vertex alone if both
   are perpendicular to it. `previous` is on the lower side, `next` on the upper one. */
ALWAYS_INLINE FacingEdge flattest(EdgeEnd vertex, EdgeEnd previous, EdgeEnd next)
{
    double before = vertex.along - previous.along;
    double behind = next.along - vertex.along;
    double rise_before = fabs(vertex.height - previous.height);
    double rise_behind = fabs(next.height - vertex.height);
    if (!(before > 0 || behind > 0)) return (FacingEdge){vertex, vertex};
    bool is_before = behind <= 0 || (before > 0 && rise_before * behind < rise_behind * before);
    return is_before ? (FacingEdge){previous, vertex} : (FacingEdge){vertex, next};
}

ALWAYS_INLINE FacingEdge facing_a(const ContactFrame* frame, const GrazeContactFeature* feature)
{
    int32_t n = frame->cso->a->count;
    int32_t i = feature->a;
    if (i != feature->a_next)
        return (FacingEdge){end_of_a(frame, i), end_of_a(frame, feature->a_next)};
    return flattest(end_of_a(frame, i), end_of_a(frame, previous_index(i, n)),
                    end_of_a(frame, next_index(i, n)));
}

/* Edges of B run against the tangent. */
ALWAYS_INLINE FacingEdge facing_b(const ContactFrame* frame, const GrazeContactFeature* feature)
{
    int32_t m = frame->cso->b->count;
    int32_t j = feature->b;
    if (j != feature->b_next)
        return (FacingEdge){end_of_b(frame, feature->b_next), end_of_b(frame, j)};
    return flattest(end_of_b(frame, j), end_of_b(frame, next_index(j, m)),
                    end_of_b(frame, previous_index(j, m)));
}

/* Returns the slope of a facing edge, 0 for a point or one that is seen end on. */
ALWAYS_INLINE double slope_of(const FacingEdge* edge)
{
    double width = edge->upper.along - edge->lower.along;
    return width > 0 ? (edge->upper.height - edge->lower.height) / width : 0;
}

/* Writes the lower and the upper end of the interval in which two edges overlap. Where an edge is not
   cut off, the difference is 0, or its width: the height is that of its end, up to rounding. */
static void overlap_edges(const FacingEdge* a, const FacingEdge* b, Contact* contacts)
{
    Doubles ends_a = {a->lower.along, -a->upper.along};
    Doubles ends_b = {b->lower.along, -b->upper.along};
    Doubles ends = doubles_max(ends_a, ends_b);
    double lower = ends[0];
    double upper = -ends[1];
    double slope_a = slope_of(a);
    double slope_b = slope_of(b);
    contacts[0] =
        (Contact){a->lower.index, b->lower.index, lower,
                  a->lower.height + slope_a * (min2(lower, a->upper.along) - a->lower.along),
                  b->lower.height + slope_b * (min2(lower, b->upper.along) - b->lower.along)};
    contacts[1] =
        (Contact){a->upper.index, b->upper.index, upper,
                  a->upper.height + slope_a * (max2(upper, a->lower.along) - a->upper.along),
                  b->upper.height + slope_b * (max2(upper, b->lower.along) - b->upper.along)};
}

/* Nearest feature of two bodies, and their relation. */
typedef struct {
    GrazeContactFeature feature;
    GrazeRelation relation;
} NearestContact;

/* Returns the contact of the vertices of a feature without an edge. */
static Contact vertex_contact(const ContactFrame* frame, const GrazeContactFeature* feature)
{
    EdgeEnd a = end_of_a(frame, feature->a);
    EdgeEnd b = end_of_b(frame, feature->b);
    return (Contact){a.index, b.index, a.along, a.height, b.height};
}

/* Returns the contact where the feature's vertex is opposite the other body's edge, named by that
   edge's first vertex. */
static Contact foot_contact(const ContactFrame* frame, const GrazeContactFeature* feature)
{
    Contact contact = vertex_contact(frame, feature);
    bool has_edge_of_a = feature->a != feature->a_next;
    if (has_edge_of_a)
        contact.along = vec_dot(cso_vertex_b_inline(frame->cso, feature->b), frame->tangent);
    return contact;
}

/* Returns on which side of a vertex its edge is: 1 above, -1 below, 0 if it has none. */
static int side_of(const FacingEdge* edge, int32_t vertex)
{
    return (edge->upper.index != vertex) - (edge->lower.index != vertex);
}

/* Finds the contacts of a feature, the lower one first. Returns their number. */
static int32_t find_contacts(const ContactFrame* frame, const GrazeContactFeature* feature,
                             Contact* contacts)
{
    bool is_point = frame->cso->a->count == 1 || frame->cso->b->count == 1;
    if (is_point) {
        contacts[0] = foot_contact(frame, feature);
        return 1;
    }
    FacingEdge a = facing_a(frame, feature);
    FacingEdge b = facing_b(frame, feature);
    overlap_edges(&a, &b, contacts);
    bool is_vertex = feature->a == feature->a_next && feature->b == feature->b_next;
    if (is_vertex) {
        /* The edges overlap if both run to the same side. Rounding must not move their common end. */
        int side = side_of(&a, feature->a);
        bool is_interval = side != 0 && side == side_of(&b, feature->b);
        contacts[is_interval && side < 0] = vertex_contact(frame, feature);
        return is_interval ? 2 : 1;
    }
    if (contacts[0].along < contacts[1].along) return 2;
    contacts[0] = foot_contact(frame, feature);
    return 1;
}

/* Returns the name of a contact in the caller's terms. */
static uint32_t contact_id(const GrazeCso* cso, const Contact* contact)
{
    uint32_t a = (uint32_t)(cso->is_swapped ? contact->b : contact->a);
    uint32_t b = (uint32_t)(cso->is_swapped ? contact->a : contact->b);
    return (a & 0xffff) | b << 16;
}

static void write_point(const ContactFrame* frame, const Contact* contact, double separation,
                        GrazeManifoldPoint* out)
{
    const GrazeCso* cso = frame->cso;
    double surface_a = contact->height_a + cso->a->radius;
    double surface_b = contact->height_b - cso->b->radius;
    GrazeVec local = vec_mul_add(vec_scale(frame->tangent, contact->along),
                                 surface_a + (surface_b - surface_a) / 2, frame->normal);
    GrazeVec place = graze_cso_place(cso, &local);
    *out = (GrazeManifoldPoint){place.x, place.y, separation, contact_id(cso, contact), 0};
}

/* Writes the manifold of a feature of bodies that are not disjoint, or at most `reach` apart. */
static void write_manifold(const GrazeCso* cso, const NearestContact* nearest, double reach,
                           GrazeManifold* out)
{
    const GrazeContactFeature* feature = &nearest->feature;
    ContactFrame frame = {cso, feature->normal, vec_left_perp(feature->normal)};
    Contact contacts[2];
    int32_t count = find_contacts(&frame, feature, contacts);
    double radii = graze_reach(cso);
    double separations[2];
    for (int32_t k = 0; k < count; k++)
        separations[k] = contacts[k].height_b - contacts[k].height_a - radii;
    int32_t least = count == 2 && separations[1] < separations[0];
    /* The relation is exact, and rounding must not contradict it. */
    double exact = nearest->relation == GRAZE_TOUCHING ? 0 : feature->separation - radii;
    double smallest = GRAZE_UNIT_ROUNDOFF * radii;
    if (nearest->relation == GRAZE_DISJOINT) exact = max2(exact, smallest);
    if (nearest->relation == GRAZE_OVERLAPPING) exact = min2(exact, -smallest);
    if (count == 2) separations[1 - least] = max2(separations[1 - least], exact);
    separations[least] = exact;
    GrazeVec normal = graze_cso_direction(cso, &feature->normal);
    out->normal_x = normal.x;
    out->normal_y = normal.y;
    out->depth = nearest->relation == GRAZE_OVERLAPPING ? -exact : 0;
    out->relation = (int32_t)nearest->relation;
    out->count = 0;
    for (int32_t k = 0; k < count; k++) {
        /* The order of points is that along the tangent in the caller's terms. */
        int32_t from = cso->is_swapped ? count - 1 - k : k;
        if (from != least && separations[from] > reach) continue;
        write_point(&frame, &contacts[from], separations[from], &out->points[out->count++]);
    }
}

/* Orders an edge of an exact feature counter-clockwise, as seen along the tangent. */
static void order_edge(GrazeVec edge, GrazeVec direction, int32_t* from, int32_t* to)
{
    const int32_t ends[2] = {*from, *to};
    bool is_reversed = vec_dot(edge, direction) < 0;
    *from = ends[is_reversed];
    *to = ends[!is_reversed];
}

/* Finds the nearest feature by GJK and exact signs. */
static NOINLINE void find_exactly(const GrazeCso* cso, NearestContact* out)
{
    GrazeGjkState state;
    GrazeNearest nearest;
    GrazeContactFeature* feature = &out->feature;
    graze_gjk_run(cso, &state);
    graze_find_nearest_exactly(cso, &state, &nearest);
    const GrazeMinkowskiFeature* found = &nearest.feature;
    double gap = nearest.core == GRAZE_DISJOINT ? found->gap : -found->gap;
    *feature = (GrazeContactFeature){found->p.a,     found->q.a, found->p.b, found->q.b,
                                     nearest.normal, gap,        false};
    GrazeVec tangent = vec_left_perp(nearest.normal);
    GrazeVec edge_a =
        vec_sub(graze_cso_vertex_a(cso, feature->a_next), graze_cso_vertex_a(cso, feature->a));
    GrazeVec edge_b =
        vec_sub(graze_cso_vertex_b(cso, feature->b), graze_cso_vertex_b(cso, feature->b_next));
    order_edge(edge_a, tangent, &feature->a, &feature->a_next);
    order_edge(edge_b, tangent, &feature->b, &feature->b_next);
    out->relation = nearest.relation;
}

/*
 * Decides the relation of bodies by the certified separation of their cores; returns false if
 * rounding can matter. A sum of radii adds one rounding, and its comparison another.
 */
static bool decide_relation(const GrazeCso* cso, double separation, GrazeRelation* relation)
{
    double radii = graze_reach(cso);
    double error = graze_walk_error(cso) + 4 * GRAZE_UNIT_ROUNDOFF * radii;
    *relation = separation > radii ? GRAZE_DISJOINT : GRAZE_OVERLAPPING;
    return fabs(separation - radii) > error;
}

/* Returns whether two bodies are certainly more than `reach` apart, by the discs about the origins of
   their frames that contain them. */
static bool is_far(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                   const GrazePose* pose_b, double reach)
{
    double x = pose_b->x - pose_a->x;
    double y = pose_b->y - pose_a->y;
    double radii = GRAZE_DISC_OF_EXTENT * (a->extent + b->extent) + a->radius + b->radius + reach;
    /* Coordinates below GRAZE_MIN_COORDINATE count as 0. */
    radii += 4 * GRAZE_MIN_COORDINATE;
    return x * x + y * y > radii * radii;
}

void graze_convex_manifold(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                           const GrazePose* pose_b, double reach, GrazeManifold* out)
{
    GrazeCso cso;
    NearestContact nearest;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    double limit = graze_reach(&cso) * (1 + 4 * GRAZE_UNIT_ROUNDOFF) + reach;
    GrazeWalkCertainty certainty = graze_filtered_walk(&cso, limit, &nearest.feature);
    if (certainty == GRAZE_WALK_FAR) return;
    if (certainty == GRAZE_WALK_UNCERTAIN ||
        !decide_relation(&cso, nearest.feature.separation, &nearest.relation)) {
        find_exactly(&cso, &nearest);
    }
    bool is_disjoint = nearest.relation == GRAZE_DISJOINT;
    if (is_disjoint && nearest.feature.separation - graze_reach(&cso) > reach) return;
    if (is_disjoint && reach == 0) return;
    write_manifold(&cso, &nearest, reach, out);
}

/* Writes a manifold without points. Stores are quicker than one call that fills the record. */
ALWAYS_INLINE void clear(GrazeManifold* out)
{
    out->normal_x = out->normal_y = out->depth = 0;
    out->relation = GRAZE_DISJOINT;
    out->count = 0;
    out->part_a = out->part_b = -1;
    out->points[0] = out->points[1] = (GrazeManifoldPoint){0, 0, 0, 0, 0};
}

bool graze_manifold_begin(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                          const GrazePose* pose_b, double reach, GrazeManifold* out)
{
    clear(out);
    return !is_far(a, pose_a, b, pose_b, reach);
}

void graze_manifold_batch_set(const GrazeManifoldBatch* out, int32_t k,
                              const GrazeManifold* manifold)
{
    if (out->relations != NULL) out->relations[k] = (uint8_t)manifold->relation;
    out->counts[k] = (uint8_t)manifold->count;
    out->depths[k] = (float)manifold->depth;
    out->normals[k] = (GrazePoint){(float)manifold->normal_x, (float)manifold->normal_y};
    for (int32_t i = 0; i < 2; i++) {
        const GrazeManifoldPoint* point = &manifold->points[i];
        out->points[2 * k + i] = (GrazePoint){(float)point->x, (float)point->y};
        out->separations[2 * k + i] = (float)point->separation;
        out->ids[2 * k + i] = point->id;
    }
}

/*
 * graze: exact collision queries for moving bodies in the plane, and for bodies in space. This is
 * the only public header.
 *
 * These conventions hold for every function:
 * - x points to the right and y up; angles are in radians, counter-clockwise from +x; outlines run
 *   counter-clockwise.
 * - Lengths are in the caller's unit and times on the caller's clock. No length is special: every
 *   tolerance is relative to the size of the input (see tolerance.h).
 * - Coordinates of shapes are float32. All arithmetic is double.
 * - Sets are closed: touching is contact.
 * - Two bodies are disjoint when they have no point in common, overlapping when the origin is an
 *   interior point of A - B = { a - b }, and touching otherwise. So they overlap exactly when they
 *   stay in contact under every sufficiently small translation of one of them. If both are convex
 *   and have an interior, this means that their interiors meet. A point or a segment has no
 *   interior: a point inside a box, a segment through a box and two segments that cross at inner
 *   points overlap; a point on an edge or on a segment, a segment that ends on another one,
 *   collinear segments and equal points touch.
 * - A compound is the union of its parts, and the same holds for it: seams between parts are not
 *   boundary, a segment through the joint of a chain or between two tiles that share a corner
 *   overlaps, and so does a body that fits exactly between parts on opposite sides of it.
 * - No function allocates memory, keeps state or returns NaN; every loop is bounded. Input must be
 *   finite and in range: functions that return GrazeStatus check it, the others state what they
 *   assume.
 */
#ifndef GRAZE_H
#define GRAZE_H

#include "version.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Status of a call. wasm/boundary.txt has the code and the text of each in JavaScript.
 */
typedef enum {
    GRAZE_OK,               /* success */
    GRAZE_E_NOT_FINITE,     /* a number is NaN or infinite */
    GRAZE_E_OUT_OF_RANGE,   /* a number is outside its valid range */
    GRAZE_E_TOO_FEW_POINTS, /* a shape without points */
    GRAZE_E_NOT_CONVEX,     /* an outline is not convex */
    GRAZE_E_STALE_HANDLE,   /* a handle was freed or never allocated */
    GRAZE_E_OUT_OF_MEMORY,  /* memory cannot grow further */
    GRAZE_E_BAD_INDEX,      /* an index is out of range */
    GRAZE_E_NOT_A_HEADING,  /* cos^2 + sin^2 is not 1 to within GRAZE_HEADING_SLACK */
    GRAZE_E_FULL,           /* an output array is too small for all results */
    GRAZE_E_DISCONTINUOUS,  /* a motion jumps where a piece begins */
    GRAZE_E_OUT_OF_ORDER,   /* times decrease */
    GRAZE_E_TOO_FINE,       /* a tolerance is below 8 ulps of the latest time or delay */
    GRAZE_E_TOO_MANY,       /* a result has more intervals than the maximum */
    GRAZE_E_NO_HANDLE,      /* all handles are in use */
    GRAZE_E_BAD_OUTLINE     /* an outline with a GrazeOutlineFault */
} GrazeStatus;

/* Relation of two closed sets. */
typedef enum {
    GRAZE_DISJOINT,   /* no common point */
    GRAZE_TOUCHING,   /* in contact, but not overlapping */
    GRAZE_OVERLAPPING /* the origin is an interior point of A - B */
} GrazeRelation;

/* Nearest feature of a shape. */
typedef enum {
    GRAZE_VERTEX, /* a vertex */
    GRAZE_EDGE    /* the edge from a vertex to the next one */
} GrazeFeature;

/* Method that reduces a simplex to its feature nearest the origin. */
typedef enum {
    GRAZE_BARYCODE,         /* barycode, with the case analysis of the newest point */
    GRAZE_BARYCODE_GENERAL, /* barycode for any simplex */
    GRAZE_JOHNSON,          /* Johnson's distance subalgorithm */
    GRAZE_SIGNED_VOLUME     /* signed volumes */
} GrazeSubdistance;

/* Method that finds the vertex furthest in a direction. */
typedef enum {
    GRAZE_SUPPORT_AUTO,  /* scan or hill climbing, by the number of vertices */
    GRAZE_SUPPORT_SCAN,  /* all vertices, one by one */
    GRAZE_SUPPORT_CLIMB, /* hill climbing from the last support vertex */
    GRAZE_SUPPORT_SIMD   /* all vertices, several at a time */
} GrazeSupport;

/* Initial direction of GJK. */
typedef enum {
    GRAZE_START_POINT, /* from a point of A - B to the origin */
    GRAZE_START_FIXED  /* the same for all pairs */
} GrazeStart;

/* Result of a cast; GrazeCast defines the values. */
typedef enum {
    GRAZE_CAST_FREE,       /* no contact */
    GRAZE_CAST_HIT,        /* contact, and the displacement leads through */
    GRAZE_CAST_GRAZING,    /* contact without an overlap */
    GRAZE_CAST_OVERLAPPING /* overlap at the beginning */
} GrazeCastStatus;

/* Result of a query of two moving bodies; GrazeContact and GrazeInterval define the values. */
typedef enum {
    GRAZE_CONTACT_FREE,        /* no contact */
    GRAZE_CONTACT_HIT,         /* an overlap */
    GRAZE_CONTACT_GRAZING,     /* contact or a gap, within the distance tolerance */
    GRAZE_CONTACT_OVERLAPPING, /* overlap at the beginning of the query */
    GRAZE_CONTACT_UNDECIDED    /* the iterations are used up */
} GrazeContactStatus;

/* Certainty of a depth; GrazePenetration defines the values. */
typedef enum {
    GRAZE_PENETRATION_EXACT,  /* the depth itself */
    GRAZE_PENETRATION_BOUNDED /* bounds that contain it */
} GrazePenetrationStatus;

/* Certainty of a clearance; GrazeClearance defines the values. */
typedef enum {
    GRAZE_CLEARANCE_CERTIFIED, /* bracketed to within the tolerance */
    GRAZE_CLEARANCE_UNDECIDED, /* the iterations are used up */
    GRAZE_CLEARANCE_BOUNDED    /* unions overlap: bounds that contain it */
} GrazeClearanceStatus;

/* Method that finds a first contact; see graze_first_contact. */
typedef enum {
    GRAZE_METHOD_CERTIFIED,    /* the largest step that a bound on the motion allows */
    GRAZE_METHOD_CONSERVATIVE, /* conservative advancement: the distance over the speed */
    GRAZE_METHOD_BCDA,         /* Hong's first algorithm, as published */
    GRAZE_METHOD_PCDA          /* Hong's second algorithm, as published */
} GrazeContactMethod;

/* Existence of a body before its motion begins and after it ends. */
typedef enum {
    GRAZE_STAY,  /* it stays at the nearest end of its motion */
    GRAZE_VANISH /* it does not exist */
} GrazeEnding;

/* Policy for touching. */
typedef enum {
    GRAZE_TOUCHING_CONFLICT, /* touching counts as contact */
    GRAZE_TOUCHING_ALLOWED   /* only an overlap counts as contact */
} GrazeTouching;

/* Ends of spans of delays or times, in contact or safe; GrazeRouteOptions defines the values. */
typedef enum {
    GRAZE_SPAN_ENDS_CONTACT, /* ends in contact */
    GRAZE_SPAN_ENDS_SAFE     /* ends that are not in contact, up to rounding */
} GrazeSpanEnd;

/* Method that finds the candidate steps of two paths; see graze_sweep. */
typedef enum {
    GRAZE_SWEEP_AUTO,    /* the method that is usually fastest */
    GRAZE_SWEEP_SI,      /* one step after the other */
    GRAZE_SWEEP_STA,     /* jumps over steps, by the largest speed */
    GRAZE_SWEEP_BVH,     /* two trees over the steps */
    GRAZE_SWEEP_BVI_BVH, /* trees over the steps that meet the boxes of the other path */
    GRAZE_SWEEP_PYRAMID, /* pyramids of boxes over the steps */
    GRAZE_SWEEP_RELATIVE /* boxes of the relative motion */
} GrazeSweepMethod;

/* Content of a path's boxes. */
typedef enum {
    GRAZE_BOXES_COVER,    /* the region that the body sweeps in a step */
    GRAZE_BOXES_STEP_ENDS /* the body at both ends of a step */
} GrazeBoxesKind;

/* Extent of a scene query. */
typedef enum {
    GRAZE_SCENE_ALL,   /* all contacts */
    GRAZE_SCENE_FIRST, /* the first contact */
    GRAZE_SCENE_ANY    /* any one contact */
} GrazeSceneMode;

/* Velocities in a velocity obstacle; GrazeVelocityObstacle defines the values. */
typedef enum {
    GRAZE_OBSTACLE_CONE,       /* a cone, cut off by the horizon */
    GRAZE_OBSTACLE_EVERYTHING, /* all velocities */
    GRAZE_OBSTACLE_NOTHING     /* no velocity */
} GrazeObstacle;

/* Method of conflict detection, for comparison; see graze_conflict_by. */
typedef enum {
    GRAZE_BASELINE_CONTAINER,        /* boxes around the paths */
    GRAZE_BASELINE_CONTAINER_SPHERE, /* spheres around the paths */
    GRAZE_BASELINE_CONTAINER_HULL,   /* convex hulls of the discs at both ends */
    /* polytopes in space and time: convex hulls of the boxes at both ends */
    GRAZE_BASELINE_CONTAINER_POLYTOPE,
    GRAZE_BASELINE_EXTRUSION,         /* polygons with 16 sides, extruded along time */
    GRAZE_BASELINE_SAMPLING,          /* samples at equal steps */
    GRAZE_BASELINE_ADAPTIVE,          /* samples at adaptive steps */
    GRAZE_BASELINE_CELLS_BRESENHAM,   /* cells of Bresenham's lines */
    GRAZE_BASELINE_CELLS_WU,          /* cells of Wu's lines */
    GRAZE_BASELINE_VELOCITY_OBSTACLE, /* the velocity obstacle */
    GRAZE_BASELINE_ALGEBRAIC          /* the roots of the distance */
} GrazeBaseline;

/* End of a round of GJK. */
typedef enum {
    GRAZE_OUTCOME_NEARER,   /* v came nearer, GJK goes on */
    GRAZE_OUTCOME_INSIDE,   /* the origin is inside the triangle */
    GRAZE_OUTCOME_ORIGIN,   /* v is the origin */
    GRAZE_OUTCOME_REPEATED, /* w was in the simplex already: v is the nearest point */
    GRAZE_OUTCOME_STALLED   /* v came no nearer: a tie, or rounding */
} GrazeOutcome;

/* A point of a shape, in the body frame, or of a batch's answer, in the world frame. */
typedef struct {
    float x; /* coordinate along the first axis */
    float y; /* coordinate along the second axis */
} GrazePoint;

/*
 * A body: the hull of `vertices`, inflated by `radius`, or a union of such parts (`compound`). A
 * disc has one vertex, a capsule two. graze_shape_polygon, graze_shape_hull and graze_compound make
 * a shape.
 */
typedef struct {
    /* Vertices in the body frame, counter-clockwise and strictly convex: there are no duplicates
       and no three on one line. The caller owns their storage, which must outlive the shape. */
    const GrazePoint* vertices;
    int32_t count; /* number of vertices, at least 1 */
    float radius;  /* at least 0 */
    double extent; /* largest |coordinate| of a vertex: the scale of every error bound */
    /* Lookup table of graze_shape_build_support_lut, for batches; default NULL. */
    const struct GrazeSupportLut* support_lut;
    /* NULL for a convex body; else its parts, whose union `vertices` and `radius` only bound. */
    const struct GrazeCompound* compound;
} GrazeShape;

/*
 * A node of the tree over the parts of a compound. Its first child is the next node of the array.
 */
typedef struct {
    /* A leaf: the part itself; else a convex body that contains all parts below. */
    GrazeShape volume;
    int32_t part;  /* index of a leaf's part; -1 for an inner node */
    int32_t right; /* index of the second child; 0 for a leaf */
} GrazeCompoundNode;

/* The parts of a body that is not convex: their union. They may overlap, touch, or be apart. */
typedef struct GrazeCompound {
    const GrazeShape* parts;        /* convex parts, in the caller's order */
    const GrazeCompoundNode* nodes; /* 2 count - 1 nodes, the root first */
    int32_t count;                  /* number of parts, at least 1 */
    int32_t areas;                  /* number of parts with an interior */
} GrazeCompound;

/* A rigid transform from the body frame to the world frame: a rotation, then a translation. */
typedef struct {
    double x;   /* translation along the first axis */
    double y;   /* translation along the second axis */
    double cos; /* cosine of the rotation; cos^2 + sin^2 is 1 up to rounding */
    double sin; /* sine of the rotation */
} GrazePose;

/*
 * A pose in shared memory, all float32. Valid range: all finite, |cos^2 + sin^2 - 1| at most
 * GRAZE_HEADING_SLACK.
 */
typedef struct {
    float x;   /* translation along the first axis, |x| <= GRAZE_MAX_POSITION */
    float y;   /* translation along the second axis, |y| <= GRAZE_MAX_POSITION */
    float cos; /* the angle is the direction of (cos, sin), whose length is 1 only up to rounding */
    float sin; /* see cos */
} GrazePlacement;

/* A pair of a batch. Several pairs may refer to the same shape and placement. */
typedef struct {
    const GrazeShape* a;           /* shape of the first body */
    const GrazeShape* b;           /* shape of the second body */
    const GrazePlacement* place_a; /* placement of the first body */
    const GrazePlacement* place_b; /* placement of the second body */
} GrazePair;

/*
 * The feature of A - B at which GJK stopped, for a warm start: the ends p and q of the edge nearest
 * the origin. Each is the index of A's vertex in the low 16 bits and that of B's vertex in the high
 * 16 bits, or GRAZE_NO_VERTEX.
 */
typedef struct {
    int32_t p; /* first end */
    int32_t q; /* second end; p for a vertex */
} GrazeSimplexCache;

enum { GRAZE_NO_VERTEX = -1 };

/*
 * Output arrays of a batch of distance queries, one entry per pair. Each value is as in
 * GrazeDistance, rounded to float32. The last four arrays may be NULL.
 */
typedef struct {
    uint8_t* relations;   /* a GrazeRelation each */
    float* distances;     /* distances */
    GrazePoint* points_a; /* witness points of A; all three of these are NULL, or none is */
    GrazePoint* points_b; /* witness points of B */
    GrazePoint* normals;  /* normals */
    /* Warm starts of the searches, overwritten with the features at which they stopped; neither
       read nor written if witness points are computed. Any content is valid and changes no bit of
       the answers; a feature near the nearest one saves rounds, for instance when bodies have moved
       a little since the last call. */
    GrazeSimplexCache* caches;
} GrazeDistanceBatch;

/*
 * Output arrays of a batch of manifolds. Each value is as in GrazeManifold, rounded to float32;
 * values of missing points are 0.
 */
typedef struct {
    uint8_t* relations;  /* a GrazeRelation each, one per pair; may be NULL */
    uint8_t* counts;     /* numbers of points, one per pair */
    float* depths;       /* depths, one per pair */
    GrazePoint* normals; /* normals from A to B, one per pair */
    GrazePoint* points;  /* points, two per pair */
    float* separations;  /* separations at the points, two per pair */
    uint32_t* ids;       /* names of the points, two per pair */
} GrazeManifoldBatch;

/*
 * Output arrays of a batch of penetration queries, one entry per pair. Each value is as in
 * GrazePenetration, rounded to float32.
 */
typedef struct {
    uint8_t* relations;   /* a GrazeRelation each */
    float* depths;        /* depths */
    GrazePoint* normals;  /* normals */
    GrazePoint* points_a; /* witness points of A; both of these are NULL, or neither is */
    GrazePoint* points_b; /* witness points of B */
} GrazePenetrationBatch;

/* Output arrays for the pairs found among many bodies, or the bodies found near one. */
typedef struct {
    uint32_t* first;    /* index of one body of each pair; not written for bodies near one */
    uint32_t* second;   /* index of the other body, above `first` */
    uint8_t* relations; /* a GrazeRelation each */
    float* distances;   /* distances, rounded to float32; 0 when not disjoint */
    int32_t capacity;   /* number of entries for which each array has room */
    /* NULL, or the manifolds of the pairs, as far as `reach`; not written for bodies near one. */
    const GrazeManifoldBatch* manifolds;
} GrazeNearBatch;

/*
 * Many bodies at rest, with shapes[k] at places[k]. Bodies 0 to still - 1 stand still between
 * updates: an index over them is kept, and they are never compared with each other.
 * graze_bodies_init makes it; the caller owns all arrays.
 */
typedef struct {
    const GrazeShape* const* shapes; /* shape of each body */
    const GrazePlacement* places;    /* placement of each body */
    /* Both NULL, or bits of each body: two may meet if each has a category of the other's mask.
       NULL stands for the category 1 and a mask of all bits. */
    const uint32_t* categories;
    const uint32_t* masks;     /* bits of the categories that each may meet */
    int32_t capacity;          /* largest number of bodies */
    int32_t still;             /* number of bodies that stand still, the first ones */
    int32_t seams;             /* 1: manifolds leave out contacts at seams (graze_bodies_near) */
    float* bounds;             /* box of each body: left, bottom, right, top */
    struct GrazeBoxTree* tree; /* index over the boxes of the bodies that stand still */
    void* scratch;             /* memory for queries, which keeps no state between them */
} GrazeBodies;

/*
 * Boxes of two or three axes, and an index over them: of the paths of bodies in the plane and in
 * time, say. graze_box_index_init makes it; the caller owns the storage.
 */
typedef struct {
    int32_t axes;              /* 2 or 3 */
    int32_t capacity;          /* largest number of boxes */
    int32_t pairs;             /* largest number of pairs that a query finds */
    struct GrazeBoxTree* tree; /* index over the boxes that have been updated */
    void* scratch;             /* memory for queries, which keeps no state between them */
} GrazeBoxIndex;

/* Bodies that a query considers: those with a category of `mask` whose mask has `category`. */
typedef struct {
    uint32_t category; /* bits of the body of the query */
    uint32_t mask;     /* bits of the bodies that it may meet */
} GrazeBodyFilter;

/* A body that is cast against many: a shape, or a point if that is NULL. */
typedef struct {
    const GrazeShape* shape; /* shape; NULL for a ray */
    GrazePose pose;          /* pose at the beginning; of a ray only x and y count */
    double dx;               /* displacement along x, valid as for graze_shape_cast */
    double dy;               /* displacement along y */
    GrazeTouching touching;  /* whether touching counts as contact */
} GrazeBodyCast;

/* Output arrays for the bodies that a cast meets. */
typedef struct {
    uint32_t* bodies;  /* index of each body */
    double* intervals; /* begin and end of the first interval of contact with it */
    int32_t capacity;  /* number of entries for which each array has room */
} GrazeBodyCastBatch;

/* Output arrays for the bodies that many rays meet first, one entry each. For a ray that meets none
   all but the body is 0. */
typedef struct {
    int32_t* bodies;     /* index of the body; -1 for none */
    double* intervals;   /* begin and end of the first interval of contact with it */
    GrazePoint* points;  /* where contact begins, rounded to float32 */
    GrazePoint* normals; /* unit normal there, out of the body, rounded to float32 */
} GrazeRayBatch;

/*
 * Variants of GJK. Every choice gives the same verdicts, and the same bits unless the position of a
 * vertex is rounded. A NULL pointer means all zeros.
 */
typedef struct {
    GrazeSubdistance subdistance; /* method that reduces a simplex */
    GrazeSupport support;         /* method that finds support points */
    GrazeStart start;             /* first direction */
} GrazeGjkOptions;

/*
 * Witness points, normal and nearest features of two bodies, in the world frame. It is the first
 * field of each result that has one.
 *
 * Disjoint: the nearest points of A and B, and the separating direction. If intervals of two
 * parallel edges are nearest, the points divide both edges in the same ratio. Not disjoint: for a
 * distance, one common point; for a penetration, points, one of each boundary, that coincide after
 * the translation of B along the normal by the depth: point_a = point_b + depth * normal. The
 * normal then is the direction of least penetration.
 */
typedef struct {
    double point_a_x;  /* x of the witness point of A */
    double point_a_y;  /* y of the witness point of A */
    double point_b_x;  /* x of the witness point of B */
    double point_b_y;  /* y of the witness point of B */
    double normal_x;   /* x of the unit normal from A towards B; never zero */
    double normal_y;   /* y of the unit normal */
    int32_t feature_a; /* nearest feature of A's core (the shape without its radius) */
    int32_t index_a;   /* its vertex, or the first vertex of its edge */
    int32_t feature_b; /* nearest feature of B's core, a GrazeFeature */
    int32_t index_b;   /* its vertex, or the first vertex of its edge */
    int32_t part_a;    /* part of A that has this feature; -1 if A is convex */
    int32_t part_b;    /* part of B that has this feature; -1 if B is convex */
} GrazeWitness;

/* The answer to a distance query. */
typedef struct {
    GrazeWitness witness; /* nearest points, or one common point */
    double distance;      /* gap of the bodies; 0 exactly when relation is not GRAZE_DISJOINT */
    int32_t relation;     /* relation of the closed bodies, a GrazeRelation */
    int32_t iterations;   /* rounds of GJK; 0 if a walk round A - B decided at once */
} GrazeDistance;

/*
 * The answer to a penetration query. The depth is the least length of a translation of one body
 * after which they do not overlap any more: the distance of the origin from the boundary of A - B.
 * For compounds A - B is the union of the differences of their parts, so a translation may also
 * lead into a hole or a gap into which one body fits.
 *
 *   GRAZE_PENETRATION_EXACT    `depth` is that length, up to rounding. It always is if both bodies
 *                              are convex, or have at most 4 parts and 64 vertices; also if at most
 *                              64 pairs of parts, whose differences have at most 512 vertices, are
 *                              near enough to matter. Where two differences cross at a tip, it is
 *                              off by 2^-48 S / sin of their angle, or by 2^-20 S if that is 0, S
 *                              being the scale of the bodies (tolerance.h); holes and gaps that
 *                              leave less than 2^-40 S to spare may be left out. Those that leave
 *                              nothing to spare are seams: the differences on both sides cover
 *                              them, and a body in one overlaps
 *   GRAZE_PENETRATION_BOUNDED  the length is in [lower_bound, depth]: `lower_bound` is the depth of
 *                              the deepest pair of parts, `depth` the length of a translation after
 *                              which they do not overlap
 *
 * A longer translation along the normal leaves convex bodies disjoint. Compounds may overlap again:
 * the nearest point of the boundary can be the tip of a notch of A - B, beyond which the same line
 * enters A - B again. With the radius of one body larger by g, the translation by the depth leaves
 * a gap of g between the bodies themselves.
 */
typedef struct {
    GrazeWitness witness; /* boundary points; when disjoint, the nearest points */
    /* Length of a translation of B along the normal that leaves the bodies touching; 0 unless
       relation is GRAZE_OVERLAPPING. */
    double depth;
    int32_t relation;   /* as in GrazeDistance */
    int32_t iterations; /* rounds of GJK; 0 if a walk round A - B decided at once */
    double lower_bound; /* lower bound of the least such length; depth if status is exact */
    int32_t status;     /* a GrazePenetrationStatus */
    int32_t spare;      /* 0 */
} GrazePenetration;

/* A contact point of a manifold, in the world frame. */
typedef struct {
    double x;          /* x of the point, halfway between the two surfaces along the normal */
    double y;          /* y of the point */
    double separation; /* separation of the surfaces there, along the normal; negative: overlap */
    /* Name of the point: the vertices of A, in the low 16 bits, and of B, in the high ones, at the
       ends of the two edges in contact on this side; of a compound, an edge of the union. It stays
       the same while the same edges are in contact, and bodies in the other order exchange its
       halves. The vertices of a compound count through all its parts, in their order; of an index
       the low 16 bits are used. */
    uint32_t id;
    int32_t spare; /* 0 */
} GrazeManifoldPoint;

/*
 * Contact manifold of two bodies: the normal, and one or two points that represent the region in
 * which they touch. The normal and the depth are those of GrazePenetration. The edges of both
 * bodies that face each other overlap, seen along the normal, in an interval; the points are at its
 * ends. Only a vertex against a vertex, and a disc, have one point. Radii count as in GrazeShape:
 * the points are those of the edges of the cores, and separations are less by the radii.
 *
 * For compounds, normal and depth are those of the union, also where its status is
 * GRAZE_PENETRATION_BOUNDED: after a translation by the depth along the normal the bodies do not
 * overlap. An edge goes on over the parts that continue it, so points are not at seams. Where
 * bodies touch in several places after that translation, or several places of disjoint ones are
 * equally near, the points are those of one of them: that of the witness of GrazePenetration, or of
 * the nearest parts. The normal of compounds that touch is that of the union's boundary.
 *
 * Disjoint bodies that are at most `reach` apart have a manifold too, so that a solver can keep
 * them from meeting in its next step (speculative contacts). Further ones have no points; their
 * normal and depth are 0.
 *
 * The least separation of the points is minus the depth, 0 for bodies that touch, and the gap for
 * disjoint ones. A second point with a separation above `reach` is left out.
 */
typedef struct {
    double normal_x;  /* x of the unit normal from A to B */
    double normal_y;  /* y of the unit normal */
    double depth;     /* depth of penetration along it; 0 unless relation is GRAZE_OVERLAPPING */
    int32_t relation; /* relation of the closed bodies, a GrazeRelation; exact */
    int32_t count;    /* number of points, 0 to 2; at least 1 unless relation is GRAZE_DISJOINT */
    int32_t part_a;   /* part of A that is in contact; -1 if A is convex */
    int32_t part_b;   /* part of B that is in contact; -1 if B is convex */
    GrazeManifoldPoint points[2]; /* the points, in the order of the normal's left perpendicular */
} GrazeManifold;

/*
 * Cone of directions that separate two bodies which touch, in the world frame: the sums of its
 * generators, unit vectors from A towards B, with factors of at least 0. There is one where an edge
 * or a round side faces the other body, and two where two corners meet. Where A - B is a segment
 * there are its two normals and, at an end of it, the direction between them; where it is a point
 * there are four. They are in counter-clockwise order.
 */
typedef struct {
    int32_t relation;     /* a GrazeRelation */
    int32_t count;        /* number of generators; 0 unless the bodies touch */
    double directions[8]; /* x and y of each of them, else 0 */
} GrazeContactCone;

/* The least box with sides along the axes of the world that contains a body. */
typedef struct {
    double min_x; /* lower end along x */
    double min_y; /* lower end along y */
    double max_x; /* upper end along x */
    double max_y; /* upper end along y */
} GrazeShapeBounds;

/* A directed line segment. Valid range: all finite, |each| <= GRAZE_MAX_POSITION. */
typedef struct {
    double x;  /* x of the beginning */
    double y;  /* y of the beginning */
    double dx; /* displacement to the end along x */
    double dy; /* displacement to the end along y */
} GrazeRay;

/*
 * The answer to a cast. The parameter s runs from 0 at the beginning of the displacement to 1 at
 * its end.
 */
typedef struct {
    /* Contact at s = begin: both points are the contact point, a common point when overlapping; the
       features touch. Unlike the normal of other answers, that of a cast points out of B, the body
       that is met, towards A. */
    GrazeWitness witness;
    double begin; /* beginning of the first closed interval of contact within [0, 1] */
    double end;   /* its end. Convex bodies have no other interval; compounds can have */
    /* GRAZE_CAST_FREE: there is no contact for s in [0, 1]; all fields but `relation` are 0.
       GRAZE_CAST_OVERLAPPING: the bodies overlap at s = 0 already. GRAZE_CAST_HIT: they do not, but
       B overlaps the body that A sweeps, which is what A passes for s in [0, 1]: there is contact
       on the way after every small translation too. A point that crosses a segment is a hit, also
       at the joint of a chain. So a ray has the answer of graze_relation for the segment of its
       path. For convex bodies it means that A - B has points on both sides of the line of the
       displacement, which meets it not only at an end. Compounds: the overlap need not be in the
       first interval of contact, which is the one reported. GRAZE_CAST_GRAZING: there is contact,
       and none of these.

       The witness is that of the pair of parts that is in contact first. The normal of a pair that
       the displacement only touches is perpendicular to it; but if it is a hit by touching several
       pairs, none of which it leads through, and that pair meets in vertices without radii, the
       normal is that of an edge of A - B at the vertex, the one that the displacement faces most.

       With GRAZE_TOUCHING_ALLOWED touching is not contact: the status is never grazing, but free
       instead, and [begin, end] is the first overlap. For convex bodies it is the same interval.
       For compounds `begin` is the least s after which the body swept from 0 on overlaps B: the
       beginning of the first pair of parts that the displacement leads through, or the instant at
       which those that it touches until then surround it, as at a joint or where a seam begins.
       `end` is where the overlap ends, not interrupted by single instants; it is `begin` where
       bodies without an interior are crossed. The witness is that of the pair that begins there. */
    int32_t status;
    int32_t relation; /* relation at s = 0 */
} GrazeCast;

/* A vertex of A - B = { a - b }, in world axes. */
typedef struct {
    double x;  /* x */
    double y;  /* y */
    int32_t a; /* vertex of A, from which ... */
    int32_t b; /* ... this vertex of B is subtracted */
} GrazeDifference;

/* A point of the simplex of a round of GJK, in world axes. */
typedef struct {
    double x;      /* x of the point of A - B */
    double y;      /* y of the point of A - B */
    double weight; /* barycentric weight of the point in v; 0 for a point that was dropped */
    int32_t a;     /* its vertex of A */
    int32_t b;     /* its vertex of B */
} GrazeGjkPoint;

/*
 * A round of GJK, in world axes. In a repeated round, and after a stalled one, the simplex and v
 * are those of the round before.
 */
typedef struct {
    GrazeGjkPoint simplex[3]; /* the simplex tried, the newest point last */
    double direction_x;       /* direction in which the support point was sought */
    double direction_y;       /* y of that direction */
    double w_x;               /* support point w: vertex w_a of A minus vertex w_b of B */
    double w_y;               /* y of w */
    double v_x;               /* point v of the simplex nearest the origin */
    double v_y;               /* y of v */
    int32_t w_a;              /* vertex of A in w */
    int32_t w_b;              /* vertex of B in w */
    int32_t count;            /* number of points of the simplex tried */
    /* For a triangle, bits 2, 1 and 0 state whether the origin is on the inner side of the edge
       opposite the newest point, of the edge from the second point to the newest, and of the edge
       from the newest to the first; 0 for fewer than three points. */
    int32_t barycode;
    int32_t outcome; /* end of the round, a GrazeOutcome */
    int32_t kept;    /* bit i is set when point i was kept */
} GrazeGjkRound;

/*
 * A disc that moves with constant velocity from time t0 to t1. Valid range: all finite, t1 >= t0.
 */
typedef struct {
    double x;      /* x of the center at t0 */
    double y;      /* y of the center at t0 */
    double vx;     /* velocity along x */
    double vy;     /* velocity along y */
    double t0;     /* beginning */
    double t1;     /* end */
    double radius; /* at least 0 */
} GrazeMovingDisc;

/* An array of moving discs in memory. */
typedef struct {
    const void* numbers; /* seven numbers for each, in the order of GrazeMovingDisc */
    bool is_double;      /* whether they are doubles, else float32, converted to double exactly */
} GrazeMovingDiscs;

/* A range of an array. */
typedef struct {
    int32_t first; /* first element */
    int32_t count; /* number of elements */
} GrazeRange;

/* Pairs of moving discs and the answers for them. */
typedef struct {
    uint32_t* pairs; /* indices of two moving discs per pair */
    /* A GrazeRelation each; disjoint also if the two are never there together. */
    uint8_t* relations;
    double* intervals;  /* begin and end of each pair's GrazeApproach */
    double* clearances; /* separation and time of each pair's GrazeApproach */
    int32_t capacity;   /* number of pairs for which each array has room */
} GrazeConflictBatch;

/* Pairs of moving discs that are looked for. Valid range: no NaN, from <= to. */
typedef struct {
    double reach; /* largest separation */
    double from;  /* earliest time of the closest approach, may be -infinity */
    double to;    /* latest time of it, may be +infinity */
} GrazeNearOptions;

/* The nearest pair of many moving discs. */
typedef struct {
    double separation; /* that of the closest approach: signed */
    double time;       /* the time of it */
    int32_t first;     /* index of a disc */
    int32_t second;    /* index of the other disc, above `first` */
} GrazeNearestDiscs;

/* A closed static rectangle. Valid range: all finite, |each| <= GRAZE_MAX_MAGNITUDE. */
typedef struct {
    double x;      /* x of the center */
    double y;      /* y of the center */
    double width;  /* width along x, at least 0 */
    double height; /* height along y, at least 0 */
} GrazeBox;

/* The closest approach of two bodies while both exist. */
typedef struct {
    double begin;      /* beginning of the closed interval of contact (separation <= 0) ... */
    double end;        /* ... and its end; +infinity and -infinity, an empty one, when disjoint */
    double separation; /* least signed separation: negative while they overlap */
    double time;       /* earliest time of that separation */
    int32_t relation;  /* relation at that time */
    /* 1 when the two exist at a common time; when 0: relation is GRAZE_DISJOINT, separation is
       +infinity, time is 0, and [begin, end] is empty. */
    int32_t is_common;
} GrazeApproach;

/*
 * A sphere with constant acceleration from time t0 to t1; a disc if z, vz and az are 0. Valid
 * range: finite, |each| <= GRAZE_MAX_MAGNITUDE, t1 >= t0, and for each coordinate
 * |x| + |vx| T + |ax| T^2 / 2 <= GRAZE_MAX_MAGNITUDE with T = t1 - t0.
 */
typedef struct {
    double x;      /* x of the center at t0 */
    double y;      /* y of the center at t0 */
    double z;      /* z of the center at t0 */
    double vx;     /* velocity along x at t0 */
    double vy;     /* velocity along y at t0 */
    double vz;     /* velocity along z at t0 */
    double ax;     /* acceleration along x */
    double ay;     /* acceleration along y */
    double az;     /* acceleration along z */
    double t0;     /* beginning */
    double t1;     /* end */
    double radius; /* at least 0 */
} GrazeMovingSphere;

/* A closed interval of contact. */
typedef struct {
    double begin; /* beginning */
    double end;   /* end */
    /* Least signed separation in it, at most 0; minus the depth of the overlap. */
    double separation;
    double time; /* time of that separation */
    /* GRAZE_TOUCHING if rounding cannot distinguish it from a touch, else GRAZE_OVERLAPPING. */
    int32_t relation;
    int32_t spare; /* 0 */
} GrazeConflict;

/* A closed interval; its ends may be infinite. */
typedef struct {
    double begin; /* beginning */
    double end;   /* end */
} GrazeSpan;

/* The motion of an agent. Between two pieces the agent stays where the first one ended. */
typedef struct {
    /* Pieces, none of which begins before the previous one ends. The caller owns them. */
    const GrazeMovingSphere* pieces;
    int32_t count;      /* number of pieces, at least 1 */
    GrazeEnding before; /* whether it exists before the first piece */
    GrazeEnding after;  /* whether it exists after the last piece */
} GrazeRoute;

/* Options of route queries. */
typedef struct {
    double from;            /* beginning of the range of delays or times; may be infinite */
    double to;              /* its end, at least `from`; may be infinite */
    GrazeTouching touching; /* whether touching counts as contact */
    /* Ends of the spans that are returned. GRAZE_SPAN_ENDS_CONTACT: each span is the closed set of
       contact. At its ends the two touch, or they share a single instant in which they overlap
       because one of them appears or vanishes in it. GRAZE_SPAN_ENDS_SAFE: the same, but an end at
       which they overlap is the next double past that instant. For times this is the adjacent
       double; for delays it is the nearest x for which t + x, rounded to double, is past the
       instant, where t is the time at which the first route appears or vanishes. So no end is in
       contact, except for a touch within rounding (GRAZE_MOVING_SPHERE_ERROR), unless `from` or
       `to` cuts the span off. */
    GrazeSpanEnd ends;
} GrazeRouteOptions;

/*
 * A conflict of two routes: the contact of a part of the first one with a part of the second one.
 * The parts of a route of n pieces are numbered in order of time: piece k is part 2 k, the stay
 * between pieces k and k + 1 is part 2 k + 1; the stay before the route is part -1, and the one
 * after it part 2 n - 1.
 */
typedef struct {
    double begin; /* beginning; -infinity if both stay before their routes */
    double end;   /* end; infinity if both stay after their routes */
    /* Least signed separation in it, at most 0; minus the depth of the overlap. */
    double separation;
    double time;      /* first time of that separation */
    int32_t relation; /* as in GrazeConflict */
    int32_t route;    /* key of the second route among kept routes; else 0 */
    int32_t first;    /* part of the first route */
    int32_t second;   /* part of the second one */
} GrazeRouteConflict;

/* A box over x, y, z and time, relative to an origin. */
typedef struct {
    float lo[4]; /* lower ends */
    float hi[4]; /* upper ends */
} GrazeTrafficBox;

/* A kept route. */
typedef struct {
    /* The route, whose pieces the caller keeps; a count of 0 if the key is free. */
    GrazeRoute route;
    GrazeTrafficBox* boxes; /* box of each part, from part -1 on, which the caller keeps */
    int32_t next_free;      /* next free key; -1: none */
    int32_t spare;          /* 0 */
} GrazeTrafficRoute;

/* Routes that are kept for many queries, by keys, which are stable. */
typedef struct {
    GrazeTrafficRoute* routes; /* kept routes, by key */
    struct GrazeBoxTree* tree; /* index over the boxes of the routes, by key */
    int32_t capacity;          /* number of keys for which there is room */
    int32_t route_count;       /* number of keys that are, or were, in use */
    int32_t live_count;        /* number of kept routes */
    int32_t first_free;        /* first free key below route_count; -1: none */
    double origin[4];          /* origin of the boxes */
    double time_size;          /* largest time of all pieces, in magnitude; 0 if there are none */
} GrazeTraffic;

/* Capacity for the unsafe delays of two moving spheres: agents/delays.c derives the bound. */
enum { GRAZE_MAX_DELAYS = 16 };

/*
 * The velocities of agent 1 that lead to contact with agent 2, which keeps its own velocity, within
 * `horizon` after the first time at which both exist. A velocity v is in the obstacle when it is in
 * the disc about the cut, or in the cone with a first contact within the horizon; both legs of the
 * cone touch the disc. If `kind` is not the cone, left, right and cut_radius are 0.
 */
typedef struct {
    double apex_x; /* velocity of agent 2: the apex of the cone */
    double apex_y; /* y of the apex */
    /* Unit vector along the left leg, as seen from the apex; the cone extends from the right leg
       counter-clockwise to the left one, by less than half a turn. */
    double left_x;
    double left_y;  /* y of that vector */
    double right_x; /* unit vector along the right leg; equal to left if the radii are 0 */
    double right_y; /* y of that vector */
    /* For a finite horizon T, center of the disc about apex + p / T with radius R / T, where p is
       the position of agent 2 relative to agent 1 and R the sum of the radii. For an infinite
       horizon: the apex. */
    double cut_x;
    double cut_y;      /* y of that center */
    double cut_radius; /* radius R / T of that disc; 0 for an infinite horizon */
    double horizon;    /* horizon of the query, in time units */
    /* GRAZE_OBSTACLE_CONE: the cone described here. GRAZE_OBSTACLE_EVERYTHING: all velocities: they
       are in contact at that time already. GRAZE_OBSTACLE_NOTHING: none: they never exist at the
       same time. */
    int32_t kind;
    int32_t spare; /* 0 */
} GrazeVelocityObstacle;

/* A velocity in the plane. */
typedef struct {
    double vx; /* velocity along x */
    double vy; /* velocity along y */
} GrazeVelocity;

/*
 * A convex polygon that moves with constant velocity, without rotation. Valid range: that of the
 * disc, and finite coordinates.
 */
typedef struct {
    /* Motion of the reference point, and the radius by which the polygon is rounded. */
    GrazeMovingDisc disc;
    /* Points relative to the reference point, the convex hull of which is the polygon. The caller
       owns them. */
    const GrazePoint* points;
    int32_t count; /* number of points; 0: the disc alone */
} GrazeMovingPolygon;

/*
 * The velocities of agent 1 in space that lead to contact with agent 2, which keeps its own
 * velocity, at any time after the first one at which both exist: those v of which v - apex is at an
 * angle of at most the half angle from the axis, where the apex is the velocity of agent 2. With a
 * horizon T the cone is cut off by the ball about apex + offset / T with radius reach / T, as that
 * of a GrazeVelocityObstacle. If `kind` is not the cone, all else is 0.
 */
typedef struct {
    double axis[3];   /* unit vector from the apex into the cone */
    double sin;       /* sine of the half angle, the angle between axis and surface */
    double cos;       /* its cosine, above 0 */
    double offset[3]; /* position of agent 2 relative to agent 1 at that time */
    double reach;     /* sum of the radii */
    int32_t kind;     /* a GrazeObstacle, as in GrazeVelocityObstacle */
    int32_t spare;    /* 0 */
} GrazeVelocityCone;

/*
 * Capacity for the unsafe speeds of an edge; there is never more than one span (velocity.c has
 * the proof).
 */
enum { GRAZE_MAX_SPEEDS = 1 };

/* Limits of the agents for graze_safe_velocity and graze_sphere_safe_velocity. */
typedef struct {
    double min_speed1; /* least speed of agent 1, at least 0 */
    double max_speed1; /* greatest speed of agent 1, at least min_speed1; may be infinite */
    double min_speed2; /* least speed of agent 2, at least 0 */
    double max_speed2; /* greatest speed of agent 2, at least min_speed2; may be infinite */
    double margin;     /* least gap to keep, a length, at least 0. With 0 an answer may touch */
    int32_t can_wait;  /* 1 if agent 1 may wait at the beginning of its edge, else 0 */
    int32_t spare;     /* unused */
} GrazeSpeedLimits;

/* A change that avoids a conflict of two moving discs or spheres. */
typedef struct {
    double vx;    /* velocity along x of the agent that changes; of agent 1 if none does */
    double vy;    /* its velocity along y */
    double vz;    /* its velocity along z; 0 for discs */
    double end;   /* time at which it reaches the end of its edge */
    double delay; /* delay of its start, in time units; 0 except in step 4 */
    /* Step of the report's algorithm that answered. 1: there is no conflict; 2: another speed of
       agent 1; 3: another speed of agent 2; 4: agent 1 waits; 5: there is no solution. */
    int32_t step;
    int32_t agent; /* the agent that changes, 1 or 2, or 0 for none */
} GrazeSafeVelocity;

/*
 * Maximum number of coefficients of a piece's polynomials, so that their degree is at most 7; and
 * of an inflation, whose degree is at most 5.
 */
enum { GRAZE_PIECE_TERMS = 8, GRAZE_INFLATION_TERMS = 6 };

/* Least number of coefficients that a motion stores of each polynomial. */
enum { GRAZE_MIN_PIECE_TERMS = 2 };

/*
 * A piece of a motion, for times t in [t0, t1]. With s = t - t0, the body's point (pivot_x,
 * pivot_y), in the body frame, is at (x(s), y(s)), and the body is rotated by angle(s) radians
 * about it; x(s) = x[0] + x[1] s + ... + x[7] s^7, and y and angle likewise. A piece of degree 6 or
 * 7 lasts at most GRAZE_MAX_HIGH_DEGREE_DURATION.
 */
typedef struct {
    double t0;                       /* beginning */
    double t1;                       /* end */
    double x[GRAZE_PIECE_TERMS];     /* coefficients of x(s), by ascending power */
    double y[GRAZE_PIECE_TERMS];     /* coefficients of y(s) */
    double angle[GRAZE_PIECE_TERMS]; /* coefficients of angle(s), in radians */
    /* The pivot, in the body frame; normally the origin. A pivot away from the origin makes
       circular arcs exact: it is the center of the arc in the body frame. */
    double pivot_x;
    double pivot_y; /* y of the pivot */
} GrazePiece;

/*
 * A body and its motion. Pieces are stored in one of two ways, which give the same answers:
 *
 *   terms 0        `pieces` is an array of GrazePiece
 *   terms 2 to 8   `pieces` points to an array of doubles, of which each piece has 3 terms + 4: t0,
 *                  t1, `terms` coefficients of x, as many of y, as many of angle, pivot_x and
 *                  pivot_y. So a piece of degree 1 takes 80 bytes, one of degree 3 128, one of
 *                  degree 5 176 and one of degree 7 224. graze_motion_pack stores a motion in this
 *                  way.
 */
typedef struct {
    const GrazeShape* shape;  /* its shape */
    const GrazePiece* pieces; /* pieces, each beginning where the previous one ends; not owned */
    int32_t count;            /* number of pieces, at least 1 */
    GrazeEnding before;       /* whether it exists before the first piece */
    GrazeEnding after;        /* whether it exists after the last piece */
    /* Its inflation r(s), as GRAZE_INFLATION_TERMS coefficients by ascending power of the time s
       since the first piece begins, clamped to the end of the last; not owned. NULL: none. The body
       is its shape, inflated by r: the points at most r away from it. For a position that is known
       the less the later it is. At least 0 (graze_motion_check). */
    const double* inflation;
    /* Number of coefficients stored of each polynomial, GRAZE_MIN_PIECE_TERMS to GRAZE_PIECE_TERMS,
       or 0 for an array of GrazePiece. */
    int32_t terms;
} GrazeMovingBody;

/* Options of queries of two moving bodies. */
typedef struct {
    double from;      /* beginning of the range of time, clipped to the times at which both exist */
    double to;        /* its end, at least `from` */
    double tolerance; /* maximum bracket width, in time units, above 0 */
    /* Separation that still counts as grazing, a length, at least 0: no deeper overlap is ever
       missed. If the rounding error of the poses is larger, it is used instead. */
    double distance_tolerance;
    /* Maximum number of iterations of the call, for all pairs of parts and all intervals together.
       If less than 1: 4096, and 512 for each piece of both motions; once these are used up, 256
       more for each turn of both, or for delays 2^16 and 1024 (1 + turns of A) (1 + turns of B)
       more; for compounds as often as both have parts, less one; at most 2^20
       (GRAZE_BASE_ITERATIONS in tolerance.h). */
    int32_t max_iterations;
    GrazeContactMethod method; /* method that finds a first contact; see graze_first_contact */
    /* GRAZE_TOUCHING_CONFLICT: a touch is a contact. GRAZE_TOUCHING_ALLOWED: only an overlap is
       one. Contacts no deeper than half the distance tolerance are passed over, and those deeper
       than the distance tolerance never; no answer is GRAZE_CONTACT_GRAZING. */
    GrazeTouching touching;
} GrazeMotionOptions;

/* The first contact of two moving bodies in [from, to]. */
typedef struct {
    GrazeWitness witness; /* at lo, as in GrazeDistance or, for an overlap, in GrazePenetration */
    double lo;            /* lower end of the bracket of the first contact, in time units */
    double hi;            /* upper end */
    double separation;    /* signed separation at lo: negative for an overlap */
    /* GRAZE_CONTACT_FREE: they never meet; [lo, hi] is [to, to], and all other numbers are 0.
       GRAZE_CONTACT_HIT: there is no contact before lo and an overlap at hi; hi - lo <= tolerance,
       unless they touch for a while before they overlap, or the rounding error of the poses hides
       when the overlap begins. GRAZE_CONTACT_GRAZING: they touch, and what comes after hi is open:
       they can overlap later. There is no contact before lo; from lo to hi no overlap is deeper
       than the distance tolerance, and the separation exceeds twice that tolerance only for less
       than half the time tolerance at a time; rounding cannot decide whether they touch. After hi
       they separate. Both ends are rounded down: an overlap within an ulp after hi can be deep.
       GRAZE_CONTACT_OVERLAPPING: they overlap at `from` already; lo = hi = from.
       GRAZE_CONTACT_UNDECIDED: the iterations are used up, or, while bodies touch that are very
       fast for the size of the clock, no two times are near enough to each other for a step: there
       is no contact before lo, and the rest is unknown; hi is the time of an overlap that was
       found, or `to`.
       Where touching is allowed, "no contact before lo" reads "no overlap deeper than the distance
       tolerance before lo". */
    int32_t status;
    int32_t iterations; /* number of proximity queries */
} GrazeContact;

/*
 * An interval of contact: it begins within [begin_lo, begin_hi] and ends within [end_lo, end_hi].
 * An end at which the time range of the query cuts it off is exact. Outside of all intervals, from
 * end_hi of one to begin_lo of the next, there is no contact.
 *
 * An interval can hold several contacts and gaps between them. In such a gap the separation is
 * nowhere more than twice the distance tolerance (or the rounding error of the poses, if that is
 * larger), or is so only for less than half the time tolerance at a time. A gap in which it is
 * larger for half the time tolerance or longer separates two intervals. So within half the time
 * tolerance of every time from begin_hi to end_lo there is a time at which the separation is at
 * most twice the distance tolerance.
 */
typedef struct {
    double begin_lo; /* lower end of the bracket of its beginning */
    double begin_hi; /* upper end of that bracket */
    double end_lo;   /* lower end of the bracket of its end */
    double end_hi;   /* upper end of that bracket */
    /* GRAZE_CONTACT_HIT: they overlap by more than rounding, at begin_hi and end_lo. But in a
       bracket wider than the tolerance they touch for a while, nowhere deeper than the distance
       tolerance except within the tolerance of its end inside the interval. Where touching is
       allowed, an interval is one of overlap: before begin_lo and after end_hi nothing is deeper
       than the distance tolerance. GRAZE_CONTACT_GRAZING: they only
       come within the distance tolerance of touching. GRAZE_CONTACT_UNDECIDED: the iterations are
       used up: contact is unknown between begin_lo and begin_hi, unless it is established there
       already, and from end_lo on. */
    int32_t status;
    int32_t iterations; /* number of proximity queries */
} GrazeInterval;

/*
 * An interval of delays of A's motion with which the two meet: it begins within [begin_lo,
 * begin_hi] and ends within [end_lo, end_hi].
 *
 *   status  GRAZE_CONTACT_HIT: they overlap by more than rounding with every delay from begin_hi to
 *             end_lo
 *           GRAZE_CONTACT_GRAZING: no delay is known to lead to an overlap, and none leads to one
 *             deeper than the distance tolerance; then both brackets are the whole interval
 *           GRAZE_CONTACT_UNDECIDED: the iterations are used up: contact is unknown between
 *             begin_lo and begin_hi, unless it is established there already, and from end_lo on
 *
 * Brackets are no wider than the tolerance, unless touching for a while precedes or follows an
 * overlap: there no overlap is deeper than the distance tolerance.
 */
typedef GrazeInterval GrazeDelay;

/*
 * The least signed separation (negative: minus the depth of penetration) over the time range of the
 * query. It lies in [lo, hi], and hi is attained within an ulp of `time`. The separation of
 * compounds that overlap is minus the depth of their unions (GrazePenetration).
 */
typedef struct {
    GrazeWitness witness; /* at `time`, as in GrazeContact */
    double lo;            /* certified lower bound; infinite if the two never exist together */
    double hi;            /* upper bound; infinite if the two never exist together */
    double time;          /* time at which hi is attained */
    int32_t is_common;    /* 0 when the two never exist at the same time */
    /* GRAZE_CLEARANCE_CERTIFIED: hi - lo is at most the distance tolerance, or 4 times the rounding
       error of the poses if that is larger. GRAZE_CLEARANCE_UNDECIDED: the iterations are used up:
       lo is the best lower bound found, and never below minus the largest depth that bodies of that
       size can have. GRAZE_CLEARANCE_BOUNDED: unions overlap, or thin parts touch,
       and [lo, hi] contains the clearance: lo is never below that of their hulls, and the depth of
       the unions is sampled at GRAZE_UNION_SAMPLES instants at most. */
    int32_t status;
    int32_t iterations; /* evaluations of the separation */
    int32_t spare;      /* 0 */
} GrazeClearance;

/*
 * Conservative bounds of a motion over a range of time. Speeds and accelerations are the largest.
 */
typedef struct {
    double min_x;                /* lower side of the bounding box of the body's origin */
    double min_y;                /* lower side of that box along y */
    double max_x;                /* upper side of that box */
    double max_y;                /* upper side of that box along y */
    double min_angle;            /* least angle, in radians */
    double max_angle;            /* greatest angle, in radians */
    double speed;                /* speed of the body's origin */
    double acceleration;         /* acceleration of the body's origin */
    double angular_velocity;     /* magnitude, in radians per unit of time */
    double angular_acceleration; /* magnitude, in radians per unit of time squared */
    double point_speed;          /* speed of any point of the body's core */
    double point_acceleration;   /* acceleration of any point of the body's core */
} GrazeMotionBounds;

/*
 * The time steps that paths are sampled on, and a point that their boxes are relative to, which
 * lies near the scene so that float32 loses no precision that matters. Step i lasts from t0 + i
 * step to t0 + (i + 1) step, rounded to double; the last step is the first one that ends at t1 or
 * later. Valid range: all finite, |each| <= GRAZE_MAX_MAGNITUDE, at most GRAZE_MAX_STEPS steps.
 */
typedef struct {
    double t0;   /* beginning */
    double t1;   /* end, above t0 */
    double step; /* duration of a step, more than 2^-50 of |t0| and |t1| */
    double x;    /* x of the point, |x| <= GRAZE_MAX_POSITION */
    double y;    /* y of the point, |y| <= GRAZE_MAX_POSITION */
} GrazeClock;

enum { GRAZE_BOX_LEVELS = 13, GRAZE_MAX_STEPS = 1 << (2 * (GRAZE_BOX_LEVELS - 1)) };

/* Boxes of consecutive entries, as four arrays, one after the other. */
typedef struct {
    float* lo_x;   /* lowest x; then follow lowest y, highest x, highest y */
    int32_t base;  /* first entry */
    int32_t width; /* number of entries: the length of each array */
} GrazeBoxRow;

/*
 * Boxes of a sequence of entries, with a pyramid over them: entry k of level l bounds entries 4 k
 * to 4 k + 3 of the level below. A box without entries is empty: its lowest coordinates exceed its
 * highest ones.
 */
typedef struct {
    int32_t first;                     /* first entry */
    int32_t last;                      /* end of the entries: one past the last */
    int32_t levels;                    /* number of levels */
    GrazeBoxRow row[GRAZE_BOX_LEVELS]; /* the levels, the entries first */
} GrazeBoxes;

/* A node of a tree over steps. */
typedef struct {
    float sides[4]; /* sides of its box, in the order of GrazeBoxRow */
    int32_t lo;     /* first step */
    int32_t hi;     /* end of its steps: one past the last */
} GrazeTreeNode;

/*
 * The motion of a body as boxes over the steps of a clock. The body moves in steps first_step to
 * end_step - 1, at least in part; in steps before and after these it stays or does not exist, as
 * `before` and `after` of `body` state.
 */
typedef struct {
    GrazeMovingBody body;     /* the body */
    GrazeClock clock;         /* the clock */
    int32_t first_step;       /* first step in which the body moves */
    int32_t end_step;         /* end of these steps: one past the last */
    GrazeBoxes boxes;         /* for each step, the box of the region swept (GRAZE_BOXES_COVER) */
    GrazeBoxRow sample_boxes; /* boxes of the body at the beginnings of its entries' steps */
    /* For each step, largest distance along x and along y of any point of the body from the
       straight line between its positions at the two ends of the step. */
    GrazeBoxRow deviation;
    /* For each step, largest distance along x and along y that a side of a box moves from this step
       or a later one to the next. */
    GrazeBoxRow box_speed;
    /* Poses of the body's origin relative to the clock's point, at the beginnings of steps
       first_step to end_step. */
    GrazePose* poses;
    double error;              /* error bound of the position of a vertex in these poses */
    double local_box[4];       /* the body's box in its own frame */
    const GrazeTreeNode* tree; /* NULL, or the tree made by graze_path_tree */
} GrazePath;

/* The first contact of two paths. */
typedef struct {
    GrazeContact contact; /* with the iterations of all runs */
    int32_t step;         /* step of the first contact; -1 when free */
    int32_t tests;        /* number of pairs of boxes compared, of steps or nodes */
    int32_t candidates;   /* number of steps that the boxes could not exclude */
    int32_t runs;         /* number of runs of steps that only the narrow phase could decide */
} GrazeSweepResult;

/* The bodies of a scene that may move in a block of steps. */
typedef struct {
    struct GrazeBoxTree* tree; /* index over the boxes of the bodies */
    int32_t* bodies;           /* index of the path of each entry of the tree */
} GrazeSceneBlock;

/* An index over paths on one clock. */
typedef struct {
    const GrazePath* const* paths; /* the paths */
    int32_t count;                 /* number of paths */
    int32_t body_count;            /* number of bodies; graze_scene_init: that of the paths */
    /* Index of each path's body, whose parts move apart; NULL, from graze_scene_init: each path is
       a body. */
    const int32_t* bodies;
    int32_t blocks; /* number of blocks of 16 steps */
    /* block[b] holds the bodies that move in steps 16 b to 16 b + 15, and block[blocks] those that
       are static all the time. */
    GrazeSceneBlock* block;
} GrazeScene;

/* Two bodies in contact, each of one part or of several that move apart. */
typedef struct {
    double lo;      /* as in GrazeContact */
    double hi;      /* as in GrazeContact */
    int32_t first;  /* index of the part of one body: of a path, of a record */
    int32_t second; /* index of the part of the other body */
    int32_t status; /* as in GrazeContact; GRAZE_CONTACT_FREE: no contact so far */
    int32_t block;  /* block of steps of a scene in which the contact was found; otherwise 0 */
} GrazeGroupContact;

/* First contacts of a body, of one part or several that move apart, with the bodies of a scene. */
typedef struct {
    uint8_t* statuses;           /* status for each body of the scene, a GrazeContactStatus */
    GrazeGroupContact* contacts; /* contact with each body that is not free */
    int32_t found;               /* number of bodies that are not free */
    int32_t earliest;            /* body of the contact with the least lo, or -1 */
} GrazeSceneContacts;

/* Least clearance of several pairs of bodies, as far as it is below a limit. */
typedef struct {
    double lo;      /* certified lower bound of the least separation, at most the limit */
    double hi;      /* upper bound; infinite if no separation below the limit was found */
    double time;    /* time at which hi is attained; infinite if hi is */
    int32_t first;  /* index of the one body of the pair with that separation; -1: none */
    int32_t second; /* index of the other */
    int32_t status; /* a GrazeClearanceStatus, as in GrazeClearance */
    int32_t spare;  /* 0 */
} GrazeGroupClearance;

/* Clearance of a body, of one part or several that move apart, in a scene. */
typedef struct {
    double lo;      /* certified lower bound of the least separation, at most the limit */
    double hi;      /* upper bound; infinite if no separation below the limit was found */
    double time;    /* time at which hi is attained; infinite if hi is */
    int32_t part;   /* index of the nearest part of the body at that time; -1: none */
    int32_t path;   /* index of the scene's path that it is nearest to; -1: none */
    int32_t status; /* a GrazeClearanceStatus, as in GrazeClearance */
    int32_t spare;  /* 0 */
} GrazeSceneClearance;

/*
 * Makes a shape of a convex outline, in place: the `count` points, of either winding, become the
 * shape's vertices, counter-clockwise, without duplicates and without points inside an edge. A flat
 * outline becomes the segment between its extremes; one repeated point becomes a point. Coordinates
 * are in the body frame, `radius` >= 0 is a length.
 * Returns GRAZE_E_NOT_FINITE or GRAZE_E_NOT_CONVEX (both with *culprit = the index of the point, in
 * the caller's order), GRAZE_E_TOO_FEW_POINTS or GRAZE_E_OUT_OF_RANGE (radius negative or not
 * finite; culprit -1) if the input is invalid; then `shape` is unchanged and `points` may have been
 * reordered. O(count).
 */
GrazeStatus graze_shape_polygon(GrazeShape* shape, GrazePoint* points, int32_t count, float radius,
                                int32_t* culprit);

/*
 * Makes a shape of the convex hull of any points, in place. `scratch` has room for count + 1
 * points. Returns a status as graze_shape_polygon does, except GRAZE_E_NOT_CONVEX. O(count log
 * count).
 * Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
 */
GrazeStatus graze_shape_hull(GrazeShape* shape, GrazePoint* points, GrazePoint* scratch,
                             int32_t count, float radius, int32_t* culprit);

/* Largest number of points of an outline, so that 32-bit memory can hold its decomposition. */
enum { GRAZE_MAX_OUTLINE_POINTS = 1 << 22 };

/* First fault of an outline with holes, with what it concerns (first, second). */
typedef enum {
    GRAZE_OUTLINE_OK,              /* none: the outline is valid */
    GRAZE_OUTLINE_TOO_MANY_POINTS, /* above GRAZE_MAX_OUTLINE_POINTS at the end of a ring (first) */
    GRAZE_OUTLINE_TOO_FEW_POINTS,  /* a ring (first) of fewer than 3 points; -1: no ring */
    GRAZE_OUTLINE_NOT_FINITE,      /* a point (first) with a NaN or infinite coordinate */
    GRAZE_OUTLINE_REPEATED_POINT,  /* a point (first) equal to the next one of its ring (second) */
    GRAZE_OUTLINE_FLAT,            /* a ring (first) on one line */
    GRAZE_OUTLINE_CROSSING,        /* two edges that cross at a point inside both */
    GRAZE_OUTLINE_OVERLAPPING,     /* two edges that have a segment in common */
    /* Two edges that begin at a point where rings cross, or one that begins and one that passes
       there. */
    GRAZE_OUTLINE_CROSSING_AT_POINT,
    /* An edge (first) of a hole that is outside of the outer ring, near its end of lower x (if
       vertical, of lower y). */
    GRAZE_OUTLINE_HOLE_OUTSIDE,
    /* An edge (first) of another ring that is inside a hole (the ring second), near that end. */
    GRAZE_OUTLINE_INSIDE_HOLE
} GrazeOutlineFault;

/*
 * The `part_count` convex parts of an outline: `vertices`, split by `part_ends`, in the storage
 * that was given for them. If the outline has a fault, there are none, and the fault concerns
 * `first` and `second`.
 */
typedef struct {
    const int32_t* vertices;  /* indices of points, part after part; each part is counter-clockwise
                                 and strictly convex */
    const int32_t* part_ends; /* index in `vertices` after the last one of each part */
    int32_t part_count;       /* number of parts; 0 for an outline with a fault */
    int32_t first;            /* point, edge or ring of the fault; -1: none */
    int32_t second;           /* another one; -1: none */
} GrazeDecomposition;

/*
 * Decomposes the interior of an outline with holes into convex parts. Their vertices are points of
 * the outline, no two of their interiors meet, and their union is the region exactly: every
 * decision is an exact sign, and there are no new points. Equal input gives equal parts in every
 * build.
 *
 * Ring k has points ring_ends[k - 1] (0 for the first ring) to ring_ends[k] - 1, without a repeated
 * last point, in either direction. The first ring is the outer one, the others are holes. Edge i
 * leads from point i to the next one of its ring. Consecutive edges may be collinear. Rings may
 * touch themselves and one another: a point may coincide with others or lie on an edge. There rings
 * must not cross, that is, arbitrarily small displacements must be able to make them disjoint and
 * simple. So the interior need not be connected, and a hole may be joined to the outer ring at a
 * point. Rings must not have a segment in common.
 *
 * Returns the first fault, with what it concerns in `result`: those of single points and rings in
 * the order of GrazeOutlineFault, then the first one that a sweep in the order of x finds. An edge
 * is named by the index of its first point, and of two edges the lower index is the first. Parts
 * use the lowest index of several points at one place.
 * `max_vertices`, at least 3, limits the number of vertices of a part. `storage` is 8-byte aligned,
 * has graze_decomposition_size(number of points) bytes (0 for a number outside of 1 to
 * GRAZE_MAX_OUTLINE_POINTS), and holds the parts. If max_vertices limits none, the number of parts
 * of an outline without holes is at most 4 times the minimum for parts without new points.
 * O(n log n) for n points.
 * Source: Hertel, Mehlhorn, "Fast triangulation of simple polygons", 1983.
 */
size_t graze_decomposition_size(int32_t count);
GrazeOutlineFault graze_decompose(const GrazePoint* points, const int32_t* ring_ends,
                                  int32_t ring_count, int32_t max_vertices, void* storage,
                                  GrazeDecomposition* result);

/*
 * Makes a shape that is the union of `count` convex parts, in `storage`, which has
 * graze_compound_size(count, vertices) bytes for parts with that many vertices in total, is 16-byte
 * aligned and must outlive the shape. The parts and their vertices are copied. The shape's own
 * vertices are the hull of all of them, its radius is the largest.
 *
 * Two bodies are disjoint when they have no point in common; they overlap when a point of one is an
 * interior point of the other, or when two of their parts without an interior cross at inner points
 * of both; else they touch. So a seam, along which parts without radii meet, is not boundary. All
 * queries of shapes accept compounds: they descend the trees of both, and their cost is that of the
 * pairs of parts and volumes that come near each other, at worst all pairs.
 *
 * In motion, first contacts, intervals of contact and unsafe delays are those of the unions. A body
 * that slides over several parts grazes until all of them are left, or one is overlapped. A point
 * or a segment in a seam overlaps, except where parts are only a few ulps wide. The separation is
 * the least one of two parts: of an overlap it is minus a depth that the overlap has, at least, and
 * of a point or a segment in a seam it is below 0. Intervals take a search of the pairs, and more
 * of them if over 32 are found before those that join them, or that end first.
 *
 * Returns GRAZE_E_TOO_FEW_POINTS (no part) or GRAZE_OK. O(count log count + vertices log vertices).
 */
GrazeStatus graze_compound(GrazeShape* shape, const GrazeShape* parts, int32_t count,
                           void* storage);
size_t graze_compound_size(int32_t count, int32_t vertices);

/*
 * Writes the pose with position (x, y) and `angle` in radians. Valid range: all finite
 * (GRAZE_E_NOT_FINITE), |x| and |y| <= GRAZE_MAX_POSITION, |angle| <= GRAZE_MAX_ANGLE
 * (GRAZE_E_OUT_OF_RANGE); otherwise `pose` is unchanged. It uses its own sine and cosine
 * (base/trig.h), so that every build gives the same bits. O(1).
 */
GrazeStatus graze_pose(double x, double y, double angle, GrazePose* pose);

/*
 * Writes the pose with position (x, y) whose angle is the direction of (cos, sin), normalized to
 * length 1. The valid range and the errors are those of graze_placement_check;
 * GRAZE_E_NOT_A_HEADING concerns (cos, sin). O(1).
 */
GrazeStatus graze_heading_pose(double x, double y, double cos, double sin, GrazePose* pose);

/*
 * Checks a placement. Returns GRAZE_E_NOT_FINITE, GRAZE_E_OUT_OF_RANGE or GRAZE_E_NOT_A_HEADING if
 * it is invalid. O(1).
 */
GrazeStatus graze_placement_check(const GrazePlacement* place);

/* Returns the pose of a valid placement, with the same bits as graze_heading_pose. O(1). */
GrazePose graze_placement_pose(const GrazePlacement* place);

/*
 * Builds the support lookup table of a shape, which batches use to find support points: the
 * vertices in order and, for shapes of more than four vertices, the vertices that can be furthest
 * in each of up to 1024 sectors of directions. `storage` is 16-byte aligned, has
 * graze_support_lut_size(shape->count) bytes, and must live as long as the shape. Batches accept a
 * shape without a table, or with more than GRAZE_LOOKUP_MAX_VERTICES vertices (size 0), too, and
 * query its pairs one by one. O(count + sectors log count).
 */
size_t graze_support_lut_size(int32_t count);
void graze_shape_build_support_lut(GrazeShape* shape, void* storage);

/*
 * Queries of two static bodies.
 *
 * Every verdict is exact for the bodies as given if both angles are 0 and the vertices of one,
 * translated by the difference of the positions, are doubles; otherwise it is exact for the
 * outlines as rounded to double in the frame of one of the two. If two adjacent edges of a body are
 * within 2^-53 of straight, rounding can dent the outline; the verdict then is that of the outline
 * or of the dented one. The frame depends on the pair alone and not on its order, so that
 * exchanging A and B exchanges the answer and changes no bit of it, unless they, or parts of them,
 * are the same body at the same position. Of casts this holds for the status alone. Poses must be
 * valid (graze_pose).
 */

/*
 * Computes the relation, the distance, the witness points and the separating direction (level 3),
 * in the world frame. Worst case O((n + m) (n + m)) support
 * evaluations, typically 2 to 5 rounds of O(n + m).
 * Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", Alg. 1.
 */
void graze_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                    const GrazePose* pose_b, GrazeDistance* out);

/*
 * Returns the gap between two bodies (0 in contact) and writes their relation, both with the same
 * bits as in graze_distance's answer. It computes no witness points, normal and features, so that
 * overlapping bodies seldom need the traversal of A - B. Cost as graze_distance.
 */
double graze_gap(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                 const GrazePose* pose_b, GrazeRelation* relation);

/*
 * Returns the signed distance of two bodies: the gap of disjoint ones, minus the depth of
 * overlapping ones, 0 when they touch; and writes their relation. The gap has the bits of
 * graze_gap, the depth those of graze_penetration (of compounds with GRAZE_PENETRATION_BOUNDED it
 * is the upper bound). Cost as graze_penetration.
 */
double graze_signed_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b, GrazeRelation* relation);

/*
 * Returns the relation of the closed bodies, the same as graze_distance's. Cost as graze_distance.
 */
GrazeRelation graze_relation(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b);

/*
 * Returns whether the closed bodies have a point in common (level 1). The verdict agrees with
 * graze_relation and is quicker: typically 1 to 3 rounds of O(n + m), at worst as graze_distance.
 * Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", Alg. 6.
 */
bool graze_collide(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                   const GrazePose* pose_b);

/*
 * Query many pairs of static bodies. The answers are those of graze_collide, graze_relation and
 * graze_distance at the poses of the placements, bit for bit, with the numbers rounded to float32.
 * Four pairs at a time are searched in float32, by GJK or by a walk round A - B; a pair that their
 * error bounds (gjk_simd.h) leave uncertain is decided in double, from the feature at which the
 * search stopped, with the bits of a single query. `hits` (1 in contact, else 0) and `relations`
 * (a GrazeRelation) have one entry per pair. The functions return the number of pairs that are not
 * disjoint. Placements must be valid. O(count); each pair costs at worst as much as its single
 * query.
 */
int32_t graze_pairs_collide(const GrazePair* pairs, int32_t count, uint8_t* hits);
int32_t graze_pairs_relation(const GrazePair* pairs, int32_t count, uint8_t* relations);
int32_t graze_pairs_distance(const GrazePair* pairs, int32_t count, const GrazeDistanceBatch* out);

/*
 * Query many pairs of static bodies, as the functions above, for graze_penetration and
 * graze_manifold. Return the number of pairs that are not disjoint. O(count); each pair costs at
 * worst as much as its single query.
 */
int32_t graze_pairs_penetration(const GrazePair* pairs, int32_t count,
                                const GrazePenetrationBatch* out);
int32_t graze_pairs_manifolds(const GrazePair* pairs, int32_t count, double reach,
                              const GrazeManifoldBatch* out);

/*
 * Prepares `capacity` bodies, none of them updated yet. `storage` has graze_bodies_size bytes, is
 * 16-byte aligned and stays in use; `pairs` is the largest number of pairs that a query finds.
 * Sets categories and masks to NULL, and `seams` to 0. O(capacity).
 */
size_t graze_bodies_size(int32_t capacity, int32_t still, int32_t pairs);
void graze_bodies_init(GrazeBodies* bodies, const GrazeShape* const* shapes,
                       const GrazePlacement* places, int32_t capacity, int32_t still, int32_t pairs,
                       void* storage);

/*
 * Reads shapes and placements of bodies from to end - 1, which must be valid. Every body of a query
 * must have been updated since its shape or placement last changed. O(v + n log s) for v vertices
 * of these n bodies and s that stand still; the index is built anew, O(s), if that is less.
 */
void graze_bodies_update(GrazeBodies* bodies, int32_t from, int32_t end);

/*
 * Find pairs of bodies whose distance is at most `reach` (in the caller's unit, finite, >= 0; 0:
 * the pairs in contact), in ascending order of `first`, then `second`: graze_bodies_near those
 * among bodies 0 to count - 1, except of two that stand still; graze_bodies_between those of a body
 * of one range and a body of the other, which has no body in common with it. Pairs that the
 * categories exclude are left out. The answers are those of graze_gap at the poses of the
 * placements; `reach` is compared with its double; manifolds are those of graze_manifold with this
 * reach, rounded to float32. They return the number of such pairs (INT32_MAX for more); entries of
 * `out` beyond the capacity, at most `pairs`, are not written.
 *
 * With bodies->seams, bodies that stand still and adjoin, to within the rounding of float32, count
 * as one surface in manifolds of others with them (body_seams.c): a manifold whose normal leads
 * into another such body, which the other one may meet too, has no points, and its normal and depth
 * are 0. If none of those bodies has a contact that remains, it is instead that of the least
 * translation out of all bodies around, with one point; or the plain one if more than 64 pairs of
 * parts are so near. Pairs, relations and distances are the same. Each such manifold takes O(log s)
 * more, and time for the bodies that adjoin there.
 *
 * The cost is O(n + m + p) for n bodies that do not stand still, or of both ranges: m pairs whose
 * bounds overlap on one axis are compared four at a time, about n sqrt n for bodies of one size
 * spread over a square, n^2 / 2 at worst; p pairs whose bounds meet are decided as a batch of
 * pairs. Each body that does not stand still takes O(log s) in the index of those that do, and time
 * for those whose bounds it meets. A radix sort orders the pairs found, O(1) each. Source: sweep
 * and prune, broadphase/sweep_and_prune.h; box tree, broadphase/box_tree.h.
 */
int32_t graze_bodies_near(const GrazeBodies* bodies, int32_t count, double reach,
                          const GrazeNearBatch* out);
int32_t graze_bodies_between(const GrazeBodies* bodies, GrazeRange firsts, GrazeRange seconds,
                             double reach, const GrazeNearBatch* out);

/*
 * Queries of one body or place against bodies 0 to count - 1. `filter` is NULL or leaves some of
 * them out. All take O(log s + n) for s bodies that stand still and n others, which are compared by
 * their bounds, and the cost of the single query for each body whose bounds do not exclude it.
 * Those that write lists return the number found; entries beyond the capacity are only counted.
 *
 * graze_bodies_near_one finds the bodies at most `reach` away from `shape` at `pose`, in ascending
 * order, and writes them to out->second, with the answers of graze_gap. graze_bodies_at_point finds
 * those that contain a point (graze_contains_point), graze_bodies_in_box those whose bounds meet a
 * box; both in ascending order, with room for `count`. graze_bodies_nearest returns the body with
 * the least graze_gap, at most `at_most`, and that gap: of several the lowest one; -1 if there is
 * none.
 */
int32_t graze_bodies_near_one(const GrazeBodies* bodies, int32_t count, const GrazeShape* shape,
                              const GrazePose* pose, double reach, const GrazeBodyFilter* filter,
                              const GrazeNearBatch* out);
int32_t graze_bodies_at_point(const GrazeBodies* bodies, int32_t count, double x, double y,
                              const GrazeBodyFilter* filter, uint32_t* found);
int32_t graze_bodies_in_box(const GrazeBodies* bodies, int32_t count, const GrazeShapeBounds* box,
                            const GrazeBodyFilter* filter, uint32_t* found);
int32_t graze_bodies_nearest(const GrazeBodies* bodies, int32_t count, const GrazeShape* shape,
                             const GrazePose* pose, double at_most, const GrazeBodyFilter* filter,
                             double* distance);

/*
 * Cast a body against bodies 0 to count - 1, with the answers of graze_shape_cast, or for a ray of
 * graze_ray_cast. graze_bodies_cast returns the body that is met first, of several the lowest one,
 * and writes that cast; -1 if it meets none. graze_bodies_cast_all writes all that are met, in the
 * order of the beginnings of the intervals, then of their indices, and returns their number;
 * entries beyond the capacity are only counted. Cost as above; graze_bodies_cast leaves out bodies
 * whose bounds it meets only after the first contact found. Source: Kay and Kajiya, "Ray Tracing
 * Complex Scenes", 1986.
 *
 * graze_bodies_cast_rays does for each of `ray_count` rays what graze_bodies_cast does, and returns
 * the number of rays that meet a body.
 */
int32_t graze_bodies_cast(const GrazeBodies* bodies, int32_t count, const GrazeBodyCast* cast,
                          const GrazeBodyFilter* filter, GrazeCast* first);
int32_t graze_bodies_cast_all(const GrazeBodies* bodies, int32_t count, const GrazeBodyCast* cast,
                              const GrazeBodyFilter* filter, const GrazeBodyCastBatch* out);
int32_t graze_bodies_cast_rays(const GrazeBodies* bodies, int32_t count, const GrazeRay* rays,
                               int32_t ray_count, const GrazeBodyFilter* filter,
                               GrazeTouching touching, const GrazeRayBatch* out);

/*
 * Prepares an index of `capacity` boxes, in which none is yet. `storage` has graze_box_index_size
 * bytes, is 16-byte aligned and stays in use. O(capacity).
 */
size_t graze_box_index_size(int32_t axes, int32_t capacity, int32_t pairs);
void graze_box_index_init(GrazeBoxIndex* index, int32_t axes, int32_t capacity, int32_t pairs,
                          void* storage);

/*
 * Returns GRAZE_E_NOT_FINITE if a side of boxes from to end - 1 is NaN, and writes the first such
 * box to `culprit`. `sides` has 2 axes numbers for each box: the lower ends on all axes, then the
 * upper ends. An end may be infinite; a box with a lower end above its upper one is empty, and
 * meets nothing. O(end - from).
 */
GrazeStatus graze_box_index_check(const GrazeBoxIndex* index, const float* sides, int32_t from,
                                  int32_t end, int32_t* culprit);

/*
 * Reads boxes from to end - 1 of `sides`, which must be valid, into the index. O(m log n) for m
 * boxes of n; the index is built anew, O(n), if all boxes are read.
 */
void graze_box_index_update(GrazeBoxIndex* index, const float* sides, int32_t from, int32_t end);

/*
 * Finds the boxes of the index that meet `box`, 2 axes numbers, none NaN; sharing a point counts,
 * and the numbers are compared as they are. Writes them in ascending order, with room for all;
 * returns their number. O(log n + m) in practice for m boxes found of n, O(n) at worst. Source: box
 * tree, broadphase/box_tree.h.
 */
int32_t graze_box_index_search(const GrazeBoxIndex* index, const double* box, uint32_t* found);

/*
 * Find pairs of boxes of `sides`, which must be valid, whose gap on each axis is at most `reach`
 * (finite, >= 0), without rounding: graze_box_index_near those among boxes 0 to count - 1,
 * graze_box_index_between those of a box of one range and a box of the other, which has no box in
 * common with it. They do not use what the index has. They write the pairs, two numbers each, the
 * lower one first, in ascending order of the first, then of the second one, and return their number
 * (INT32_MAX for more). If that is above `pairs`, nothing is written. O(n + m + p): m pairs within
 * reach on the axis of the sweep are compared four at a time, n^2 / 2 at worst; a radix sort orders
 * the p pairs found. Source: sweep and prune, broadphase/sweep_and_prune.h.
 */
int32_t graze_box_index_near(const GrazeBoxIndex* index, const float* sides, int32_t count,
                             double reach, uint32_t* pairs);
int32_t graze_box_index_between(const GrazeBoxIndex* index, const float* sides, GrazeRange firsts,
                                GrazeRange seconds, double reach, uint32_t* pairs);

/*
 * Writes the box of a body at a pose, its radius included. Each side is the exact one for the body
 * R v + t, with cos and sin of the pose as they are, rounded outward to a double: so the box
 * contains the body, and no smaller one of doubles does, unless cos or sin is below
 * GRAZE_MIN_PRODUCT, which counts for up to that. O(n), n the vertices of all parts; exact
 * arithmetic for those within rounding of a side.
 */
void graze_shape_bounds(const GrazeShape* shape, const GrazePose* pose, GrazeShapeBounds* bounds);

/*
 * Returns whether the closed body at a pose contains the point (x, y) of the world. Exact: the body
 * is R v + t, with cos and sin of the pose as they are, and nothing is rounded. A point at distance
 * `radius` from the core is inside, and so are the points of a segment and of every seam of a
 * compound. graze_relation rounds vertices, so it can differ within 2^-53 of the coordinates. The
 * simplest case is the point in a triangle of the barycode: the signs of three cross products.
 * Valid range: finite, |x| and |y| <= GRAZE_MAX_POSITION. cos and sin below GRAZE_MIN_TURN count as
 * 0; where the point is outside of the core of a body with a radius, coordinates of the point and
 * the pose below GRAZE_MIN_COORDINATE do, too.
 * O(log n) for n vertices. With a radius, and the point outside of the core, the cost is that of
 * graze_gap; O(n) if the point is within rounding of the boundary. Of a compound, the parts are
 * tested whose boxes contain the point.
 */
bool graze_contains_point(const GrazeShape* shape, const GrazePose* pose, double x, double y);

/*
 * Computes the penetration depth and its direction, in the world frame, by the traversal of A - B,
 * O(n + m). Compounds that overlap take O(e^2) in practice, O(k e^2) at worst, for e edges of the k
 * differences near the origin (GrazePenetration.status); if there are too many of these, five casts
 * find an upper bound: 50 ms for two stars of 200 vertices, seconds for 2,000. 24 KB of stack.
 */
void graze_penetration(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b, GrazePenetration* out);

/*
 * Computes the contact manifold of two bodies in the world frame, also of disjoint ones that are at
 * most `reach` apart (in the caller's unit, finite, >= 0; 0: bodies that are not disjoint). The
 * relation is that of graze_relation. Normal and depth are those of graze_penetration up to
 * rounding: the depth to 2^-47 S, the normal to 2^-44 and 2^-47 S over the length of its edge, for
 * S of tolerance.h, and whether the gap exceeds `reach` is decided to as much. If two edges tie,
 * graze_penetration's normal is taken. Cores that are points, segments or coincide have points too.
 *
 * A walk round A - B in double with an error bound finds the feature (filtered_walk.h), O(n +
 * m); where it is uncertain the cost is that of graze_penetration. For compounds it is that of
 * graze_penetration, and O(log n) for each of at most 64 parts that an edge goes on over in either
 * direction, n parts in all; where it goes on over more, a point is named by its part.
 * Source: Ericson, "Real-Time Collision Detection", 2005, 5.1.9; Catto, "Modeling and Solving
 * Constraints", GDC 2007; the names of points are those of Box2D.
 */
void graze_manifold(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                    const GrazePose* pose_b, double reach, GrazeManifold* out);

/*
 * Finds the cone of directions that separate two convex bodies which touch: those d with d . a <=
 * d . b for all points a of A and b of B. The relation is that of graze_relation. The generators
 * are exact up to the rounding of their numbers; if the rounding of placed vertices leaves none, it
 * is the normal of graze_distance. O(n + m).
 * Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", II-A: level 3.
 */
void graze_contact_cone(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                        const GrazePose* pose_b, GrazeContactCone* out);

/*
 * Casts A along (dx, dy), without rotation, against the static body B. Without radii, begin and end
 * are correct to 1 ulp. With radii, the verdict is exact for the end of the displacement as rounded
 * to double, and the parameters are accurate to a few ulp, or to 2^-39 if the displacement is
 * almost along an edge and meets its end. Valid range: |dx| and |dy| at most GRAZE_MAX_POSITION;
 * below GRAZE_MIN_COORDINATE they count as 0. O(n + m). cast_core.h has the derivation.
 *
 * For compounds the status is exact for parts as placed in the common frame; for parts with radii
 * that are only touched at the end of the displacement, with that end as rounded. The cost is a few
 * times that of the pairs of parts whose boxes meet on the way; at worst, where contacts follow on
 * each other out of the order of the search, it grows with the square of their number.
 */
void graze_shape_cast(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                      const GrazePose* pose_b, double dx, double dy, GrazeTouching touching,
                      GrazeCast* out);

/*
 * Casts a ray against a shape: the cast of a point. Feature b is the shape's. The ray must be
 * valid: graze_ray_check returns GRAZE_E_NOT_FINITE or GRAZE_E_OUT_OF_RANGE if it is not. O(n); the
 * check is O(1).
 */
void graze_ray_cast(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                    GrazeTouching touching, GrazeCast* out);
GrazeStatus graze_ray_check(const GrazeRay* ray);

/*
 * Compute the answers of graze_collide and graze_distance by a variant of GJK: the same verdicts,
 * and the same bits unless the position of a vertex is rounded. Cost as graze_distance.
 */
bool graze_collide_by(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                      const GrazePose* pose_b, const GrazeGjkOptions* options);
void graze_distance_by(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b, const GrazeGjkOptions* options, GrazeDistance* out);

/*
 * Returns the verdict of graze_collide by separating axes, as a baseline: it tests the normal of
 * every edge. O((n + m) (n + m)).
 * Source: Gottschalk, Lin, Manocha, "OBBTree", 1996, section 5, for polygons.
 */
bool graze_collide_sat(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b);

/*
 * Computes graze_distance's answer and writes the rounds of GJK to `rounds`, at most `capacity` of
 * them. Returns the number of rounds, which is out->iterations; at most n + m + 16. Cost as
 * graze_distance.
 */
int32_t graze_trace(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                    const GrazePose* pose_b, const GrazeGjkOptions* options, GrazeGjkRound* rounds,
                    int32_t capacity, GrazeDistance* out);

/*
 * Writes the outline of A - B, counter-clockwise and in world axes, to `vertices`, which must have
 * room for n + m vertices. Returns the number of vertices. O(n + m).
 */
int32_t graze_minkowski_difference(const GrazeShape* a, const GrazePose* pose_a,
                                   const GrazeShape* b, const GrazePose* pose_b,
                                   GrazeDifference* vertices);

/*
 * Queries of bodies that move and rotate.
 *
 * No answer relies on sampled instants alone: every step is backed by a bound on the motion of the
 * bodies in between, so that no contact is skipped, however fast they spin
 * (motion/separation_bound.h derives the bounds). Computations are relative to body A: coordinates
 * far from the origin lose no accuracy.
 */

/*
 * Checks a motion. Returns GRAZE_E_NOT_FINITE, GRAZE_E_OUT_OF_RANGE (no piece; a number of stored
 * terms that is neither 0 nor within its range; a coefficient beyond GRAZE_MAX_MAGNITUDE; a
 * position beyond GRAZE_MAX_POSITION; an angle beyond GRAZE_MAX_ANGLE; a piece of degree 6 or 7
 * that lasts longer than GRAZE_MAX_HIGH_DEGREE_DURATION),
 * GRAZE_E_OUT_OF_ORDER (a piece that ends before it begins, or does not begin when the previous one
 * ends) or GRAZE_E_DISCONTINUOUS (a position that jumps by more than GRAZE_JOIN_SLACK of the travel
 * of the two pieces, or an angle that jumps by more than GRAZE_JOIN_SLACK radians) if it is
 * invalid; *culprit is the index of the piece, or the number of pieces if it is the inflation that
 * is not finite or out of range: negative at some time of the motion, by more than 2^-40 of the
 * magnitudes of its terms, or with terms that exceed GRAZE_MAX_POSITION. O(count).
 */
GrazeStatus graze_motion_check(const GrazeMovingBody* body, int32_t* culprit);

/*
 * Returns the least number of terms with which graze_motion_pack can store a motion: one more than
 * the highest degree of its pieces, and at least GRAZE_MIN_PIECE_TERMS. O(count).
 */
int32_t graze_motion_terms(const GrazeMovingBody* body);

/*
 * Writes the pieces of a motion to `records`, with `terms` coefficients of each polynomial: count *
 * (3 terms + 4) doubles, which may not overlap its pieces. `terms` is at least
 * graze_motion_terms(body). A body with `pieces` = (const GrazePiece*)records and that number of
 * terms gives the same answers. O(count).
 */
void graze_motion_pack(const GrazeMovingBody* body, int32_t terms, double* records);

/*
 * Writes the position of the body's origin, in the world frame, and its angle, in radians, at time
 * t. Returns false if the body does not exist then. O(log count).
 */
bool graze_motion_pose(const GrazeMovingBody* body, double t, double* x, double* y, double* angle);

/*
 * Computes bounds of the motion over [from, to], for the body's shape (NULL: for its origin).
 * O(count).
 */
void graze_motion_bounds(const GrazeMovingBody* body, double from, double to,
                         GrazeMotionBounds* out);

/*
 * Clips [*from, *to] to the times at which both bodies exist; returns false if there is none.
 * Infinite ends become those of the motions; if one of the bodies is static for all time, they
 * become those of the other one's motion. O(1).
 */
bool graze_motion_window(const GrazeMovingBody* a, const GrazeMovingBody* b, double* from,
                         double* to);

/*
 * Returns the smallest bracket width that can be guaranteed within [from, to], which may be
 * infinite: 8 ulps of the latest time in it at which one of the bodies moves, or of the latest time
 * if neither does (2e-6 s for Unix time). Queries raise a smaller tolerance to it. O(1).
 */
double graze_motion_min_tolerance(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                                  double to);

/*
 * Finds the first contact. GRAZE_METHOD_CERTIFIED takes the largest step that a bound on the motion
 * allows. GRAZE_METHOD_CONSERVATIVE takes steps of the distance over the largest speed; it is
 * certified too, but slow. The other methods are those of graze_trace_contact_by; here they are
 * GRAZE_METHOD_CONSERVATIVE. O(n + m) per iteration; typically 3 to 10 iterations, at most
 * max_iterations + GRAZE_BISECTIONS. Source: Mirtich, "Impulse-based Dynamic Simulation of Rigid
 * Body Systems", 1996, 2.3 (conservative advancement). The second order and the certificates are
 * original.
 */
void graze_first_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                         const GrazeMotionOptions* options, GrazeContact* out);

/*
 * Computes graze_first_contact's answer and writes the times of its proximity queries, in order,
 * the first `capacity` of them, to `times`, for study and for visualization. Returns the number of
 * queries. Between consecutive times a method has shown that there is no contact; the certified
 * methods also query later times, and the time at which they expect the contact. Cost as
 * graze_first_contact.
 */
int32_t graze_trace_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options, double* times, int32_t capacity,
                            GrazeContact* out);

/*
 * Does the same by any method. GRAZE_METHOD_BCDA and GRAZE_METHOD_PCDA are the algorithms of the
 * paper with its root finder, for study, of convex bodies without inflation (else the search is
 * graze_trace_contact): they can miss a contact or find a later one, so their answers are not
 * certified. Cost as graze_trace_contact. Source: Hong, "A New Algorithm for Detecting the
 * Collision of Moving Objects".
 */
int32_t graze_trace_contact_by(const GrazeMovingBody* a, const GrazeMovingBody* b,
                               const GrazeMotionOptions* options, double* times, int32_t capacity,
                               GrazeContact* out);

/*
 * Writes the status, lo and hi of graze_first_contact's answer, with the same bits, without the
 * witness of the contact, which is quicker. Returns the number of proximity queries. Cost as
 * graze_first_contact.
 */
int32_t graze_contact_bracket(const GrazeMovingBody* a, const GrazeMovingBody* b,
                              const GrazeMotionOptions* options, GrazeContactStatus* status,
                              double* lo, double* hi);

/*
 * Adds a pair of parts to the first contact of two groups, bodies whose parts move apart. The
 * contact of the groups is that of the pair with the least lo, as graze_contact_bracket finds it,
 * except that a graze ends where another pair may overlap, and what is undecided ends where another
 * pair overlaps. graze_motion_defaults completes the options, and cuts their time to that at which
 * both parts exist. graze_group_clear begins a group without pairs; while it is free, its lo and hi
 * are the latest end of the time of its pairs. `first` and `second` are the numbers of the two
 * parts. Cost of graze_contact_bracket up to the group's hi, and where the pair has a contact
 * before it, once more.
 */
void graze_group_clear(GrazeGroupContact* group);
void graze_group_add_pair(GrazeGroupContact* group, int32_t first, int32_t second,
                          const GrazeMovingBody* a, const GrazeMovingBody* b,
                          const GrazeMotionOptions* options);

/*
 * Finds all intervals of contact in order of time and writes at most `capacity` of them to `out`.
 * Returns their number, or capacity + 1 if there are more. Contacts with a gap between them that
 * lasts less than half the time tolerance, or is nowhere wider than twice the distance tolerance,
 * may be one interval: see GrazeInterval for the guarantees inside an interval. A tangency from
 * inside does not split an interval. Where touching is allowed these are the intervals of overlap.
 * O(n + m) per iteration, at most max_iterations + 2 GRAZE_BISECTIONS iterations.
 */
int32_t graze_contact_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                const GrazeMotionOptions* options, GrazeInterval* out,
                                int32_t capacity);

/*
 * Computes the clearance to within the distance tolerance, unless the iterations are used up first
 * or unions overlap (see `status`). Branch and bound, O(n + m) per iteration, at most
 * max_iterations + GRAZE_BISECTIONS iterations; for unions that overlap also at most
 * 4 GRAZE_UNION_SAMPLES depths of graze_penetration.
 */
void graze_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                     const GrazeMotionOptions* options, GrazeClearance* out);

/*
 * Adds a pair of bodies to the least clearance of several pairs, as far as it is below `limit`,
 * which may be infinite. Without a limit lo, hi, time and status of a single pair are those of
 * graze_clearance, with the same bits. Bodies that stay farther apart than the limit, or never
 * exist together, count as `limit` apart: then lo is the limit (less by at most the margin of
 * graze_clearance for ones that are only just farther), and hi is infinite. The options are
 * completed by graze_motion_defaults. graze_group_clearance_clear begins without pairs. `first` and
 * `second` are the numbers of the two bodies. Cost of graze_clearance, without the witness; for
 * bodies that stay farther apart than the least separation so far that of a first contact.
 */
void graze_group_clearance_clear(GrazeGroupClearance* group, double limit);
void graze_group_clearance_add_pair(GrazeGroupClearance* group, int32_t first, int32_t second,
                                    const GrazeMovingBody* a, const GrazeMovingBody* b,
                                    const GrazeMotionOptions* options, double limit);

/*
 * Returns the signed separation at time t, in double: minus the depth of penetration if the bodies
 * overlap (that of graze_penetration for compounds, grown by the inflation), +infinity if one of
 * them does not exist then. A distance below 2^-199 may be 0, as smaller coordinates count as 0.
 * O(n + m + log count) for the counts of pieces.
 */
double graze_separation_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t);

/*
 * Finds all unsafe delays of bodies without inflation, which is ignored: intervals of the delays x
 * in [from, to] for which A, with its whole motion x later, overlaps B at some time of
 * [options->from, options->to]. Either range may be infinite; delays beyond those that change
 * anything have the verdict of the last of these. Writes at most `capacity` intervals to `out`, in
 * ascending order. Returns their number, or capacity + 1 if there are more. Two intervals may be
 * one if the gap between them is less than the tolerance, or if the separation in it is nowhere
 * more than the distance tolerance. The tolerance is one of delays. Where touching is allowed,
 * delays with which the bodies only touch are left out, and the bracket of an end can be as wide as
 * a range of delays with which they touch before they overlap. O(n + m) per iteration; typically 50
 * to 300 for each interval and each gap between two, at most max_iterations + GRAZE_BISECTIONS.
 * Source: branch and bound over delay and time, by separation bounds of second order
 * (motion/separation_bound.h, advancement/delay_band.h), is original. The query is that of Walker,
 * Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding", 5.1, for discs.
 */
int32_t graze_unsafe_motion_delays(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                                   double to, const GrazeMotionOptions* options, GrazeDelay* out,
                                   int32_t capacity);

/*
 * Returns the smallest bracket width that can be guaranteed for delays: 8 ulps of the largest delay
 * that changes anything, or 16 * 2^-52 of the largest time that does, whichever is larger. Queries
 * raise a smaller tolerance to it. O(1).
 */
double graze_unsafe_motion_delays_min_tolerance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                                double from, double to,
                                                const GrazeMotionOptions* options);

/*
 * Sets the options, and *from and *to, that are NaN to their defaults: all delays, all time; the
 * tolerance to a billionth of the delays that change anything, but at least
 * graze_unsafe_motion_delays_min_tolerance. O(1).
 */
void graze_unsafe_motion_delays_defaults(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                         double* from, double* to, GrazeMotionOptions* options);

/*
 * Sets options that are NaN to their defaults: `from` and `to` to those of graze_motion_window; the
 * tolerance to a billionth of the part of that time in which one of the bodies moves, or of all of
 * it if neither does, but at least graze_motion_min_tolerance; the distance tolerance to a
 * billionth of the larger body, with the magnitudes of the terms of its inflation, or of two points
 * to the distance that they can move in a tolerance. O(1); for two points as graze_motion_bounds.
 */
void graze_motion_defaults(const GrazeMovingBody* a, const GrazeMovingBody* b,
                           GrazeMotionOptions* options);

/*
 * Queries of trajectories: many steps, or many bodies, of which few are ever near each other.
 *
 * graze_clock_check returns GRAZE_E_NOT_FINITE, GRAZE_E_OUT_OF_RANGE (also for too many steps) or
 * GRAZE_E_OUT_OF_ORDER if the clock is invalid. graze_clock_steps returns the number of steps of a
 * valid clock, graze_clock_time the time at which step i begins. O(1).
 */
GrazeStatus graze_clock_check(const GrazeClock* clock);
int32_t graze_clock_steps(const GrazeClock* clock);
double graze_clock_time(const GrazeClock* clock, int32_t i);

/*
 * Samples a valid motion on a valid clock. `storage` has graze_path_size(body, clock) bytes and is
 * 16-byte aligned; it must live as long as the path, and so must the shape and the pieces of the
 * body. O(steps (n + 1) + pieces) for n vertices.
 *
 * With GRAZE_BOXES_COVER a box holds every point of the body at every time of the step, rounded
 * outward (path.c derives it). With GRAZE_BOXES_STEP_ENDS it is the box of the body at the
 * two ends of the step, which does not cover the motion; it is kept for comparison.
 * Source: Germar and Fernandez, "Time Advancement and Bounds Intersection Checking", 2018, III A.
 */
size_t graze_path_size(const GrazeMovingBody* body, const GrazeClock* clock);
void graze_path_init(GrazePath* path, const GrazeMovingBody* body, const GrazeClock* clock,
                     GrazeBoxesKind kind, void* storage);

/*
 * Writes the box of step i, in the order of GrazeBoxRow, relative to the clock's point; it is empty
 * if the body does not exist then. O(1).
 */
void graze_path_box(const GrazePath* path, int32_t i, float sides[4]);

/*
 * Builds the binary tree over the path's steps that GRAZE_SWEEP_BVH uses, in graze_path_tree_size
 * bytes. O(steps).
 */
size_t graze_path_tree_size(const GrazePath* path);
void graze_path_tree(GrazePath* path, void* storage);

/* Returns whether two paths are on the same clock, including its point (x, y). O(1). */
bool graze_paths_share_clock(const GrazePath* a, const GrazePath* b);

/*
 * Finds the candidate steps of two paths on one clock within [from, to], in order: the steps in
 * which their boxes meet (closed). GRAZE_SWEEP_RELATIVE finds fewer: the steps that the bodies'
 * boxes at the two ends of the step do not prove free. Writes at most `capacity` of them to `steps`
 * and returns their number. The search begins with step *next and sets *next to the step at which
 * the next call continues. `tests` grows by the number of boxes compared. `scratch` has
 * graze_sweep_scratch bytes and is 16-byte aligned.
 *
 *   GRAZE_SWEEP_SI        one step after the other, four at a time. O(n)
 *   GRAZE_SWEEP_STA       skips the steps that closing the gap takes at the largest speed. O(n)
 *   GRAZE_SWEEP_BVH       binary trees over the steps of both. O(log n) to O(n), and O(n) to build
 *                         a missing tree
 *   GRAZE_SWEEP_BVI_BVH   trees over the steps that meet the boxes of the other path, built in each
 *                         call. O(n)
 *   GRAZE_SWEEP_PYRAMID   four nodes of the pyramids at a time. O(log n) to O(n)
 *   GRAZE_SWEEP_RELATIVE  boxes at the ends of the steps, with both deviations, four steps at a
 *                         time, where the pyramids meet. O(log n) to O(n)
 *   GRAZE_SWEEP_AUTO      the quickest method (trajectory/candidate_steps.c): GRAZE_SWEEP_RELATIVE
 *
 * Source: Germar and Fernandez, 2018, III B to D, for the first four, corrected (src/NUMERICS.md
 * lists the corrections).
 */
size_t graze_sweep_scratch(const GrazePath* a, const GrazePath* b, GrazeSweepMethod method);
int32_t graze_sweep_steps(const GrazePath* a, const GrazePath* b, double from, double to,
                          GrazeSweepMethod method, void* scratch, int32_t* next, int32_t* steps,
                          int32_t capacity, int32_t* tests);

/*
 * Returns the smallest bracket width that can be guaranteed within [from, to] of a clock (NaN: the
 * clock's own ends): 8 ulps of the latest time. O(1).
 */
double graze_clock_min_tolerance(const GrazeClock* clock, double from, double to);

/*
 * Sets options that are NaN to their defaults: the time of the clock, and within it those of
 * graze_motion_defaults. Clips given times to the clock and to the times at which both bodies
 * exist; returns false if no time remains. O(1).
 */
bool graze_sweep_defaults(const GrazePath* a, const GrazePath* b, GrazeMotionOptions* options);

/*
 * Finds the first contact of two paths within the options' time; graze_sweep_defaults must have
 * processed the options. graze_first_contact decides the runs of candidate steps, with at most
 * `max_iterations` iterations for each run. The answer is not certified for paths with
 * GRAZE_BOXES_STEP_ENDS. O(log steps) if the paths are far apart, O(steps) if they stay near each
 * other, plus the narrow phase.
 */
void graze_sweep(const GrazePath* a, const GrazePath* b, const GrazeMotionOptions* options,
                 GrazeSweepMethod method, void* scratch, GrazeSweepResult* out);

/*
 * Returns the status and writes lo and hi of graze_sweep's answer by GRAZE_SWEEP_AUTO, limited to
 * steps `first` to `last` - 1 of the options' time. Cost as graze_sweep.
 */
GrazeContactStatus graze_sweep_bracket(const GrazePath* a, const GrazePath* b,
                                       const GrazeMotionOptions* options, int32_t first,
                                       int32_t last, double* lo, double* hi);

/*
 * Builds an index over paths on one clock, which must outlive it. `storage` has graze_scene_size
 * bytes and is 16-byte aligned. O(moving bodies x blocks of 16 steps + static bodies), each sorted
 * by radix.
 */
size_t graze_scene_size(const GrazePath* const* paths, int32_t count);
void graze_scene_init(GrazeScene* scene, const GrazePath* const* paths, int32_t count,
                      void* storage);

/*
 * Adds the first contacts of a path, which is part number `part` of a body, with paths `first_path`
 * to count - 1 of a scene on the same clock. graze_scene_clear begins a body without parts, in
 * O(bodies) with a small constant. Options that are NaN have their defaults, pair by pair. `first`
 * of a contact is the number of the part, and `second` the scene's path.
 *
 *   GRAZE_SCENE_ALL    finds the first contact with each body
 *   GRAZE_SCENE_FIRST  ends with the block of steps that holds the first contact of all, which is
 *                      that with body out->earliest
 *   GRAZE_SCENE_ANY    ends with any contact
 *
 * The contact of two bodies is that of their paths with the least lo, with the limits of
 * graze_group_add_pair. O(blocks + boxes that meet) for the boxes of the path, and
 * graze_sweep_bracket for the pairs that the boxes do not exclude, at worst count of them.
 */
void graze_scene_clear(const GrazeScene* scene, GrazeSceneContacts* out);
void graze_scene_first_contacts(const GrazeScene* scene, const GrazePath* path, int32_t part,
                                int32_t first_path, const GrazeMotionOptions* options,
                                GrazeSceneMode mode, GrazeSceneContacts* out);

/*
 * Computes the clearance of a body, the parts of which follow `count` paths, in a scene on the same
 * clock, within the options' time: the least separation from any path of the scene, as far as it is
 * below `limit`, which may be infinite. Bodies that stay farther away count as `limit` away: then
 * lo is the limit (less by at most the margin of graze_clearance for one that is only just
 * farther), and hi is infinite. Options that are NaN have their defaults, pair by pair. With paths
 * of GRAZE_BOXES_STEP_ENDS the answer is not certified. O(blocks + boxes that are nearer than the
 * limit), and graze_clearance for the steps in which the boxes of a pair are nearer than the least
 * separation found so far, with at most `max_iterations` iterations for each run of steps.
 */
void graze_scene_clearance(const GrazeScene* scene, const GrazePath* const* paths, int32_t count,
                           const GrazeMotionOptions* options, double limit,
                           GrazeSceneClearance* out);

/*
 * Computes the closest approach of two moving discs. O(1).
 * Source: Walker and Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding",
 * section 4, in the corrected form derived in agents/approach.c.
 */
void graze_approach_discs(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                          GrazeApproach* out);

/*
 * Computes the closest approach of a moving disc and a static rectangle, whose corners are exact.
 * O(1).
 */
void graze_approach_box(const GrazeMovingDisc* disc, const GrazeBox* box, GrazeApproach* out);

/*
 * Compute the closest approach and the contacts of two moving spheres. graze_approach_spheres
 * answers as graze_approach_discs does; if the two are in contact twice, [begin, end] is from the
 * beginning of the first contact to the end of the second one. graze_conflicts writes at most two
 * intervals of contact in order of time and returns their number. For spheres in the plane without
 * accelerations the answers are those of graze_approach_discs. O(1).
 * Source: Walker and Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding",
 * section 4; agents/moving_sphere.c derives the solution.
 */
void graze_approach_spheres(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                            GrazeApproach* out);
int32_t graze_conflicts(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                        GrazeConflict out[2]);

/*
 * Finds the delays x of sphere 1 (it starts at t0 + x instead, and is otherwise unchanged) for
 * which the two are in contact at some time. The delays are a closed set, written as ascending and
 * disjoint spans to `out`, which has room for GRAZE_MAX_DELAYS. Returns the number of spans. The
 * spheres appear at t0 and vanish at t1.
 *
 * Without accelerations there is at most one span; its ends are accurate to 1e-12 of the larger of
 * the two durations even if the paths are almost parallel or barely touch. With accelerations, ends
 * are as accurate, with two exceptions: ends at which spans meet, begin or vanish as a point, and
 * ends for discs smaller than 2^-36 of the largest length. These are decided in double, with an
 * error of GRAZE_MOVING_SPHERE_ERROR in the separation, which is up to 2^-26 of the durations in
 * the delay; 2^-18 if discs roll past each other at exactly the sum of their radii, 2^-10 if the
 * least separation varies with the fourth power of the delay. In space, if the paths are straight
 * to a part in 10^4 and the radii below 1e-5 of the lengths, a span may be lost. O(1): about ten
 * times as long with accelerations, and about a thousand times at worst.
 * Source: Walker and Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding",
 * section 5.1, whose equations and algorithm are incorrect as printed: delays.c derives other
 * ones. The case of accelerations is original.
 */
int32_t graze_unsafe_delays(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                            GrazeSpan* out);

/*
 * Finds the spans of graze_unsafe_delays and for each span whether the spheres overlap for some
 * delay in it (GRAZE_OVERLAPPING) or, within rounding, only touch. `relations` has room for
 * GRAZE_MAX_DELAYS, or is NULL. Cost as graze_unsafe_delays.
 */
int32_t graze_unsafe_delays_with_relations(const GrazeMovingSphere* sphere1,
                                           const GrazeMovingSphere* sphere2, GrazeSpan* out,
                                           GrazeRelation* relations);

/*
 * Checks a route. Returns the first error of graze_moving_sphere_check for a piece, or
 * GRAZE_E_OUT_OF_ORDER; *culprit is the index of the piece. O(count).
 */
GrazeStatus graze_route_check(const GrazeRoute* route, int32_t* culprit);

/*
 * Finds the delays with which a route is in contact with any of `count` others, at any time. With
 * delay x, all pieces of the route happen x later, and the agent stays at its first position until
 * then. Writes ascending and disjoint spans within the range of the options to `out`. Returns their
 * number, or capacity + 1 if there was not enough room: then `out` holds no answer. Spans are
 * merged as they are found, so this can happen with a capacity that the final spans would fit in;
 * call again with more. Spans that are closer to each other than GRAZE_SPAN_MERGE_GAP of the times
 * are one. Between two pieces, and after the last one, an agent is at a position that is rounded to
 * double. With GRAZE_TOUCHING_ALLOWED, spans that only ever touch are left out. O(n m) for n and m
 * pieces; only pairs of pieces whose boxes meet are solved.
 */
int32_t graze_route_delays(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                           const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity);

/*
 * Finds the times at which a route is in contact with any of `count` others. The capacity is as for
 * graze_route_delays. O(n + m) for each of the others.
 */
int32_t graze_route_contacts(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                             const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity);

/*
 * Finds the conflicts of two routes, each within the common time of a part of the one and a part
 * of the other: a contact that lasts for several parts is several conflicts, one after the other.
 * Parts that have only an instant in common are left out if longer ones of both routes have it
 * too; a piece of no duration is left out only beside a stay before or after the route. Writes them
 * to `out` in order of begin, first, second, end and separation. Returns their number, or capacity
 * + 1 if there was not enough room: then `out` holds no answer. O(n + m + k log k) for n and m
 * pieces and k conflicts, plus the pairs of parts with a common time.
 */
int32_t graze_route_conflicts(const GrazeRoute* route, const GrazeRoute* other,
                              GrazeRouteConflict* out, int32_t capacity);

/*
 * Keep routes for many queries. graze_traffic_init makes an empty set without room.
 * graze_traffic_move moves it to storage of graze_traffic_size bytes, 16-byte aligned, with room
 * for `capacity` keys, not fewer than before; the storage stays in use. graze_traffic_key returns
 * the key that the next route will have: the one that was freed last, or the least one that was
 * never used. graze_traffic_add keeps a valid route (graze_route_check) and returns its key, for
 * which there must be room; `boxes` has room for 2 n + 1 boxes, for n pieces. graze_traffic_has
 * returns whether a key is in use, and graze_traffic_remove removes the route of such a key; the
 * caller frees its memory. O(n + log keys); O(keys) to move, and where the removed route has the
 * largest time.
 */
size_t graze_traffic_size(int32_t capacity);
void graze_traffic_move(GrazeTraffic* traffic, int32_t capacity, void* storage);
void graze_traffic_init(GrazeTraffic* traffic);
int32_t graze_traffic_key(const GrazeTraffic* traffic);
int32_t graze_traffic_add(GrazeTraffic* traffic, const GrazeRoute* route, GrazeTrafficBox* boxes);
bool graze_traffic_has(const GrazeTraffic* traffic, int32_t key);
void graze_traffic_remove(GrazeTraffic* traffic, int32_t key);

/*
 * Find the delays of a route, and the times at which a place is in contact, for all kept routes as
 * the others, with the same spans as graze_route_delays and graze_route_contacts, bit for bit. Of
 * the place, only its position and radius count. For each part of the route: O(log keys) in the
 * index, O(n) for each route of n pieces whose box meets that of the part, and the solution for
 * each part whose box does.
 */
int32_t graze_traffic_delays(const GrazeTraffic* traffic, const GrazeRoute* route,
                             const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity);
int32_t graze_traffic_contacts(const GrazeTraffic* traffic, const GrazeMovingSphere* place,
                               const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity);

/*
 * Find the conflicts of a route with all kept routes, as graze_route_conflicts does, in order of
 * begin, route, first, second, end and separation: all of them, or the first one. With
 * GRAZE_TOUCHING_ALLOWED those that only touch are left out. graze_traffic_first_conflict returns
 * false if there is none. Cost as graze_traffic_delays.
 */
int32_t graze_traffic_conflicts(const GrazeTraffic* traffic, const GrazeRoute* route,
                                GrazeTouching touching, GrazeRouteConflict* out, int32_t capacity);
bool graze_traffic_first_conflict(const GrazeTraffic* traffic, const GrazeRoute* route,
                                  GrazeTouching touching, GrazeRouteConflict* out);

/*
 * Returns the least x >= from that is inside none of these ascending and disjoint spans, whose ends
 * count as outside. For spans with GRAZE_SPAN_ENDS_SAFE over all delays (from -infinity to
 * infinity; a span cut off at `from` would not hold it) this is the least delay that avoids contact
 * other than touching. O(count).
 */
double graze_minimum_delay(const GrazeSpan* spans, int32_t count, double from);

/*
 * Computes the velocity obstacle of agent 2 for agent 1, with both at their positions at the first
 * time at which both exist; the ends t1 matter only if they are before this time. `horizon`, in
 * time units: > 0, may be infinite. O(1).
 * Source: Fiorini and Shiller, "Motion planning in dynamic environments using velocity obstacles",
 * 1998; Walker and Sturtevant (as above), 2.4. The cut by a horizon: van den Berg, Guy, Lin,
 * Manocha, "Reciprocal n-body collision avoidance", 2011, section 3.
 */
void graze_velocity_obstacle(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                             double horizon, GrazeVelocityObstacle* out);

/*
 * Returns whether the velocity (vx, vy), each at most GRAZE_MAX_MAGNITUDE, is in that obstacle.
 * `contact_time`, unless NULL, receives the time of the first contact, or infinity. The answer is
 * correct unless the least distance misses the sum of the radii by less than a part in 10^28, which
 * counts as contact. O(1).
 */
bool graze_velocity_is_unsafe(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2, double vx,
                              double vy, double horizon, double* contact_time);

/*
 * Checks a moving polygon. Returns GRAZE_E_NOT_FINITE or GRAZE_E_OUT_OF_RANGE if a number is not
 * finite or out of range. O(count).
 */
GrazeStatus graze_moving_polygon_check(const GrazeMovingPolygon* polygon);

/*
 * Computes the velocity obstacle of polygon 2 for polygon 1, as graze_velocity_obstacle. The cone
 * is that of p + B - A rounded by the sum of the radii, where p is the position of reference point
 * 2 relative to reference point 1; two that touch at that time have all velocities as their
 * obstacle, as if they overlapped. For a finite horizon T the cone is cut off by the polygon
 * apex + (p + B - A) / T, rounded by cut_radius: its vertices are written to `cut`, unless NULL,
 * counter-clockwise from the lowest one, at most max(count1, 1) + max(count2, 1) of them. Returns
 * their number, which is 0 for an infinite horizon or without a cone. Directions and vertices err
 * by at most 2^-50 of the lengths, unless the two are apart by less than 2^-50 of these.
 * O(count1 h1 + count2 h2) for h1 and h2 corners.
 * Source: Walker and Sturtevant (as above), 2.4 and Fig. 5; the outline of a Minkowski sum: de Berg
 * et al., "Computational Geometry", 2008, section 13.3.
 */
int32_t graze_polygon_velocity_obstacle(const GrazeMovingPolygon* polygon1,
                                        const GrazeMovingPolygon* polygon2, double horizon,
                                        GrazeVelocityObstacle* out, GrazeVelocity* cut);

/*
 * Returns whether the velocity (vx, vy) is in that obstacle, as graze_velocity_is_unsafe; a part in
 * 10^28 is one of the largest length, coordinates of points included. Cost as
 * above.
 */
bool graze_polygon_velocity_is_unsafe(const GrazeMovingPolygon* polygon1,
                                      const GrazeMovingPolygon* polygon2, double vx, double vy,
                                      double horizon);

/*
 * Checks a sphere for the queries of velocities: as graze_moving_disc_check if it stays in the
 * plane z = 0, else as graze_moving_sphere_check. Returns GRAZE_E_NOT_FINITE or
 * GRAZE_E_OUT_OF_RANGE, as these. O(1).
 */
GrazeStatus graze_velocity_sphere_check(const GrazeMovingSphere* sphere);

/*
 * Computes the velocity obstacle in space, of spheres without acceleration. `sin` is the sum of the
 * radii divided by the distance. Each number errs by at most 2^-51 of itself, and the axis by that
 * of 1. O(1).
 * Source: Walker and Sturtevant (as above), 5.3, carried to space in agents/velocity_obstacle.c.
 */
void graze_velocity_cone(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                         GrazeVelocityCone* out);

/*
 * Do for spheres without acceleration what graze_velocity_is_unsafe, graze_unsafe_speeds and
 * graze_safe_velocity do for discs, with the same errors, and give the same answers for two that
 * stay in the plane z = 0. O(1).
 * Source: Walker and Sturtevant (as above), 5.3, carried to space in agents/velocity.c.
 */
bool graze_sphere_velocity_is_unsafe(const GrazeMovingSphere* sphere1,
                                     const GrazeMovingSphere* sphere2, double vx, double vy,
                                     double vz, double horizon, double* contact_time);
int32_t graze_sphere_unsafe_speeds(const GrazeMovingSphere* sphere1,
                                   const GrazeMovingSphere* sphere2, GrazeEnding after,
                                   GrazeSpan* out);
void graze_sphere_safe_velocity(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                                const GrazeSpeedLimits* limits, GrazeSafeVelocity* out);

/*
 * Finds the constant speeds along the same edge, begun at the same time, with which agent 1 comes
 * into contact with agent 2, which is unchanged. With GRAZE_VANISH agent 1 vanishes when it reaches
 * the end of the edge; with GRAZE_STAY it waits there. The speeds are a closed set: at most one
 * span is written to `out`, within [0, infinity], where 0 means that agent 1 does not set out at
 * all. Returns the number of spans. At the ends of the span the two touch, or share one instant in
 * which they overlap. The ends are accurate to 1e-9 of themselves even if the paths are almost
 * parallel or barely touch, and otherwise to a few roundings; this requires that the edge, the
 * distance between the two and the path of agent 2 since the start of agent 1 are each at most 2^60
 * times the sum of the radii. A speed does not change an edge without length: all speeds are unsafe
 * or none. O(1).
 * Source: derived in agents/velocity.c, instead of the tangents of the infinite obstacle in Walker
 * and Sturtevant, section 5.3, which reject safe speeds.
 */
int32_t graze_unsafe_speeds(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                            GrazeEnding after, GrazeSpan* out);

/*
 * Finds the least change that avoids a conflict, in five steps, of which the first one with an
 * answer counts: no change is needed; another speed of agent 1, the nearest to its own; another
 * speed of agent 2; agent 1 waits at the beginning of its edge, as briefly as it can, if nobody
 * meets it there; there is no solution. Agents appear at t0 and vanish at t1, and exist at both
 * instants. An answer is computed with the margin added to the radii and then checked: the gap is
 * at least the margin up to rounding, GRAZE_SAFE_VELOCITY_ERROR of the lengths, and the two are
 * disjoint with any margin above 0. If unsafe speeds end because one agent vanishes at the instant
 * at which the other appears, its edge ends at the double before that instant. If rounding leaves
 * an answer short of the margin, it is moved on by up to 2^-32 of the largest time, or rejected.
 * O(1).
 * Source: Walker and Sturtevant, section 5.3, with exact intervals of speeds and delays.
 */
void graze_safe_velocity(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                         const GrazeSpeedLimits* limits, GrazeSafeVelocity* out);

/*
 * Returns whether a published method of conflict detection (Walker and Sturtevant, section 2)
 * reports contact of two discs. It is meant for comparison: all methods but the last one err.
 * study/baseline.c explains each method and states its source. Returns false if the two never exist
 * at the same time. `step` is the time between samples for sampling, the least such time for
 * adaptive sampling, and the side of a cell for cells; 0: its default. O(1), O(samples) or
 * O(cells), at most GRAZE_BASELINE_MAX_SAMPLES samples, cells or columns of cells.
 *
 *                                     false alarms   misses
 *   GRAZE_BASELINE_CONTAINER          yes            no
 *   GRAZE_BASELINE_CONTAINER_SPHERE   yes            no
 *   GRAZE_BASELINE_CONTAINER_HULL     yes            no
 *   GRAZE_BASELINE_CONTAINER_POLYTOPE yes            no
 *   GRAZE_BASELINE_EXTRUSION          yes            no
 *   GRAZE_BASELINE_SAMPLING           no             contacts between two samples
 *   GRAZE_BASELINE_ADAPTIVE           no             contacts shorter than the step
 *   GRAZE_BASELINE_CELLS_BRESENHAM    yes            yes: agents in adjacent cells
 *   GRAZE_BASELINE_CELLS_WU           yes            no
 *   GRAZE_BASELINE_VELOCITY_OBSTACLE  yes            no
 *   GRAZE_BASELINE_ALGEBRAIC          no             no
 */
bool graze_conflict_by(GrazeBaseline method, const GrazeMovingDisc* disc1,
                       const GrazeMovingDisc* disc2, double step);

/*
 * Checks a moving sphere. Returns GRAZE_E_NOT_FINITE or GRAZE_E_OUT_OF_RANGE if a field is not
 * finite or out of range. O(1).
 */
GrazeStatus graze_moving_sphere_check(const GrazeMovingSphere* sphere);

/*
 * Check a moving disc (a box). They return GRAZE_E_NOT_FINITE or GRAZE_E_OUT_OF_RANGE if a field is
 * not finite or out of range. O(1).
 */
GrazeStatus graze_moving_disc_check(const GrazeMovingDisc* disc);
GrazeStatus graze_box_check(const GrazeBox* box);

/*
 * Checks moving discs `first` to `first + count - 1`. Returns the error of graze_moving_disc_check,
 * GRAZE_E_NOT_FINITE or GRAZE_E_OUT_OF_RANGE, for the first invalid disc, whose index is *culprit.
 * O(count).
 */
GrazeStatus graze_moving_discs_check(const GrazeMovingDiscs* discs, int32_t first, int32_t count,
                                     int32_t* culprit);

/*
 * Computes the closest approach of the first `count` pairs of `out`, two at a time, with the same
 * bits as graze_approach_discs. Moving discs must be valid. Returns the number of pairs in contact.
 * O(count).
 */
int32_t graze_moving_discs_conflicts(const GrazeMovingDiscs* discs, int32_t count,
                                     const GrazeConflictBatch* out);

/*
 * Find all pairs of moving discs in contact: graze_moving_discs_among those among discs 0 to
 * count - 1, in ascending order of the lower index, then the higher; graze_moving_discs_between
 * those of one disc of `firsts` and one of `seconds`, two ranges without a common disc, in
 * ascending order of the first, then the second. `agents` holds the agent of each disc; two discs
 * of the same agent are not a pair. The answers are those of graze_moving_discs_conflicts. Moving
 * discs must be valid. `scratch` has graze_moving_discs_scratch bytes for the number of all discs
 * in question, is 8-byte aligned and keeps no state between calls. Both functions return the number
 * of pairs (INT32_MAX for more); if it exceeds the capacity, `out` holds no answer.
 *
 * The cost is O(n + m + p + f): m pairs of the n discs, whose extents overlap on the axis (time, x
 * or y) with the least overlap, are compared four at a time, n^2 / 2 at worst; p pairs whose boxes
 * in time and space meet are solved two at a time; f pairs are found. Where an agent has many discs
 * that follow each other, graze_moving_discs_among is graze_moving_discs_near with reach 0.
 * Source: sweep and prune: Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992, 3.3,
 * along the time axis.
 */
int32_t graze_moving_discs_among(const GrazeMovingDiscs* discs, const uint32_t* agents,
                                 int32_t count, void* scratch, const GrazeConflictBatch* out);
int32_t graze_moving_discs_between(const GrazeMovingDiscs* discs, const uint32_t* agents,
                                   GrazeRange firsts, GrazeRange seconds, void* scratch,
                                   const GrazeConflictBatch* out);
size_t graze_moving_discs_scratch(int32_t count);

/*
 * graze_moving_discs_near finds all pairs among moving discs 0 to count - 1 of different agents
 * whose separation at their closest approach is at most options->reach, at least 0 and finite, and
 * whose closest approach is within the options' time; order, answers, scratch and the number
 * returned are as for graze_moving_discs_among. graze_moving_discs_nearest finds among these pairs
 * the one with the least separation, of equals the earliest, then that of the discs with the lowest
 * indices; its reach may have any value. It returns false if there is none. The closest approach is
 * that of graze_approach_discs, with the same bits.
 *
 * Times are closed: discs that have only an instant in common are compared, too. Discs of one agent
 * that follow each other in the array and in time are its track.
 *
 * Blocks of time are searched one after the other, with a box per track and block: O(n) boxes in
 * all for n discs, sorted by radix and compared four at a time along one axis, at worst O(t^2) in a
 * block with t tracks; then the discs of tracks whose boxes are within reach are compared two pairs
 * at a time.
 * Source: sweep and prune: Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992, 3.3;
 * branch and bound: Land and Doig, 1960. Boxes by blocks of time are original.
 */
int32_t graze_moving_discs_near(const GrazeMovingDiscs* discs, const uint32_t* agents,
                                int32_t count, const GrazeNearOptions* options, void* scratch,
                                const GrazeConflictBatch* out);
bool graze_moving_discs_nearest(const GrazeMovingDiscs* discs, const uint32_t* agents,
                                int32_t count, const GrazeNearOptions* options, void* scratch,
                                GrazeNearestDiscs* out);

/* ---------------------------------------------------------------- bodies in space */

/* A point of a body in space, in the body frame. */
typedef struct {
    float x; /* coordinate along the first axis */
    float y; /* coordinate along the second axis */
    float z; /* coordinate along the third axis */
} GrazeSolidPoint;

/*
 * The faces and edges of a hull. A face is a convex polygon, whose corners run counter-clockwise
 * seen from outside; a flat hull has two, front and back, a segment and a point none.
 */
typedef struct {
    int32_t face_count;         /* number of faces */
    const int32_t* face_starts; /* where each face begins in `corners`; face_count + 1 entries */
    const int32_t* corners;     /* indices of vertices, face by face */
    const int32_t* neighbor_starts; /* where those of each vertex begin in `neighbors`; count + 1 */
    const int32_t* neighbors;       /* vertices at the other ends of its edges */
} GrazeSolidFaces;

/*
 * A body in space: the hull of `vertices`, inflated by `radius`, or a union of such parts
 * (`compound`). A sphere has one vertex, a capsule two; flat bodies have an area or less.
 * graze_solid_hull, graze_solid_compound and graze_solid_mesh make it.
 */
typedef struct {
    const GrazeSolidPoint* vertices; /* corners of the hull: none is in the hull of the others */
    int32_t count;                   /* number of vertices, at least 1; 0 for a compound */
    float radius;                    /* at least 0; of a compound the largest of its parts */
    double extent;                   /* largest |coordinate| of a vertex */
    GrazeSolidPoint center; /* center of the box of the vertices, where searches begin; 0 for one */
    GrazeSolidFaces faces;  /* none for one */
    const struct GrazeSolidCompound* compound; /* parts of a compound; NULL for a convex body */
} GrazeSolid;

/*
 * A rigid transform from the body frame to the world frame: a rotation, then a translation. A
 * vertex v is placed at ((r[0] v.x + r[3] v.y) + r[6] v.z) + x, and likewise for y and z; every
 * operation is rounded to double, a |coordinate| below 2^-107 also to a multiple of 2^-160, and
 * verdicts refer to the result.
 */
typedef struct {
    double x;           /* translation along the first axis, |x| <= GRAZE_MAX_POSITION */
    double y;           /* translation along the second axis, likewise */
    double z;           /* translation along the third axis, likewise */
    double rotation[9]; /* matrix, column by column */
} GrazeSolidPose;

/*
 * Makes the hull of `count` points, exactly: the corners, in the order of the points, its faces and
 * its edges. `storage` has graze_solid_hull_size(count) bytes, is 16-byte aligned, keeps the result
 * and must outlive it; its first `used` bytes suffice afterwards. Returns GRAZE_E_TOO_FEW_POINTS,
 * GRAZE_E_NOT_FINITE or GRAZE_E_OUT_OF_RANGE for no points, a point that is not finite, or a radius
 * that is negative or not finite. O(n log n) for points in random order, O(n^2) at worst.
 * Source: Barber, Dobkin, Huhdanpaa, "The Quickhull algorithm for convex hulls", 1996.
 */
size_t graze_solid_hull_size(int32_t count);
GrazeStatus graze_solid_hull(const GrazeSolidPoint* points, int32_t count, float radius,
                             void* storage, size_t* used, GrazeSolid* out);

/*
 * Makes a body that is the union of `count` convex parts in one frame. `storage` has
 * graze_solid_compound_size(parts, count) bytes, is 16-byte aligned and must outlive the body; the
 * parts are copied. The relation of two unions is the strongest of the relations of their parts: a
 * body in the seam between two parts touches both, and does not overlap the compound. Queries
 * search trees of boxes over the parts: their cost is that of the pairs of parts that come near
 * each other, at worst all. Returns GRAZE_E_TOO_FEW_POINTS for no part, or GRAZE_E_NOT_CONVEX for a
 * part that is a compound. O(n log n).
 */
size_t graze_solid_compound_size(const GrazeSolid* parts, int32_t count);
GrazeStatus graze_solid_compound(const GrazeSolid* parts, int32_t count, void* storage,
                                 GrazeSolid* out);

/*
 * Returns the parts of a compound, in the order in which they were given, and writes their number.
 * A convex body and a mesh have none: NULL. O(1).
 */
const GrazeSolid* graze_solid_parts(const GrazeSolid* body, int32_t* count);

/*
 * Makes a compound whose parts are triangles with corners at `positions`, by three `indices` each:
 * a surface, which has no inside, so that a body that it encloses is disjoint. Triangles may be
 * segments or points. Vertices of a witness are corners of its triangle, 0 to 2, and faces its
 * front, 0, and its back, 1. `storage` has graze_solid_mesh_size(position_count, triangle_count)
 * bytes, is 16-byte aligned and must outlive the mesh; positions and indices are copied. At most
 * 2^29 triangles. Returns GRAZE_E_TOO_FEW_POINTS for no triangle, GRAZE_E_NOT_FINITE with *culprit
 * = the position, or GRAZE_E_BAD_INDEX with *culprit = the place in `indices` of an index that is
 * not one of a position. O(n log n).
 */
size_t graze_solid_mesh_size(int32_t position_count, int32_t triangle_count);
GrazeStatus graze_solid_mesh(const GrazeSolidPoint* positions, int32_t position_count,
                             const int32_t* indices, int32_t triangle_count, void* storage,
                             GrazeSolid* out, int32_t* culprit);

/*
 * Makes a pose from a position and a rotation: a quaternion (x, y, z, w), or a matrix of nine
 * numbers, column by column. Returns GRAZE_E_NOT_FINITE, GRAZE_E_OUT_OF_RANGE for a |coordinate|
 * above GRAZE_MAX_POSITION, or GRAZE_E_NOT_A_HEADING for a rotation that is not one to within
 * GRAZE_ROTATION_SLACK: a quaternion whose length is not 1, columns that are not of length 1 and
 * perpendicular, a reflection. What is off by less is corrected, and by rounding only, kept: a
 * matrix whose products of columns are those of the identity to within 16 u keeps its bits. O(1).
 */
GrazeStatus graze_solid_pose(double x, double y, double z, const double quaternion[4],
                             GrazeSolidPose* pose);
GrazeStatus graze_solid_matrix_pose(double x, double y, double z, const double matrix[9],
                                    GrazeSolidPose* pose);

/* A box along the axes of the world. */
typedef struct {
    double min[3]; /* lower ends along the axes */
    double max[3]; /* upper ends */
} GrazeSolidBounds;

/*
 * Writes the least box that contains a body at its pose, with its vertices as placed; with a radius
 * the ends are rounded outward. O(n); of a compound, parts within the box of others are left out.
 */
void graze_solid_bounds(const GrazeSolid* body, const GrazeSolidPose* pose, GrazeSolidBounds* out);

/* Nearest feature of a hull in space. */
typedef enum {
    GRAZE_SOLID_VERTEX, /* a vertex */
    GRAZE_SOLID_EDGE,   /* the edge between two vertices */
    GRAZE_SOLID_FACE    /* a face */
} GrazeSolidFeature;

/*
 * Witness points, normal and nearest features of two bodies in space, in the world frame. As
 * GrazeWitness: nearest points of disjoint bodies, one common point for a distance that is 0, and
 * for a penetration points of the boundaries with point_a = point_b + depth * normal.
 */
typedef struct {
    double point_a[3]; /* witness point of A */
    double point_b[3]; /* witness point of B */
    double normal[3];  /* unit normal from A towards B; never zero */
    int32_t feature_a; /* feature of A's core, a GrazeSolidFeature */
    int32_t first_a;   /* its vertex, the first vertex of its edge, or its face */
    int32_t second_a;  /* the second vertex of its edge; else -1 */
    int32_t feature_b; /* feature of B's core */
    int32_t first_b;   /* as first_a */
    int32_t second_b;  /* as second_a */
    int32_t part_a;    /* part of A that has this feature; -1 if A is convex */
    int32_t part_b;    /* part of B that has this feature; -1 if B is convex */
} GrazeSolidWitness;

/* The answer to a distance query. */
typedef struct {
    GrazeSolidWitness witness; /* nearest points, or one common point */
    double distance;           /* gap; 0 exactly when relation is not GRAZE_DISJOINT */
    int32_t relation;          /* relation of the closed bodies, a GrazeRelation */
    int32_t iterations;        /* rounds of GJK */
} GrazeSolidDistance;

/*
 * The answer to a penetration query. For convex bodies the depth is the least length of a
 * translation after which they do not overlap. For compounds, of which A - B need not be convex, it
 * is the length of one such translation, that along the normal of the deepest pair of parts: the
 * least one is in [lower_bound, depth], where `lower_bound` is the depth of that pair.
 */
typedef struct {
    GrazeSolidWitness witness; /* boundary points; when disjoint, the nearest points */
    double depth;              /* 0 unless relation is GRAZE_OVERLAPPING */
    double lower_bound;        /* of the least depth; `depth` if status is exact */
    int32_t relation;          /* as in GrazeSolidDistance */
    int32_t iterations;        /* rounds of GJK */
    int32_t status;            /* a GrazePenetrationStatus */
    int32_t spare;             /* 0 */
} GrazeSolidPenetration;

/*
 * Memory for the polytope of a query in space, 16-byte aligned: NULL for that of 64 vertices on the
 * stack, which suffices for all but large or almost round bodies that overlap. A query that needs
 * more returns GRAZE_E_OUT_OF_MEMORY, and that of a pair leaves its answer as it was; a polytope
 * has no more than n m vertices.
 */
typedef struct {
    void* memory; /* 16-byte aligned */
    size_t size;  /* its bytes */
} GrazeSolidScratch;

/* Returns the size of such memory for a polytope of `vertices` vertices. O(1). */
size_t graze_solid_scratch_size(int32_t vertices);

/*
 * Decide the relation of two bodies exactly: for the vertices as placed. Of compounds the distance
 * is the least one of two parts. Return GRAZE_E_OUT_OF_MEMORY if `scratch` is too small.
 * O((n + m) k) for two convex bodies, for k rounds, usually 3 to 10.
 */
GrazeStatus graze_solid_relation(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                 const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                 const GrazeSolidScratch* scratch, GrazeRelation* out);
GrazeStatus graze_solid_distance(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                 const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                 const GrazeSolidScratch* scratch, GrazeSolidDistance* out);
GrazeStatus graze_solid_penetration(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                    const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                    const GrazeSolidScratch* scratch, GrazeSolidPenetration* out);

/*
 * Writes whether a body contains a point of the world, by the relation of both: exact for a point
 * that is placed like a vertex. Returns GRAZE_E_NOT_FINITE, or GRAZE_E_OUT_OF_RANGE for a
 * |coordinate| above GRAZE_MAX_POSITION, or GRAZE_E_OUT_OF_MEMORY if `scratch` is too small. Cost
 * as of graze_solid_relation, O(n k).
 */
GrazeStatus graze_solid_contains_point(const GrazeSolid* body, const GrazeSolidPose* pose,
                                       const double point[3], const GrazeSolidScratch* scratch,
                                       bool* out);

/*
 * The answer to a cast of A along a displacement of length m, at s m for s in [0, 1]. Statuses are
 * as in GrazeCast, and exact for the vertices of both bodies as placed and those of A as placed at
 * the end of the displacement, whose hull is the region that A sweeps. Of compounds the interval is
 * the first one of two parts, and the status the strongest one of any two: overlapping, hit,
 * grazing, free. A hit need not be in the first interval.
 *
 * With GRAZE_TOUCHING_ALLOWED touching is not contact: a cast that grazes is free, and of compounds
 * the interval is the first one of two parts that overlap on the way. That of convex bodies is the
 * same for both.
 */
typedef struct {
    GrazeSolidWitness witness; /* contact at s = begin; the normal points from B to A */
    double begin;              /* begin of the closed interval of contact within [0, 1] */
    double end;                /* its end */
    int32_t status;            /* a GrazeCastStatus; if free, all other fields but relation are 0 */
    int32_t relation;          /* relation at s = 0 */
} GrazeSolidCast;

/*
 * Casts A along a displacement against B. A ray is the cast of a body with one vertex. Returns
 * GRAZE_E_NOT_FINITE, or GRAZE_E_OUT_OF_RANGE for a |coordinate| of the displacement above
 * GRAZE_MAX_POSITION, or GRAZE_E_OUT_OF_MEMORY if `scratch` is too small. O((n + m) k) for k rounds
 * of GJK, those of some five queries of the distance.
 */
GrazeStatus graze_solid_shape_cast(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                   const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                   const double displacement[3], GrazeTouching touching,
                                   const GrazeSolidScratch* scratch, GrazeSolidCast* out);

/* A contact point of a manifold in space, in the world frame. */
typedef struct {
    double point[3];   /* the point, halfway between the two surfaces along the normal */
    double separation; /* separation of the surfaces there, along the normal; negative: overlap */
    /* Name of the point: what of A is in contact there in the low 16 bits, what of B in the high
       ones. Bit 15 of each is set for a vertex, else it is the first vertex of an edge or the index
       of a face. It stays the same while the same features are in contact. Of indices the low 15
       bits are used. */
    uint32_t id;
    int32_t spare; /* 0 */
} GrazeSolidManifoldPoint;

/*
 * Contact manifold of two bodies in space: the normal, and one to four points of the region in
 * which they touch, that of the two faces which face each other along the normal: the deepest
 * point, the one furthest from it, and those furthest from the line of both. Normal and depth are
 * those of GrazeSolidPenetration. Disjoint bodies at most `reach` apart have a manifold, too,
 * further ones none; points with a separation above `reach` are left out. The manifold of compounds
 * is that of the two parts that overlap most, or are nearest; depth is theirs.
 */
typedef struct {
    double normal[3]; /* unit normal from A to B */
    double depth;     /* 0 unless relation is GRAZE_OVERLAPPING */
    int32_t relation; /* relation of the closed bodies, a GrazeRelation; exact */
    int32_t count;    /* number of points, 0 to 4; at least 1 unless relation is GRAZE_DISJOINT */
    int32_t part_a;   /* part of A that is in contact; -1 if A is convex */
    int32_t part_b;   /* part of B that is in contact; -1 if B is convex */
    GrazeSolidManifoldPoint points[4]; /* the points */
} GrazeSolidManifold;

/* Finds the contact manifold. `reach`: at least 0. Returns GRAZE_E_OUT_OF_MEMORY if `scratch` is
   too small. Cost as of graze_solid_penetration, and O(k^2) for faces of k corners. */
GrazeStatus graze_solid_manifold(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                 const GrazeSolid* b, const GrazeSolidPose* pose_b, double reach,
                                 const GrazeSolidScratch* scratch, GrazeSolidManifold* out);

/*
 * Finds the cone of directions that separate two cores which touch: those d with d . a <= d . b for
 * all points a of A and b of B, where cores have no radius. Writes generators of it, unit vectors
 * of which all others are sums with factors of at least 0: one for a vertex on a face, two for
 * edges that cross at a corner of A - B, and more where more facets of A - B meet; both ways where
 * A - B is flat. Writes the relation, at most `room` generators of three numbers each, not more
 * than GRAZE_SOLID_CONE_ROOM, and their number, which may be larger; 0 unless the relation is
 * GRAZE_TOUCHING. With a radius above 0 there is one direction. Returns GRAZE_E_NOT_CONVEX for
 * compounds, or GRAZE_E_OUT_OF_MEMORY if `scratch` is too small. Cost as of graze_solid_relation,
 * and O(k^2) for k facets of A - B at the origin. Source: Zhang, Wu, Wang, Zhou, "Barycode-based
 * GJK Algorithm", II-A: level 3.
 */
enum { GRAZE_SOLID_CONE_ROOM = 64 };
GrazeStatus graze_solid_contact_cone(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                     const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                     const GrazeSolidScratch* scratch, GrazeRelation* relation,
                                     double* out, int32_t room, int32_t* count);

/* ---------------------------------------------------------------- many bodies in space */

/*
 * A pose in shared memory, all float32. Valid range: all finite, |coordinates| at most
 * GRAZE_MAX_POSITION, a quaternion of length 1 to within GRAZE_ROTATION_SLACK.
 */
typedef struct {
    float x, y, z;        /* translation */
    float qx, qy, qz, qw; /* rotation */
} GrazeSolidPlacement;

/* Checks a placement, with the statuses of graze_solid_pose: GRAZE_E_NOT_FINITE,
   GRAZE_E_OUT_OF_RANGE or GRAZE_E_NOT_A_HEADING. O(1). */
GrazeStatus graze_solid_placement_check(const GrazeSolidPlacement* place);

/* Returns the pose of a valid placement, with the same bits as graze_solid_pose. O(1). */
GrazeSolidPose graze_solid_placement_pose(const GrazeSolidPlacement* place);

/* A pair of a batch. Several pairs may refer to the same body and placement. */
typedef struct {
    const GrazeSolid* a;                /* first body */
    const GrazeSolid* b;                /* second body */
    const GrazeSolidPlacement* place_a; /* placement of the first body */
    const GrazeSolidPlacement* place_b; /* placement of the second body */
} GrazeSolidPair;

/* Output arrays of a batch of distance queries in space, one entry per pair. Each value is as in
   GrazeSolidDistance, rounded to float32. */
typedef struct {
    uint8_t* relations;        /* a GrazeRelation each */
    float* distances;          /* distances */
    GrazeSolidPoint* points_a; /* witness points of A; all three of these are NULL, or none is */
    GrazeSolidPoint* points_b; /* witness points of B */
    GrazeSolidPoint* normals;  /* normals */
} GrazeSolidDistanceBatch;

/* Output arrays of a batch of penetration queries in space, one entry per pair. Each value is as in
   GrazeSolidPenetration, rounded to float32. */
typedef struct {
    uint8_t* relations;        /* a GrazeRelation each */
    float* depths;             /* depths */
    GrazeSolidPoint* points_a; /* witness points of A; both of these are NULL, or neither is */
    GrazeSolidPoint* points_b; /* witness points of B */
    GrazeSolidPoint* normals;  /* normals */
} GrazeSolidPenetrationBatch;

/*
 * Finds the distance of two bodies in space (0 in contact) and their relation, both with the same
 * bits as in graze_solid_distance's answer. It computes no witness points and normal, so that
 * bodies in contact cost no more than their relation. Returns GRAZE_E_OUT_OF_MEMORY if `scratch` is
 * too small. O((n + m) k).
 */
GrazeStatus graze_solid_gap(const GrazeSolid* a, const GrazeSolidPose* pose_a, const GrazeSolid* b,
                            const GrazeSolidPose* pose_b, const GrazeSolidScratch* scratch,
                            double* distance, GrazeRelation* relation);

/*
 * Query many pairs of bodies in space. The answers are those of graze_solid_relation,
 * graze_solid_distance and graze_solid_penetration at the poses of the placements, bit for bit,
 * with the numbers rounded to float32. Pairs whose bounding spheres are apart are decided by them.
 * `hits` (1 in contact, else 0) and `relations` (a GrazeRelation) have one entry per pair.
 * `contacts` is the number of pairs that are not disjoint. Placements must be valid. Returns
 * GRAZE_E_OUT_OF_MEMORY if one of the queries does; no answer is valid then. O(count).
 */
GrazeStatus graze_solid_pairs_collide(const GrazeSolidPair* pairs, int32_t count,
                                      const GrazeSolidScratch* scratch, uint8_t* hits,
                                      int32_t* contacts);
GrazeStatus graze_solid_pairs_relation(const GrazeSolidPair* pairs, int32_t count,
                                       const GrazeSolidScratch* scratch, uint8_t* relations,
                                       int32_t* contacts);
GrazeStatus graze_solid_pairs_distance(const GrazeSolidPair* pairs, int32_t count,
                                       const GrazeSolidScratch* scratch,
                                       const GrazeSolidDistanceBatch* out, int32_t* contacts);
GrazeStatus graze_solid_pairs_penetration(const GrazeSolidPair* pairs, int32_t count,
                                          const GrazeSolidScratch* scratch,
                                          const GrazeSolidPenetrationBatch* out, int32_t* contacts);

/*
 * Many bodies in space at rest, with solids[k] at places[k]. Bodies 0 to still - 1 stand still
 * between updates: an index over them is kept, and they are never compared with each other.
 * graze_solid_bodies_init makes it; the caller owns all arrays.
 */
typedef struct {
    const GrazeSolid* const* solids;   /* form of each body */
    const GrazeSolidPlacement* places; /* placement of each body */
    const uint32_t* categories;        /* as in GrazeBodies; both NULL, or bits of each body */
    const uint32_t* masks;             /* bits of the categories that each may meet */
    int32_t capacity;                  /* largest number of bodies */
    int32_t still;                     /* number of bodies that stand still, the first ones */
    float* bounds;                     /* box of each body: lower ends, then upper ends */
    struct GrazeBoxTree* tree;         /* index over the boxes of the bodies that stand still */
    void* scratch;                     /* memory for queries, which keeps no state between them */
} GrazeSolidBodies;

/* Output arrays for the pairs found among many bodies in space, or the bodies found near one. */
typedef struct {
    uint32_t* first;    /* index of one body of each pair; not written for bodies near one */
    uint32_t* second;   /* index of the other body, above `first` */
    uint8_t* relations; /* a GrazeRelation each */
    float* distances;   /* distances, rounded to float32; 0 when not disjoint */
    int32_t capacity;   /* number of entries for which each array has room */
} GrazeSolidNearBatch;

/* A body that is cast against many in space, or a ray. */
typedef struct {
    const GrazeSolid* solid; /* body; NULL for a ray */
    GrazeSolidPose pose;     /* pose at the beginning; of a ray only the position counts */
    double displacement[3];  /* displacement */
    GrazeTouching touching;  /* whether grazing counts as contact */
} GrazeSolidBodyCast;

/* A ray in space: from a point along a displacement. */
typedef struct {
    double x, y, z;    /* origin */
    double dx, dy, dz; /* displacement */
} GrazeSolidRay;

/* Output arrays for the bodies that many rays in space meet first, one entry each. For a ray that
   meets none all but the body is 0. */
typedef struct {
    int32_t* bodies;          /* index of the body; -1 for none */
    double* intervals;        /* begin and end of the interval of contact with it */
    GrazeSolidPoint* points;  /* where contact begins, rounded to float32 */
    GrazeSolidPoint* normals; /* unit normal there, out of the body, rounded to float32 */
} GrazeSolidRayBatch;

/*
 * Prepares `capacity` bodies, none of them updated yet. `storage` has graze_solid_bodies_size
 * bytes, is 16-byte aligned and stays in use; `pairs` is the largest number of pairs that a query
 * finds. Sets categories and masks to NULL. O(capacity).
 */
size_t graze_solid_bodies_size(int32_t capacity, int32_t still, int32_t pairs);
void graze_solid_bodies_init(GrazeSolidBodies* bodies, const GrazeSolid* const* solids,
                             const GrazeSolidPlacement* places, int32_t capacity, int32_t still,
                             int32_t pairs, void* storage);

/*
 * Reads forms and placements of bodies from to end - 1, which must be valid. Every body of a query
 * must have been updated since its form or placement last changed. O(v + n log s) for v vertices of
 * these n bodies and s that stand still; the index is built anew, O(s), if that is less.
 */
void graze_solid_bodies_update(GrazeSolidBodies* bodies, int32_t from, int32_t end);

/*
 * Finds the pairs among bodies 0 to count - 1, except of two that stand still, whose distance is at
 * most `reach` (finite, >= 0; 0: the pairs in contact), in ascending order of `first`, then
 * `second`. Pairs that the categories exclude are left out. The answers are those of
 * graze_solid_gap; `reach` is compared with its double. Writes the number of such pairs to `found`
 * (INT32_MAX for more); if it exceeds the capacity, at most `pairs`, `out` is not written. Returns
 * GRAZE_E_OUT_OF_MEMORY if a query of a pair does. Cost as of graze_bodies_near. Source: sweep and
 * prune, broadphase/sweep_and_prune.h; box tree, broadphase/box_tree.h.
 */
GrazeStatus graze_solid_bodies_near(const GrazeSolidBodies* bodies, int32_t count, double reach,
                                    const GrazeSolidScratch* scratch,
                                    const GrazeSolidNearBatch* out, int32_t* found);

/*
 * Queries of one body or place against bodies 0 to count - 1. `filter` is NULL or leaves some of
 * them out. All take O(log s + n) for s bodies that stand still and n others, which are compared by
 * their bounds, and the cost of the single query for each body whose bounds do not exclude it. They
 * return GRAZE_E_OUT_OF_MEMORY if a single query does. Lists are in ascending order; `found` is the
 * number of their entries, and those beyond the capacity are only counted.
 *
 * graze_solid_bodies_near_one finds the bodies at most `reach` away from `solid` at `pose`, and
 * writes them to out->second, with the answers of graze_solid_gap. graze_solid_bodies_at_point
 * finds those that contain a point, graze_solid_bodies_in_box those whose bounds meet a box; both
 * have room for `count`. graze_solid_bodies_nearest finds the body with the least graze_solid_gap,
 * at most `at_most`, and that gap: of several the lowest one; -1 if there is none.
 */
GrazeStatus graze_solid_bodies_near_one(const GrazeSolidBodies* bodies, int32_t count,
                                        const GrazeSolid* solid, const GrazeSolidPose* pose,
                                        double reach, const GrazeBodyFilter* filter,
                                        const GrazeSolidScratch* scratch,
                                        const GrazeSolidNearBatch* out, int32_t* found);
GrazeStatus graze_solid_bodies_at_point(const GrazeSolidBodies* bodies, int32_t count,
                                        const double point[3], const GrazeBodyFilter* filter,
                                        const GrazeSolidScratch* scratch, uint32_t* out,
                                        int32_t* found);
int32_t graze_solid_bodies_in_box(const GrazeSolidBodies* bodies, int32_t count,
                                  const GrazeSolidBounds* box, const GrazeBodyFilter* filter,
                                  uint32_t* out);
GrazeStatus graze_solid_bodies_nearest(const GrazeSolidBodies* bodies, int32_t count,
                                       const GrazeSolid* solid, const GrazeSolidPose* pose,
                                       double at_most, const GrazeBodyFilter* filter,
                                       const GrazeSolidScratch* scratch, int32_t* nearest,
                                       double* distance);

/*
 * Cast a body or ray against bodies 0 to count - 1, with the answers of graze_solid_shape_cast.
 * graze_solid_bodies_cast finds the body that is met first, of several the lowest one, and writes
 * that cast; -1 if it meets none. graze_solid_bodies_cast_all writes all that are met, in the order
 * of the beginnings of the intervals, then of their indices. graze_solid_bodies_cast_rays does for
 * each of `ray_count` rays what graze_solid_bodies_cast does; `found` is the number of rays that
 * meet a body. They return GRAZE_E_OUT_OF_MEMORY if a cast of two bodies does. O(log s + n) for
 * each cast, as above, and the cost of those casts. Source: Kay and Kajiya, "Ray Tracing Complex
 * Scenes", 1986.
 */
GrazeStatus graze_solid_bodies_cast(const GrazeSolidBodies* bodies, int32_t count,
                                    const GrazeSolidBodyCast* cast, const GrazeBodyFilter* filter,
                                    const GrazeSolidScratch* scratch, int32_t* body,
                                    GrazeSolidCast* first);
GrazeStatus graze_solid_bodies_cast_all(const GrazeSolidBodies* bodies, int32_t count,
                                        const GrazeSolidBodyCast* cast,
                                        const GrazeBodyFilter* filter,
                                        const GrazeSolidScratch* scratch,
                                        const GrazeBodyCastBatch* out, int32_t* found);
GrazeStatus graze_solid_bodies_cast_rays(const GrazeSolidBodies* bodies, int32_t count,
                                         const GrazeSolidRay* rays, int32_t ray_count,
                                         const GrazeBodyFilter* filter, GrazeTouching touching,
                                         const GrazeSolidScratch* scratch,
                                         const GrazeSolidRayBatch* out, int32_t* found);

/* ---------------------------------------------------------------- bodies in space that move */

/* Largest number of links of a chain of motions. */
enum { GRAZE_SOLID_MAX_LINKS = 16 };

/*
 * A piece of a motion in space, for times t in [t0, t1]. With s = t - t0, the body's point `pivot`
 * is at (x(s), y(s), z(s)), and the body, first rotated by `quaternion`, is rotated by angle(s)
 * radians about `axis` through it: a point v of the body is at c(s) + R(s) Q (v - pivot). The axis
 * is fixed in the frame in which the body moves, that of the world or of the parent. Polynomials
 * are as in GrazePiece. The axis and the quaternion have length 1 to within GRAZE_ROTATION_SLACK,
 * and count as divided by their length.
 */
typedef struct {
    double t0;                       /* beginning */
    double t1;                       /* end */
    double x[GRAZE_PIECE_TERMS];     /* coefficients of x(s), by ascending power */
    double y[GRAZE_PIECE_TERMS];     /* coefficients of y(s) */
    double z[GRAZE_PIECE_TERMS];     /* coefficients of z(s) */
    double angle[GRAZE_PIECE_TERMS]; /* coefficients of angle(s), in radians */
    double axis[3];                  /* axis of the rotation */
    double quaternion[4];            /* rotation Q before that, as (x, y, z, w) */
    double pivot[3];                 /* pivot, in the body frame */
} GrazeSolidPiece;

/*
 * A motion in space: of the frame of a body in the world, or in the frame of `parent`, which moves
 * by a motion of its own. The motions of a robot arm are such a chain, each link the parent of the
 * next. Motions without a parent move in the world.
 */
typedef struct GrazeSolidMotion {
    const GrazeSolidPiece* pieces;         /* pieces, each beginning where the previous one ends */
    int32_t count;                         /* number of pieces, at least 1 */
    GrazeEnding before;                    /* whether a body exists before the first piece */
    GrazeEnding after;                     /* whether it exists after the last piece */
    const struct GrazeSolidMotion* parent; /* motion of the frame in which it moves; NULL: none */
} GrazeSolidMotion;

/* A body in space and its motion. A body exists while all motions of its chain do. */
typedef struct {
    const GrazeSolid* solid;        /* the body, which may be a compound or a mesh */
    const GrazeSolidMotion* motion; /* its motion */
} GrazeMovingSolid;

/* The first contact of two moving bodies in space: GrazeContact defines lo, hi, separation and
   status. */
typedef struct {
    GrazeSolidWitness witness; /* at lo, as in GrazeSolidDistance or GrazeSolidPenetration */
    double lo;                 /* lower end of the bracket of the first contact, in time units */
    double hi;                 /* upper end */
    double separation;         /* signed separation at lo */
    int32_t status;            /* a GrazeContactStatus */
    int32_t iterations;        /* number of proximity queries */
} GrazeSolidContact;

/* The least signed separation of two moving bodies in space: as GrazeClearance. */
typedef struct {
    GrazeSolidWitness witness; /* at `time`, as in GrazeSolidContact */
    double lo;                 /* certified lower bound; infinite if they never exist together */
    double hi;          /* upper bound; infinite if they never do, or stay beyond the limit */
    double time;        /* time at which hi is attained, to within an ulp */
    int32_t is_common;  /* 0 when the two never exist at the same time */
    int32_t status;     /* GRAZE_CLEARANCE_CERTIFIED or GRAZE_CLEARANCE_UNDECIDED */
    int32_t iterations; /* evaluations of the separation */
    int32_t spare;      /* 0 */
} GrazeSolidClearance;

/* Conservative bounds of a moving body in space over a range of time. Speeds and accelerations are
   the largest, in the world. */
typedef struct {
    GrazeSolidBounds box;        /* box of the body, along the axes of the world */
    double speed;                /* speed of the body's origin */
    double acceleration;         /* acceleration of the body's origin */
    double angular_velocity;     /* magnitude, in radians per unit of time */
    double angular_acceleration; /* magnitude, in radians per unit of time squared */
    double point_speed;          /* speed of any point of the body's core */
    double point_acceleration;   /* acceleration of any point of the body's core */
} GrazeSolidMotionBounds;

/*
 * Checks the pieces of a motion, and the length of its chain; its parent is checked by a call of
 * its own. Returns the statuses of graze_motion_check, or GRAZE_E_NOT_A_HEADING for an axis or a
 * quaternion whose length is not 1 to within GRAZE_ROTATION_SLACK. GRAZE_E_DISCONTINUOUS: the
 * body's origin jumps by more than GRAZE_JOIN_SLACK of its travel in the two pieces, or the body
 * turns at once by more than GRAZE_JOIN_SLACK radians. *culprit is the index of the piece, or the
 * number of pieces for a chain of more than GRAZE_SOLID_MAX_LINKS links. O(count).
 */
GrazeStatus graze_solid_motion_check(const GrazeSolidMotion* motion, int32_t* culprit);

/*
 * Writes the pose of a body with this motion at time t, in the world, and an upper bound of the
 * error of any point at most `reach` from the body's origin. Returns false if it does not exist
 * then. O(log count) for each link.
 */
bool graze_solid_motion_pose(const GrazeSolidMotion* motion, double t, double reach,
                             GrazeSolidPose* pose, double* error);

/*
 * Writes the velocity of the body's origin and the angular velocity, in the world, at time t: those
 * that follow, where a piece begins. Returns false if it does not exist then. O(log count) for each
 * link.
 */
bool graze_solid_motion_velocity(const GrazeSolidMotion* motion, double t, double velocity[3],
                                 double angular_velocity[3]);

/*
 * Computes bounds over [from, to], finite times, joined from those of the intervals on which each
 * link follows one piece, each of them cut into `parts`, at least 1. The box of a part is that of
 * the body in its middle, enlarged by the largest way of a point from there: more parts make
 * smaller boxes. If the body never exists then, the box is from infinity to -infinity. O(parts (n +
 * links)) for each interval.
 */
void graze_solid_motion_bounds(const GrazeMovingSolid* body, double from, double to, int32_t parts,
                               GrazeSolidMotionBounds* out);

/*
 * Do the same as graze_motion_window, graze_motion_min_tolerance and graze_motion_defaults for
 * bodies in space: infinite ends of the range of time become the ends of the motions of both
 * chains, of those that move. While the separation is within its error (see
 * graze_solid_separations_at), rounding hides whether the bodies overlap: so a bracket is at least
 * as wide as the time in which the separation falls by twice that error, whatever the tolerance.
 * The error is at most 2^-45 of the extents about the pivots, and 2^-47 of the other lengths in
 * both motions, and of the extents times the angle: two unit cubes that approach at speed 1 have
 * brackets of 1.5e-13, balls 6e-14. O(links).
 */
bool graze_solid_motion_window(const GrazeMovingSolid* a, const GrazeMovingSolid* b, double* from,
                               double* to);
double graze_solid_motion_min_tolerance(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                        double from, double to);
void graze_solid_motion_defaults(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                 GrazeMotionOptions* options);

/*
 * Finds the first contact of two bodies in space, with the guarantees of graze_first_contact.
 * Motions that both chains have in common do not count: the links of one arm have the contacts of
 * their relative motion. Of the methods GRAZE_METHOD_CERTIFIED and GRAZE_METHOD_CONSERVATIVE are
 * for space; the others are the latter. Returns GRAZE_E_OUT_OF_MEMORY if `scratch` is too small.
 * O(n + m) per iteration, typically 4 to 8 iterations; at most max_iterations + GRAZE_BISECTIONS.
 * Source: as graze_first_contact; the bounds of rotating bodies are derived in
 * solid/motion/separation_bound.h.
 *
 * The signed separation of compounds and meshes is the least of two parts: where they overlap,
 * minus the lower bound of graze_solid_penetration, not the depth of their unions. The first
 * contact is the earliest of two parts, the intervals are the unions of theirs, with the guarantees
 * of convex bodies. A graze of parts one after the other is one graze. All pairs of parts draw on
 * one budget, and each may exceed it by GRAZE_BISECTIONS; the default is larger by the number of
 * parts. O(log parts) pairs of boxes for each pair of parts that come near. The same holds of the
 * other queries below.
 */
GrazeStatus graze_solid_first_contact(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                      const GrazeMotionOptions* options,
                                      const GrazeSolidScratch* scratch, GrazeSolidContact* out);

/*
 * Does the same as graze_solid_first_contact without the witness: that and the separation are 0.
 * Returns GRAZE_E_OUT_OF_MEMORY as that. O(n + m) per iteration, as that, without a query of the
 * distance at the end.
 */
GrazeStatus graze_solid_contact_bracket(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                        const GrazeMotionOptions* options,
                                        const GrazeSolidScratch* scratch, GrazeSolidContact* out);

/*
 * Finds all intervals of contact, with the guarantees of graze_contact_intervals: writes at most
 * `capacity` of them to `out`, and their number to *count, or capacity + 1 if there are more.
 * Returns GRAZE_E_OUT_OF_MEMORY as graze_solid_first_contact. O(n + m) per iteration, at most
 * max_iterations + 2 GRAZE_BISECTIONS.
 */
GrazeStatus graze_solid_contact_intervals(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                          const GrazeMotionOptions* options,
                                          const GrazeSolidScratch* scratch, GrazeInterval* out,
                                          int32_t capacity, int32_t* count);

/*
 * Computes the least signed separation, as far as it is below `limit`, which may be infinite: then
 * bodies that stay farther apart have the limit (less by at most the distance tolerance) as lo, and
 * hi is infinite. Of others lo and hi are as in graze_clearance. Returns GRAZE_E_OUT_OF_MEMORY as
 * graze_solid_first_contact. O(n + m) per iteration, at most max_iterations + GRAZE_BISECTIONS.
 */
GrazeStatus graze_solid_clearance(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                  const GrazeMotionOptions* options, double limit,
                                  const GrazeSolidScratch* scratch, GrazeSolidClearance* out);

/*
 * Writes the signed separation at each of `count` times, and, unless `errors` is NULL, an upper
 * bound of its error: +infinity and 0 if one of the bodies does not exist then. Returns
 * GRAZE_E_OUT_OF_MEMORY as graze_solid_first_contact. O((n + m) k + log pieces) for each time and k
 * rounds of GJK.
 */
GrazeStatus graze_solid_separations_at(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                       const double* times, int32_t count,
                                       const GrazeSolidScratch* scratch, double* separations,
                                       double* errors);

/*
 * Finds all unsafe delays of A, with the guarantees of graze_unsafe_motion_delays: intervals of the
 * delays x in [from, to] for which A, with the motions of its whole chain x later, overlaps B at
 * some time of [options->from, options->to]. A motion that both chains have in common moves each
 * body at its own time. Writes at most `capacity` intervals to `out`, and their number to *count,
 * or capacity + 1 if there are more. Returns GRAZE_E_OUT_OF_MEMORY as graze_solid_first_contact.
 * O(n + m) per iteration; typically 50 to 300 for each interval and each gap between two, at most
 * max_iterations + GRAZE_BISECTIONS. The bounds of both times are derived in
 * solid/motion/delay_bound.h.
 */
GrazeStatus graze_solid_unsafe_motion_delays(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                             double from, double to,
                                             const GrazeMotionOptions* options,
                                             const GrazeSolidScratch* scratch, GrazeDelay* out,
                                             int32_t capacity, int32_t* count);

/*
 * Do the same as graze_unsafe_motion_delays_min_tolerance and graze_unsafe_motion_delays_defaults
 * for bodies in space. O(links).
 */
double graze_solid_unsafe_motion_delays_min_tolerance(const GrazeMovingSolid* a,
                                                      const GrazeMovingSolid* b, double from,
                                                      double to, const GrazeMotionOptions* options);
void graze_solid_unsafe_motion_delays_defaults(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                               double* from, double* to,
                                               GrazeMotionOptions* options);

/*
 * Finds the pairs of bodies 0 to count - 1 that may come within `reach` (finite, >= 0) of each
 * other in [from, to], finite times: those whose boxes (graze_solid_motion_bounds) do in one of
 * `steps` equal parts of the time, at least 1. All pairs that come within reach are among them, and
 * more steps leave fewer others. Queries also report a graze up to their distance tolerance: the
 * reach should be twice that at least. `storage` has graze_solid_moving_near_size(count, pairs)
 * bytes and is 16-byte aligned. Writes the pairs in ascending order of `first`, then `second`, with
 * room for `pairs` each, and returns their number, or pairs + 1 if there are more: then nothing is
 * written. O(steps (v + count + m)) for v vertices of all bodies and m pairs that are within reach
 * on one axis. Source: sweep and prune, broadphase/sweep_and_prune.h.
 */
size_t graze_solid_moving_near_size(int32_t count, int32_t pairs);
int32_t graze_solid_moving_near(const GrazeMovingSolid* bodies, int32_t count, double reach,
                                double from, double to, int32_t steps, void* storage, int32_t pairs,
                                uint32_t* first, uint32_t* second);

/*
 * The motion of a body in space on a clock, whose steps lie in blocks of block_steps successive
 * ones, each with a box. A box is float32, rounded outward, relative to the point (x, y) of the
 * clock and z: lowest x, y and z, highest x, y and z, from infinity to -infinity where the body
 * does not exist. It contains all that the body sweeps. The body moves in steps first_step to
 * end_step - 1, at least in part.
 */
typedef struct {
    GrazeMovingSolid body; /* the body */
    GrazeClock clock;      /* the clock */
    double z;              /* z of the clock's point, |z| <= GRAZE_MAX_POSITION */
    int32_t count;         /* number of steps */
    int32_t first_step;    /* first step in which the body moves */
    int32_t end_step;      /* end of these steps: one past the last */
    int32_t block_steps;   /* steps of a block: 16, or more for at most GRAZE_SOLID_MAX_BLOCKS */
    int32_t block_count;   /* number of blocks */
    float* blocks;         /* boxes of the blocks, six numbers each */
} GrazeSolidPath;

enum { GRAZE_SOLID_MAX_BLOCKS = 1024 };

/*
 * Computes the boxes of the blocks for a body with a valid motion on a valid clock. `storage` has
 * graze_solid_path_size(clock) bytes, is 16-byte aligned and must live as long as the path, and so
 * must the solid, the motion and its parents. O(blocks v + pieces) for v vertices.
 */
size_t graze_solid_path_size(const GrazeClock* clock);
void graze_solid_path_init(GrazeSolidPath* path, const GrazeMovingSolid* body,
                           const GrazeClock* clock, double z, void* storage);

/* Writes the boxes of steps `from` to `end` - 1, six numbers each. O(v) for each step and piece. */
void graze_solid_path_boxes(const GrazeSolidPath* path, int32_t from, int32_t end, float* boxes);

/*
 * Find the first contact, as graze_solid_contact_bracket does, and the clearance below `limit`, as
 * graze_solid_clearance does (without witnesses), of two paths on one clock within the options'
 * time, which is clipped to the clock. Runs of blocks in which boxes are within reach are decided
 * by these queries, each with at most max_iterations and what they add: no contact, graze or
 * smaller clearance is elsewhere. Both return GRAZE_E_OUT_OF_MEMORY as graze_solid_first_contact.
 * O(blocks), plus the queries.
 */
GrazeStatus graze_solid_sweep(const GrazeSolidPath* a, const GrazeSolidPath* b,
                              const GrazeMotionOptions* options, const GrazeSolidScratch* scratch,
                              GrazeSolidContact* out);
GrazeStatus graze_solid_sweep_clearance(const GrazeSolidPath* a, const GrazeSolidPath* b,
                                        const GrazeMotionOptions* options, double limit,
                                        const GrazeSolidScratch* scratch, GrazeSolidClearance* out);

/* ---------------------------------------------------------------- study of bodies in space */

/* Method that reduces a simplex in space to its feature nearest the origin. */
typedef enum {
    GRAZE_SOLID_BARYCODE,      /* S1D and S2D by barycode, S3D by signed volumes: graze's own */
    GRAZE_SOLID_SIGNED_VOLUME, /* signed volumes */
    GRAZE_SOLID_JOHNSON,       /* Johnson's distance subalgorithm, with its backup procedure */
    GRAZE_SOLID_VORONOI        /* Voronoi regions, from vertices to facets */
} GrazeSolidSubdistance;

/* Method that finds the vertex of a body in space furthest in a direction. */
typedef enum {
    GRAZE_SOLID_SUPPORT_AUTO, /* as in graze's own queries: a scan, or a climb of large hulls */
    GRAZE_SOLID_SUPPORT_SCAN, /* all vertices */
    GRAZE_SOLID_SUPPORT_CLIMB /* hill climbing along edges, from the last support vertex */
} GrazeSolidSupport;

/* Choices of GJK in space, for study and comparison. */
typedef struct {
    GrazeSolidSubdistance subdistance; /* reduction of the simplex */
    GrazeSolidSupport support;         /* search for support vertices */
    GrazeStart start;                  /* initial direction */
} GrazeSolidGjkOptions;

/* A point of A - B, with axes as in the world: vertex `a` of A less vertex `b` of B. */
typedef struct {
    double x;  /* difference along the first axis */
    double y;  /* difference along the second axis */
    double z;  /* difference along the third axis */
    int32_t a; /* vertex of A */
    int32_t b; /* vertex of B */
} GrazeSolidDifference;

/* A point of a simplex of GJK, and its barycentric weight in v: 0 for one that is dropped. */
typedef struct {
    GrazeSolidDifference at; /* the point */
    double weight;           /* the weight */
} GrazeSolidGjkPoint;

/* A round of GJK in space, with axes as in the world. */
typedef struct {
    double direction[3];           /* search direction */
    double v[3];                   /* nearest point of the simplex to the origin, after the round */
    GrazeSolidDifference w;        /* support point in that direction */
    GrazeSolidGjkPoint simplex[4]; /* simplex of the round, the newest point last */
    int32_t count;                 /* number of its points */
    /* Sets bit k, for three or four points, where the barycentric coordinate of point k, of the
       origin or of its foot in the plane, is not negative; else 0. */
    int32_t barycode;
    /* End of the round, a GrazeOutcome. GRAZE_OUTCOME_INSIDE: the origin is inside the tetrahedron;
       GRAZE_OUTCOME_STALLED: w is no further than v. */
    int32_t outcome;
    int32_t kept; /* bit k is set where point k is in the simplex of the next round */
} GrazeSolidGjkRound;

/* Nearest points of two bodies as GJK computes them in double: nothing is certified. */
typedef struct {
    double distance;    /* distance of the bodies, 0 where the cores are at most the radii apart */
    double point_a[3];  /* nearest point of A, or a common point */
    double point_b[3];  /* nearest point of B, or a common point */
    double normal[3];   /* unit vector from A's core towards B's; 0 where v is the origin */
    int32_t outcome;    /* outcome of the last round, a GrazeOutcome */
    int32_t iterations; /* rounds of GJK */
} GrazeSolidEstimate;

/*
 * Run GJK on two convex bodies in space by chosen methods, as published: in double, without error
 * bounds, certificates or exact signs. graze_solid_distance and graze_solid_relation have these.
 * graze_solid_trace writes the rounds to `rounds`, at most `capacity` of them, and returns their
 * number, at most 64. graze_solid_collide_by ends as soon as a support point shows that the bodies
 * are disjoint, or the simplex that they are not; cores whose gap may be due to rounding count as
 * in contact. It writes the number of rounds. O(n + m) per round, in practice less with hill
 * climbing. Source: Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between
 * complex objects in three-dimensional space", 1988; Zhang, Wu, Wang, Zhou, "Barycode-based GJK
 * Algorithm", Alg. 1 and 6.
 */
int32_t graze_solid_trace(const GrazeSolid* a, const GrazeSolidPose* pose_a, const GrazeSolid* b,
                          const GrazeSolidPose* pose_b, const GrazeSolidGjkOptions* options,
                          GrazeSolidGjkRound* rounds, int32_t capacity, GrazeSolidEstimate* out);
void graze_solid_distance_by(const GrazeSolid* a, const GrazeSolidPose* pose_a, const GrazeSolid* b,
                             const GrazeSolidPose* pose_b, const GrazeSolidGjkOptions* options,
                             GrazeSolidEstimate* out);
bool graze_solid_collide_by(const GrazeSolid* a, const GrazeSolidPose* pose_a, const GrazeSolid* b,
                            const GrazeSolidPose* pose_b, const GrazeSolidGjkOptions* options,
                            int32_t* rounds);

/* The polytope A - B of two cores, its faces as those of a hull. All is in the caller's storage. */
typedef struct {
    const GrazeSolidDifference* vertices; /* corners: none is in the hull of the others */
    int32_t vertex_count;                 /* number of vertices */
    int32_t face_count;         /* number of faces; two of a polygon, none of a segment or point */
    const int32_t* face_starts; /* where each face begins in `corners`; face_count + 1 entries */
    const int32_t* corners;     /* indices of vertices, counter-clockwise from outside */
} GrazeSolidDifferenceHull;

/*
 * Finds the polytope A - B of two convex bodies in space without their radii: exactly, for the
 * vertices as placed. `storage` has graze_solid_difference_size(points) bytes and is 16-byte
 * aligned. Returns GRAZE_E_OUT_OF_MEMORY if `points`, at least 8, is not enough; n m + 2 is always.
 * O((n + m) f + f^2) for f triangles of its faces. Source: Barber, Dobkin, Huhdanpaa, "The
 * Quickhull algorithm for convex hulls", 1996, with support points in place of outside sets.
 */
size_t graze_solid_difference_size(int32_t points);
GrazeStatus graze_solid_minkowski_difference(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                             const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                             void* storage, int32_t points,
                                             GrazeSolidDifferenceHull* out);

/* Bound by which an iteration of BCDA or PCDA in space finds its next time: where its normal is
   fixed. */
typedef enum {
    GRAZE_SOLID_PROCEDURE_NONE,  /* none: the iteration was the last one */
    GRAZE_SOLID_PROCEDURE_WORLD, /* fixed in the world, as always in BCDA */
    GRAZE_SOLID_PROCEDURE_A,     /* fixed to body A */
    GRAZE_SOLID_PROCEDURE_B,     /* fixed to body B */
    GRAZE_SOLID_PROCEDURE_C      /* perpendicular to the nearest edges of both */
} GrazeSolidProcedure;

/* An iteration of BCDA or PCDA in space. */
typedef struct {
    double time;       /* time at which it measures the bodies */
    double separation; /* separation there */
    double normal[3];  /* unit vector from A's core towards B's, axes as in the world of the pair */
    int32_t count_a;   /* 1, 2 or 3: the nearest point of A's core is on a vertex, edge or facet */
    int32_t count_b;   /* the same of B */
    int32_t flag;      /* flag of PCDA's step 4, 0 to 2: number of times that they were the same */
    int32_t procedure; /* a GrazeSolidProcedure */
} GrazeSolidContactRound;

/*
 * Finds the first contact of two convex bodies in space by any method, and writes the times of its
 * proximity queries as graze_trace_contact_by, at most `capacity` of them, unless `times` is NULL.
 * GRAZE_METHOD_BCDA and GRAZE_METHOD_PCDA are the algorithms of the paper with its root finder, for
 * study: they can miss a contact or find a later one, so their answers are not certified, and each
 * of their queries is also a record of `rounds`, unless that is NULL. A contact is reported as the
 * time reached, rounded down in lo and up in hi, at which the bodies are within the distance
 * tolerance. The other methods are those of graze_solid_first_contact. Returns GRAZE_E_NOT_CONVEX
 * for compounds, or GRAZE_E_OUT_OF_MEMORY as graze_solid_first_contact. O(n + m) per sample of the
 * root finder, O(n m) with BCDA; typically 3 to 6 iterations, 4 to 20 with BCDA. Source: Hong, "A
 * New Algorithm for Detecting the Collision of Moving Objects".
 */
GrazeStatus graze_solid_trace_contact_by(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                         const GrazeMotionOptions* options,
                                         const GrazeSolidScratch* scratch, double* times,
                                         GrazeSolidContactRound* rounds, int32_t capacity,
                                         GrazeSolidContact* out);

#ifdef __cplusplus
}
#endif

#endif

/*
 * Data that crosses the boundary besides the core's own (src/graze.h): the record that explains a
 * failed call, the list that a call made, the views of a batch. wasm/boundary.mjs writes all of it
 * to js/graze/core/layout.js.
 */
#ifndef GRAZE_WASM_BOUNDARY_H
#define GRAZE_WASM_BOUNDARY_H

#include "../src/graze.h"

/* Reason why the last call failed. */
typedef struct {
    int32_t status; /* its status, a GrazeStatus */
    int32_t index;  /* index of the record at fault, or -1 */
} GrazeFault;

/* A list that a call made. */
typedef struct {
    uint32_t address; /* address of its records */
    int32_t count;    /* number of its records */
} GrazeList;

/* Pose of a moving body: its origin and angle. Or the unit vector (x, y) in direction `angle`. */
typedef struct {
    double x;     /* x of the origin */
    double y;     /* y of the origin */
    double angle; /* angle, in radians */
} GrazePlace;

/* Fault of an outline with holes. */
typedef struct {
    int32_t fault;  /* a GrazeOutlineFault */
    int32_t first;  /* point, edge or ring that it concerns; -1: none */
    int32_t second; /* another one; -1: none */
    int32_t spare;  /* 0 */
} GrazeOutlineReport;

/*
 * Steps of its clock in which a path moves, and the number of all steps; or the end of a list of
 * steps.
 */
typedef struct {
    int32_t first_step; /* first step in which the path moves */
    int32_t end_step;   /* end of these steps: one past the last */
    int32_t count;      /* number of all steps of the clock */
    int32_t next;       /* step at which a list of steps continues */
    int32_t tests;      /* number of boxes compared for that list */
    int32_t spare;      /* 0 */
} GrazePathSpan;

/* Numbers of a path in space, and of the body along it. */
typedef struct {
    double size;         /* largest distance of a point of the body from its origin, at most */
    double speed;        /* maximum speed of the body's origin in the time of the clock */
    int32_t first_step;  /* first step in which the path moves */
    int32_t end_step;    /* end of these steps: one past the last */
    int32_t count;       /* number of steps of the clock */
    int32_t block_steps; /* number of successive steps with a box of their own */
} GrazeSolidPathSpan;

/* A part of a compound in space: a body, which is copied at its pose. */
typedef struct {
    GrazeSolidPose pose; /* as a pose of a query: its rotation may be a quaternion */
    uint32_t solid;      /* handle of the body */
    int32_t spare;       /* 0 */
} GrazeSolidPlacedPart;

/* A unit vector in space. */
typedef struct {
    double x; /* component along the first axis */
    double y; /* component along the second axis */
    double z; /* component along the third axis */
} GrazeSolidDirection;

/* Relation of two bodies in space, and generators of the cone of directions that separate them. */
typedef struct {
    int32_t relation; /* a GrazeRelation */
    int32_t count;    /* number of generators, which may exceed those that are here */
    GrazeSolidDirection directions[GRAZE_SOLID_CONE_ROOM]; /* the first of them */
} GrazeSolidCone;

/* Faces of the polytope A - B in space, whose vertices are in the list. */
typedef struct {
    uint32_t
        face_starts;    /* address of where each face begins among the corners, and of their end */
    uint32_t corners;   /* address of the indices of vertices, face by face */
    int32_t face_count; /* number of faces */
    int32_t spare;      /* 0 */
} GrazeSolidDifferenceFaces;

/* Velocities of a body in space. */
typedef struct {
    double velocity[3];         /* velocity of the origin, in the world */
    double angular_velocity[3]; /* angular velocity, in the world, in radians per unit of time */
} GrazeSolidVelocity;

/* Method of the collision test. */
typedef enum {
    GRAZE_COLLIDER_GJK, /* GJK */
    GRAZE_COLLIDER_SAT  /* separating axes */
} GrazeCollider;

/* Views of a batch of moving discs. */
typedef enum {
    GRAZE_MOVING_DISCS_RECORDS,    /* the discs */
    GRAZE_MOVING_DISCS_PAIRS,      /* two discs of each pair */
    GRAZE_MOVING_DISCS_RELATIONS,  /* relation of each pair */
    GRAZE_MOVING_DISCS_INTERVALS,  /* interval of contact of each pair */
    GRAZE_MOVING_DISCS_CLEARANCES, /* clearance of each pair, and its time */
    GRAZE_MOVING_DISCS_AGENTS      /* agent of each disc */
} GrazeMovingDiscsView;

/* Views of a pair batch. */
typedef enum {
    GRAZE_PAIRS_SHAPE_A,      /* handle of A's shape in each pair */
    GRAZE_PAIRS_SHAPE_B,      /* handle of B's shape */
    GRAZE_PAIRS_POSE_A,       /* placement of A */
    GRAZE_PAIRS_POSE_B,       /* placement of B */
    GRAZE_PAIRS_HIT,          /* whether the two are in contact */
    GRAZE_PAIRS_RELATIONS,    /* their relation */
    GRAZE_PAIRS_DISTANCES,    /* their distance */
    GRAZE_PAIRS_POINT_A,      /* witness point of A */
    GRAZE_PAIRS_POINT_B,      /* witness point of B */
    GRAZE_PAIRS_NORMAL,       /* their normal */
    GRAZE_PAIRS_DEPTHS,       /* their depth of penetration */
    GRAZE_PAIRS_POINT_COUNTS, /* number of their contact points */
    GRAZE_PAIRS_POINTS,       /* two contact points of each pair */
    GRAZE_PAIRS_SEPARATIONS,  /* separations at these */
    GRAZE_PAIRS_IDS           /* names of these */
} GrazePairsView;

/* Views of a batch of bodies. */
typedef enum {
    GRAZE_BODIES_SHAPES,          /* handle of each body's shape */
    GRAZE_BODIES_POSES,           /* placement of each body */
    GRAZE_BODIES_FIRST,           /* one body of each pair */
    GRAZE_BODIES_SECOND,          /* the other body of each pair */
    GRAZE_BODIES_RELATIONS,       /* relation of each pair */
    GRAZE_BODIES_DISTANCES,       /* distance of each pair */
    GRAZE_BODIES_FOUND_BODIES,    /* bodies found near one body */
    GRAZE_BODIES_FOUND_RELATIONS, /* their relations to it */
    GRAZE_BODIES_FOUND_DISTANCES, /* their distances from it */
    GRAZE_BODIES_CATEGORIES,      /* category bits of each body */
    GRAZE_BODIES_MASKS,           /* bits of the categories that each body may meet */
    GRAZE_BODIES_POINT_COUNTS,    /* number of contact points of each pair */
    GRAZE_BODIES_DEPTHS,          /* depth of each pair */
    GRAZE_BODIES_NORMALS,         /* normal of each pair */
    GRAZE_BODIES_POINTS,          /* two contact points of each pair */
    GRAZE_BODIES_SEPARATIONS,     /* separations at these points */
    GRAZE_BODIES_IDS,             /* ids of these points */
    GRAZE_BODIES_HIT_BODIES,      /* bodies that a cast meets */
    GRAZE_BODIES_HIT_INTERVALS,   /* interval of contact with each of them */
    GRAZE_BODIES_POINT_BODIES,    /* bodies that contain a point */
    GRAZE_BODIES_BOX_BODIES,      /* bodies whose bounds meet a box */
    GRAZE_BODIES_RAYS,            /* rays */
    GRAZE_BODIES_RAY_BODIES,      /* body that each ray meets first */
    GRAZE_BODIES_RAY_INTERVALS,   /* interval of contact with it */
    GRAZE_BODIES_RAY_POINTS,      /* where contact begins */
    GRAZE_BODIES_RAY_NORMALS      /* normal there */
} GrazeBodiesView;

/* Views of an index of boxes. */
typedef enum {
    GRAZE_BOX_INDEX_SIDES, /* sides of each box */
    GRAZE_BOX_INDEX_FOUND, /* boxes found by a search */
    GRAZE_BOX_INDEX_PAIRS  /* two boxes of each pair */
} GrazeBoxIndexView;

/*
 * Views of a batch of moving pairs. A fault's index has three bits for the view, so the views that
 * are checked are among the first eight.
 */
typedef enum {
    GRAZE_MOVING_PAIRS_SHAPES,            /* handle of each body's shape */
    GRAZE_MOVING_PAIRS_FIRST_PIECES,      /* first piece of each body's motion */
    GRAZE_MOVING_PAIRS_PIECE_COUNTS,      /* number of these pieces */
    GRAZE_MOVING_PAIRS_ENDINGS,           /* existence before and after these pieces */
    GRAZE_MOVING_PAIRS_PIECES,            /* the pieces */
    GRAZE_MOVING_PAIRS_PAIRS,             /* two bodies of each pair */
    GRAZE_MOVING_PAIRS_INFLATIONS,        /* coefficients of each body's inflation */
    GRAZE_MOVING_PAIRS_STATUSES,          /* status of each pair's first contact */
    GRAZE_MOVING_PAIRS_TIMES,             /* bracket of its time */
    GRAZE_MOVING_PAIRS_FOUND_STATUSES,    /* statuses for one body against all others */
    GRAZE_MOVING_PAIRS_FOUND_TIMES,       /* brackets of their times */
    GRAZE_MOVING_PAIRS_CONTACT_BODIES,    /* two bodies of each first contact */
    GRAZE_MOVING_PAIRS_FOUND_BODIES,      /* two bodies for one body against all others */
    GRAZE_MOVING_PAIRS_GROUP_ENDS,        /* end of each group of successive records */
    GRAZE_MOVING_PAIRS_OTHERS,            /* body of a scene that each body of the batch meets */
    GRAZE_MOVING_PAIRS_CLEARANCES,        /* clearance of each body or pair, and its time */
    GRAZE_MOVING_PAIRS_CLEARANCE_STATUSES /* certainty of these clearances */
} GrazeMovingPairsView;

/*
 * Views of a batch of moving pairs in space. A fault's index has three bits for the view, so the views
 * that are checked are among the first eight.
 */
typedef enum {
    GRAZE_SOLID_MOVING_PAIRS_SHAPES,            /* handle of each body's solid */
    GRAZE_SOLID_MOVING_PAIRS_FIRST_PIECES,      /* first piece of each body's motion */
    GRAZE_SOLID_MOVING_PAIRS_PIECE_COUNTS,      /* number of these pieces */
    GRAZE_SOLID_MOVING_PAIRS_ENDINGS,           /* existence before and after these pieces */
    GRAZE_SOLID_MOVING_PAIRS_PARENTS,           /* body in whose frame each moves; -1: the world */
    GRAZE_SOLID_MOVING_PAIRS_PIECES,            /* the pieces */
    GRAZE_SOLID_MOVING_PAIRS_PAIRS,             /* two bodies of each pair */
    GRAZE_SOLID_MOVING_PAIRS_STATUSES,          /* status of each pair's first contact */
    GRAZE_SOLID_MOVING_PAIRS_TIMES,             /* bracket of its time */
    GRAZE_SOLID_MOVING_PAIRS_FOUND_STATUSES,    /* statuses for one body against all others */
    GRAZE_SOLID_MOVING_PAIRS_FOUND_TIMES,       /* brackets of their times */
    GRAZE_SOLID_MOVING_PAIRS_CLEARANCES,        /* clearance of each pair, and its time */
    GRAZE_SOLID_MOVING_PAIRS_CLEARANCE_STATUSES /* certainty of these clearances */
} GrazeSolidMovingPairsView;

#endif

/*
 * Access to the pieces of a motion in storage. A motion keeps as many coefficients of each polynomial
 * as its highest degree needs, so a piece is read through pointers to its coefficients.
 */
#ifndef GRAZE_MOTION_PIECE_H
#define GRAZE_MOTION_PIECE_H

#include "../base/vec.h"
#include "../graze.h"

/* A piece in storage: the fields of GrazePiece, with `terms` coefficients of each polynomial. */
typedef struct {
    double t0, t1, pivot_x, pivot_y;
    const double *x, *y, *angle;
    int32_t terms;
} GrazePieceView;

/* Returns the number of coefficients that a motion stores of each polynomial. */
ALWAYS_INLINE int32_t graze_stored_terms(const GrazeMovingBody* body)
{
    return body->terms != 0 ? body->terms : GRAZE_PIECE_TERMS;
}

/* Returns the number of doubles per piece of a motion that stores `terms` of each polynomial. */
ALWAYS_INLINE int32_t graze_piece_stride(int32_t terms)
{
    return 3 * terms + 4;
}

/* Returns the first number of piece i, its t0; t1 follows it. */
ALWAYS_INLINE const double* graze_piece_record(const GrazeMovingBody* body, int32_t i)
{
    const double* first = (const double*)(const void*)body->pieces;
    return first + (ptrdiff_t)graze_piece_stride(graze_stored_terms(body)) * i;
}

ALWAYS_INLINE double graze_piece_begin(const GrazeMovingBody* body, int32_t i)
{
    return graze_piece_record(body, i)[0];
}

ALWAYS_INLINE double graze_piece_end(const GrazeMovingBody* body, int32_t i)
{
    return graze_piece_record(body, i)[1];
}

ALWAYS_INLINE double graze_motion_begin(const GrazeMovingBody* body)
{
    return graze_piece_begin(body, 0);
}

ALWAYS_INLINE double graze_motion_end(const GrazeMovingBody* body)
{
    return graze_piece_end(body, body->count - 1);
}

ALWAYS_INLINE GrazePieceView graze_piece_at(const GrazeMovingBody* body, int32_t i)
{
    const double* record = graze_piece_record(body, i);
    int32_t terms = graze_stored_terms(body);
    const double* pivot = record + 2 + 3 * (ptrdiff_t)terms;
    return (GrazePieceView){.t0 = record[0],
                            .t1 = record[1],
                            .pivot_x = pivot[0],
                            .pivot_y = pivot[1],
                            .x = record + 2,
                            .y = record + 2 + terms,
                            .angle = record + 2 + 2 * (ptrdiff_t)terms,
                            .terms = terms};
}

/* Returns the degree of a polynomial, given by `terms` coefficients. */
ALWAYS_INLINE int32_t graze_poly_degree(const double* c, int32_t terms)
{
    int32_t degree = terms - 1;
    while (degree > 0 && c[degree] == 0)
        degree--;
    return degree;
}

#endif

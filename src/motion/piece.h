/*
 * Access to the pieces of a motion in storage. A motion keeps as many coefficients of each polynomial
 * as its highest degree needs, so a piece is read through pointers to its coefficients.
 */
#ifndef GRAZE_MOTION_PIECE_H
#define GRAZE_MOTION_PIECE_H

#include "../base/doubles.h"
#include "../base/vec.h"
#include "../graze.h"

/*
 * A piece in storage: the address of its first number, and the number of coefficients of each
 * polynomial. Its numbers are in the order of GrazeMovingBody.
 */
typedef struct {
    const double* record;
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
    return (GrazePieceView){graze_piece_record(body, i), graze_stored_terms(body)};
}

ALWAYS_INLINE double piece_t0(GrazePieceView piece)
{
    return piece.record[0];
}

ALWAYS_INLINE double piece_t1(GrazePieceView piece)
{
    return piece.record[1];
}

/* Return the coefficients of x, y and the angle. */
ALWAYS_INLINE const double* piece_x(GrazePieceView piece)
{
    return piece.record + 2;
}

ALWAYS_INLINE const double* piece_y(GrazePieceView piece)
{
    return piece.record + 2 + piece.terms;
}

ALWAYS_INLINE const double* piece_angle(GrazePieceView piece)
{
    return piece.record + 2 + 2 * (ptrdiff_t)piece.terms;
}

ALWAYS_INLINE double piece_pivot_x(GrazePieceView piece)
{
    return piece.record[2 + 3 * (ptrdiff_t)piece.terms];
}

ALWAYS_INLINE double piece_pivot_y(GrazePieceView piece)
{
    return piece.record[3 + 3 * (ptrdiff_t)piece.terms];
}

ALWAYS_INLINE GrazeVec piece_pivot(GrazePieceView piece)
{
    return vec(piece_pivot_x(piece), piece_pivot_y(piece));
}

/* Does the same as graze_are_linear. */
bool graze_are_linear_of_any_terms(const double* c, int32_t terms, int32_t count);

/* Returns the bits of the coefficients 2 to 5 of a polynomial, joined. */
ALWAYS_INLINE DoublesMask four_beyond_linear(const double* c)
{
    return (DoublesMask)doubles_load(c + 2) | (DoublesMask)doubles_load(c + 4);
}

/*
 * Returns whether the coefficients from degree 2 on are 0, of one to three polynomials one after the
 * other. The most frequent numbers of terms, of straight motions and of a batch's records, need no
 * loop.
 */
ALWAYS_INLINE bool graze_are_linear(const double* c, int32_t terms, int32_t count)
{
    if (terms == 2) return true;
    if (terms != 6) return graze_are_linear_of_any_terms(c, terms, count);
    DoublesMask beyond = four_beyond_linear(c);
    if (count > 1) beyond |= four_beyond_linear(c + 6);
    if (count > 2) beyond |= four_beyond_linear(c + 12);
    return doubles_mask_bits((beyond & INT64_MAX) != 0) == 0;
}

ALWAYS_INLINE bool graze_is_linear(const double* c, int32_t terms)
{
    return graze_are_linear(c, terms, 1);
}

/*
 * Returns the degree of a polynomial, given by `terms` coefficients. Most polynomials have at most
 * degree 1.
 */
static inline int32_t graze_poly_degree(const double* c, int32_t terms)
{
    int32_t degree = graze_is_linear(c, terms) ? 1 : terms - 1;
    while (degree > 0 && c[degree] == 0)
        degree--;
    return degree;
}

#endif

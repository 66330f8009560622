/* Sine and cosine that give the same bits in every build: the C library's differ between hosts. */
#ifndef GRAZE_BASE_TRIG_H
#define GRAZE_BASE_TRIG_H

#include <stdint.h>

/*
 * Computes the sine and cosine of `angle` (radians, |angle| <= GRAZE_MAX_ANGLE) with an absolute
 * error below 2^-52.
 */
void graze_sincos(double angle, double* sin, double* cos);

/*
 * Computes the sines and cosines of two angles, with the same bits and in less time than two calls.
 */
void graze_sincos_two(const double* angles, double* sin, double* cos);

/*
 * Returns the value at s + rest of a polynomial of `terms` coefficients, an angle, less whole turns:
 * within half a turn of 0 up to rounding, with an absolute error below 2^-50, however large its terms
 * are (at most GRAZE_MAX_ANGLE in sum). `rest` is what rounding has left out of s.
 */
double graze_angle_within_turn(const double* c, int32_t terms, double s, double rest);

#endif

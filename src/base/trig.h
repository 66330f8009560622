/* Sine and cosine that give the same bits in every build: the C library's differ between hosts. */
#ifndef GRAZE_BASE_TRIG_H
#define GRAZE_BASE_TRIG_H

/*
 * Computes the sine and cosine of `angle` (radians, |angle| <= GRAZE_MAX_ANGLE) with an absolute
 * error below 2^-52.
 */
void graze_sincos(double angle, double* sin, double* cos);

/*
 * Computes the sines and cosines of two angles, with the same bits and in less time than two calls.
 */
void graze_sincos_two(const double* angles, double* sin, double* cos);

#endif

/* Sine and cosine that give the same bits in every build: the C library's differ between hosts. */
#ifndef GRAZE_BASE_TRIG_H
#define GRAZE_BASE_TRIG_H

/* *sin and *cos of `angle` (radians, |angle| <= GRAZE_MAX_ANGLE), absolute error below 2^-52. */
void graze_sincos(double angle, double* sin, double* cos);

/* Of two angles: the same bits, sooner. */
void graze_sincos_two(const double* angles, double* sin, double* cos);

#endif

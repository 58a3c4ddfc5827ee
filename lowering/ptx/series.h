// Polynomials: see series.c.
#ifndef DLOPT_LOWERING_PTX_SERIES_H
#define DLOPT_LOWERING_PTX_SERIES_H

#include "lowering/ptx/real.h"

/// (sin x - x) / x^3 in x^2, |x| <= pi/4.
extern const dl_series dl_sine_series;
/// (cos x - 1 + x^2 / 2) / x^4 in x^2, |x| <= pi/4.
extern const dl_series dl_cosine_series;
/// (atan x - x) / x^3 in x^2, |x| <= 1.
extern const dl_series dl_arctangent_series;
/// (asin x - x) / x^3 in x^2, |x| <= 1/2.
extern const dl_series dl_arcsine_series;
/// (sinh x - x) / x^3 in x^2, |x| <= 1.
extern const dl_series dl_hyperbolic_sine_series;
/// (2 atanh x - 2 x) / x^3 in x^2, x <= 3 - sqrt 8.
extern const dl_series dl_logarithm_series;
/// the last, less 2/3, by x^2.
extern const dl_series dl_logarithm_tail_series;
/// (exp x - 1 - x) / x^2 in x, |x| <= log(2) / 2.
extern const dl_series dl_exponential_series;
/// erf x / x - 1 in x^2, |x| <= 0.77.
extern const dl_series dl_error_series;
/// (1 + 2 x) exp(x^2) erfc x in (x - 3) / (x + 3), 0.74 <= x.
extern const dl_series dl_error_rest_series;

#endif // DLOPT_LOWERING_PTX_SERIES_H

// The polynomials of the functions, found by interpolation at Chebyshev nodes
// with 300 bits. Beside each: the largest error, relative to the function's
// leading term or sum.
#include "lowering/ptx/series.h"

#define COUNT(list) (int)(sizeof(list) / sizeof((list)[0]))
#define SERIES(name)                                                           \
  const dl_series dl_##name##_series = {COUNT(name##_f32), COUNT(name##_f64),  \
                                        name##_f32, name##_f64}

// (sin x - x) / x^3 in x^2, |x| <= pi/4: f32 2^-28.3, f64 2^-57.3.
static const double sine_f32[] = {0x1.6dbbeep-19, -0x1.a013a2p-13,
                                  0x1.11110ep-7, -0x1.555556p-3};
static const double sine_f64[] = {-0x1.ab161757f0c63p-41, 0x1.61217c1864fa1p-33,
                                  -0x1.ae64540f0ba18p-26, 0x1.71de3a545e7p-19,
                                  -0x1.a01a01a019926p-13, 0x1.111111111111p-7,
                                  -0x1.5555555555555p-3};
SERIES(sine);

// (cos x - 1 + x^2 / 2) / x^4 in x^2, |x| <= pi/4: f32 2^-30.6, f64 2^-60.0.
static const double cosine_f32[] = {0x1.9bd67p-16, -0x1.6c12cep-10,
                                    0x1.555554p-5};
static const double cosine_f64[] = {
    0x1.ab76cf6e9b365p-45,  -0x1.9394b76d1f265p-37, 0x1.1eed8de9ef73ep-29,
    -0x1.27e4fb7711e1dp-22, 0x1.a01a01a019d02p-16,  -0x1.6c16c16c16c16p-10,
    0x1.5555555555555p-5};
SERIES(cosine);

// (atan x - x) / x^3 in x^2, |x| <= 1: f32 2^-26.4, f64 2^-55.6.
static const double arctangent_f32[] = {
    0x1.86406cp-10, -0x1.2ba6b6p-7, 0x1.aefb2cp-6, -0x1.9115a4p-5,
    0x1.2006f8p-4,  -0x1.6dd8fep-4, 0x1.c62cdap-4, -0x1.248952p-3,
    0x1.999956p-3,  -0x1.555556p-2};
static const double arctangent_f64[] = {
    0x1.04a3628aee536p-17, -0x1.890e58e18ff08p-14, 0x1.19e6b726893dp-11,
    -0x1.0110cfd66bd22p-9, 0x1.50ea3497605b5p-8,   -0x1.552f78ddf9b3p-7,
    0x1.198ad7e0bd0c6p-6,  -0x1.8c59dbc673323p-6,  0x1.f0f041d3e2f5p-6,
    -0x1.20f157ad652dfp-5, 0x1.42a843b89b0ebp-5,   -0x1.62c464c86804fp-5,
    0x1.85c82bf04fbd6p-5,  -0x1.af1a76061e434p-5,  0x1.e1e0069edf96ep-5,
    -0x1.1110f9a06b09dp-4, 0x1.3b13af957f086p-4,   -0x1.745d1731e853fp-4,
    0x1.c71c71c6882cdp-4,  -0x1.2492492491234p-3,  0x1.999999999997dp-3,
    -0x1.5555555555555p-2};
SERIES(arctangent);

// (asin x - x) / x^3 in x^2, |x| <= 1/2: f32 2^-28.4, f64 2^-58.5.
static const double arcsine_f32[] = {0x1.13fed4p-5, 0x1.18f91ep-6,
                                     0x1.fd8da2p-6, 0x1.6d5bbap-5,
                                     0x1.33343p-4,  0x1.555554p-3};
static const double arcsine_f64[] = {
    0x1.e529c6fce9bb4p-6, -0x1.3b416bb7d9257p-6, 0x1.406192d124629p-6,
    0x1.8f193743418ffp-9, 0x1.31622469ce5adp-7,  0x1.3b49de7121487p-7,
    0x1.7b027ee1dd585p-7, 0x1.c990ad3d8fdcap-7,  0x1.1c4efce23019fp-6,
    0x1.6e8ba123e494cp-6, 0x1.f1c71c7a52ba3p-6,  0x1.6db6db6dac1ep-5,
    0x1.3333333333388p-4, 0x1.5555555555555p-3};
SERIES(arcsine);

// (sinh x - x) / x^3 in x^2, |x| <= 1: f32 2^-27.7, f64 2^-56.6.
static const double hyperbolic_sine_f32[] = {0x1.78a70ep-19, 0x1.a009p-13,
                                             0x1.11111ep-7, 0x1.555556p-3};
static const double hyperbolic_sine_f64[] = {
    0x1.99f0806c2628dp-49, 0x1.ae777c36fd5b6p-41, 0x1.612467ccb226p-33,
    0x1.ae6456792a77fp-26, 0x1.71de3a556f96cp-19, 0x1.a01a01a01a001p-13,
    0x1.1111111111111p-7,  0x1.5555555555555p-3};
SERIES(hyperbolic_sine);

// (2 atanh x - 2 x) / x^3 in x^2, x <= 3 - sqrt 8: f32 2^-31.6, f64 2^-60.7.
static const double logarithm_f32[] = {0x1.dddaep-3, 0x1.245c0ap-2,
                                       0x1.9999ecp-2, 0x1.555556p-1};
static const double logarithm_f64[] = {
    0x1.0c1263e1bac13p-3, 0x1.0fbd2bafa02d6p-3, 0x1.3b1c42e3df02cp-3,
    0x1.745cf8c4c7bcap-3, 0x1.c71c7201f207cp-3, 0x1.2492492476765p-2,
    0x1.9999999999a3ap-2, 0x1.5555555555555p-1};
SERIES(logarithm);

// the last, less 2/3, by x^2: f32 2^-33.8, f64 2^-62.8.
static const double logarithm_tail_f32[] = {0x1.d80f9ep-3, 0x1.247a18p-2,
                                            0x1.9999a4p-2};
static const double logarithm_tail_f64[] = {
    0x1.0884ab56572ep-3,  0x1.1017b2e6717d6p-3, 0x1.3b18c07ffffa4p-3,
    0x1.745d09d5cea91p-3, 0x1.c71c71d811c69p-3, 0x1.249249248e475p-2,
    0x1.999999999999fp-2};
SERIES(logarithm_tail);

// (exp x - 1 - x) / x^2 in x, |x| <= log(2) / 2: f32 2^-30.8, f64 2^-61.7.
static const double exponential_f32[] = {0x1.a1256cp-13, 0x1.6d43bp-10,
                                         0x1.1110ep-7,   0x1.5554e8p-5,
                                         0x1.555556p-3,  0x1p-1};
static const double exponential_f64[] = {0x1.1f7340dbc337ep-29,
                                         0x1.af4e554377204p-26,
                                         0x1.27e4db46cddd1p-22,
                                         0x1.71de01fdbf9cap-19,
                                         0x1.a01a01a6e1e2ap-16,
                                         0x1.a01a01abf85abp-13,
                                         0x1.6c16c16c162c3p-10,
                                         0x1.11111111100bep-7,
                                         0x1.5555555555556p-5,
                                         0x1.5555555555557p-3,
                                         0x1p-1};
SERIES(exponential);

// erf x / x - 1 in x^2, |x| <= 0.77: f32 2^-29.4, f64 2^-56.2.
static const double error_f32[] = {
    0x1.86f28ap-14, -0x1.b4e382p-11, 0x1.55cb48p-8, -0x1.b82564p-6,
    0x1.ce2ef2p-4,  -0x1.812746p-2,  0x1.06eba8p-3};
static const double error_f64[] = {
    0x1.3a6883b4047fdp-34,  -0x1.47924e242bf8fp-30, 0x1.fb8358b138a04p-27,
    -0x1.5f67543ba90e1p-23, 0x1.b9e617ba2b226p-20,  -0x1.f4d2559aef04p-17,
    0x1.f9a326ce5346ep-14,  -0x1.c02db3ff826a1p-11, 0x1.565bcd0e683bep-8,
    -0x1.b82ce31288aep-6,   0x1.ce2f21a042be1p-4,   -0x1.812746b0379e7p-2,
    0x1.06eba8214db69p-3};
SERIES(error);

// (1 + 2 x) exp(x^2) erfc x in (x - 3) / (x + 3), 0.74 <= x: f32 2^-24.1, f64
// 2^-54.0.
static const double error_rest_f32[] = {
    0x1.b6626p-14, -0x1.a40c34p-14, -0x1.944b08p-11, 0x1.ee9434p-10,
    0x1.4b4c54p-9, -0x1.85732ap-6,  0x1.17ca58p-4,   -0x1.e88b8ap-4,
    0x1.098366p-3, -0x1.85a15cp-5,  -0x1.15c084p-3,  0x1.40c522p+0};
static const double error_rest_f64[] = {
    -0x1.d310dba49ef5dp-32, 0x1.30f16bcb86839p-32,  0x1.985b2bf2fbf96p-29,
    -0x1.41b74b6ff34fdp-36, -0x1.cc2ea60d4f3f1p-27, -0x1.920391adcef72p-27,
    0x1.a399271384dd6p-25,  0x1.af08d5ed8dda6p-24,  -0x1.3e85f77c37106p-23,
    -0x1.4a98936cc11b9p-21, 0x1.83dcc88072adep-22,  0x1.d2050aa6b56e8p-19,
    -0x1.89c817899d8e3p-21, -0x1.513b1361fb2c2p-16, 0x1.4c31c12f97661p-18,
    0x1.065a3498d22bcp-13,  -0x1.b9129a6278de3p-14, -0x1.98db50f503778p-11,
    0x1.ef1bdd8d75893p-10,  0x1.4b884e435c01cp-9,   -0x1.8574c40c19ab4p-6,
    0x1.17ca2877f1575p-4,   -0x1.e88b803a488d4p-4,  0x1.098366a5b46b5p-3,
    -0x1.85a15c58aa614p-5,  -0x1.15c084bb9e8f3p-3,  0x1.40c522d7e4987p+0};
SERIES(error_rest);

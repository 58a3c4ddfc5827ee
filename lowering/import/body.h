// What the scalar body of a structured operation computes.
#ifndef DLOPT_LOWERING_IMPORT_BODY_H
#define DLOPT_LOWERING_IMPORT_BODY_H

#include "dialect/verify/types.h"
#include "lowering/import/structured.h"

/// A value converted from another, in a way that is one conversion of
/// `dlopt.cast` with its defaults.
typedef struct dl_conversion {
  MlirValue source;
  bool extends;     ///< an integer is made wider: signedness matters
  bool is_unsigned; ///< and it is read as unsigned
  bool narrows;     ///< bits are lost
} dl_conversion;

/// Looks through chains of arith.extf, truncf, extsi, extui and trunci as far
/// as they are one conversion. Without any, `source` is `value`.
dl_conversion dl_match_conversion(MlirValue value);

/// A body that folds one value into its init: `init kind other`.
typedef struct dl_combiner {
  dl_combine kind;
  bool is_unsigned;
  bool negates;    ///< `init - other`, which is a sum with the negated value
  MlirValue other; ///< does not depend on the init
} dl_combiner;

/// Looks at result `index`. Null if it matched, else why not.
const char *dl_match_combiner(const dl_structured *view, intptr_t index,
                              dl_combiner *combiner);

/// A factor of a product in a body: `convert(input) - zero_point`.
typedef struct dl_factor {
  intptr_t operand;     ///< the input
  bool extends;         ///< an integer made wider: signedness matters
  bool is_unsigned;     ///< and it is read as unsigned
  MlirValue zero_point; ///< a scalar used from above; null for none or zero
} dl_factor;

/// A body that adds a product of two inputs to its init.
typedef struct dl_product_sum {
  bool adds_products;   ///< set also where no match: it is of this kind at all
  dl_factor factors[2]; ///< in the order of the inputs
  bool narrows;         ///< a factor loses bits before the product
  MlirType type;        ///< of products and sums
} dl_product_sum;

/// Null if it matched, else why not.
const char *dl_match_product_sum(const dl_structured *view,
                                 dl_product_sum *sum);

/// True if the kind starts from this value when there is no init.
bool dl_is_neutral(MlirAttribute init, const dl_combiner *combiner);

#endif // DLOPT_LOWERING_IMPORT_BODY_H

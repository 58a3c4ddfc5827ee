// All ops of the dialect: what the generators read.

include "dialect/ops/Contraction.td"
include "dialect/ops/Elementwise.td"
include "dialect/ops/Rows.td"
include "dialect/ops/Attention.td"
include "dialect/ops/Grouping.td"

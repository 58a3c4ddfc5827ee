// What a person reads after a compilation.
#ifndef DLOPT_TOOLS_COMMON_EXPLAIN_H
#define DLOPT_TOOLS_COMMON_EXPLAIN_H

#include "driver/report.h"
#include "driver/session.h"

#include <stdint.h>
#include <stdio.h>

/// Prints what dl_report_operations counted.
void dl_explain(const json_t *operations, FILE *stream);

/// Prints a line per stage with its time.
void dl_print_stages(const dl_session *session, FILE *stream);

#endif // DLOPT_TOOLS_COMMON_EXPLAIN_H

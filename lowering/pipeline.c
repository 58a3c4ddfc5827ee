// The named pipelines: the route through the compiler, top to bottom. Each row
// may use the rows above it.
#include "lowering/pass/pass.h"

const dl_pipeline_info dl_pipelines[] = {
    {0},
};
const size_t dl_n_pipelines =
    sizeof(dl_pipelines) / sizeof(dl_pipelines[0]) - 1;

// A launch: checks its size against the chip, makes the CTAs of the window,
// runs them, and frees all.
#include "runtime/emulate/bulk.h"
#include "runtime/emulate/mbarrier.h"
#include "runtime/emulate/wgmma.h"

#include <stdlib.h>
#include <string.h>

// Shared memory that a CTA may use, in bytes (CUDA programming guide,
// "Technical Specifications per Compute Capability"; without the KiB the system
// keeps).
static uint32_t max_shared(uint32_t sm) {
  switch (sm) {
  case 70:
  case 72:
    return 96 * 1024;
  case 75:
    return 64 * 1024;
  case 80:
  case 87:
    return 163 * 1024;
  case 86:
  case 89:
  case 120:
  case 121:
    return 99 * 1024;
  default:
    return 227 * 1024;
  }
}

static DloptStatus check_block(const dl_em_kernel *kernel,
                               const dl_em_launch_config *config) {
  const uint32_t *b = config->block;
  uint64_t threads = (uint64_t)b[0] * b[1] * b[2];
  if (b[0] == 0 || b[1] == 0 || b[2] == 0 || b[0] > 1024 || b[1] > 1024 ||
      b[2] > 64 || threads > 1024)
    return dl_status_error(DL_STATUS_INPUT,
                           "a block of %ux%ux%u; a CTA has 1 to 1024 threads",
                           b[0], b[1], b[2]);
  if (kernel->max_threads && threads > kernel->max_threads)
    return dl_status_error(
        DL_STATUS_INPUT, "a block of %llu threads; '%s' is compiled for %u",
        (unsigned long long)threads, kernel->name, kernel->max_threads);
  const uint32_t *r = kernel->required;
  if (r[0] && (r[0] != b[0] || r[1] != b[1] || r[2] != b[2]))
    return dl_status_error(DL_STATUS_INPUT,
                           "a block of %ux%ux%u; '%s' needs %ux%ux%u", b[0],
                           b[1], b[2], kernel->name, r[0], r[1], r[2]);
  return dl_status_ok();
}

static DloptStatus check_config(const dl_em_run *run) {
  const dl_em_launch_config *config = run->config;
  const dl_em_kernel *kernel = run->kernel;
  const uint32_t *g = config->grid;
  if (g[0] == 0 || g[1] == 0 || g[2] == 0 || g[0] > 0x7FFFFFFF ||
      g[1] > 65535 || g[2] > 65535)
    return dl_status_error(DL_STATUS_INPUT, "a grid of %ux%ux%u", g[0], g[1],
                           g[2]);
  DL_TRY(check_block(kernel, config));
  for (int i = 0; i < 3; ++i) {
    uint32_t c = run->cluster[i], k = kernel->cluster[i];
    if (c == 0 || g[i] % c != 0 || c > 16 || (k && k != c))
      return dl_status_error(DL_STATUS_INPUT,
                             "a cluster of %u in dimension %d of a grid of %u",
                             c, i, g[i]);
  }
  if (run->n_cluster > 16)
    return dl_status_error(DL_STATUS_INPUT, "a cluster of %u CTAs; 16 at most",
                           run->n_cluster);
  uint32_t sm = run->device->options.sm;
  uint64_t shared = (uint64_t)kernel->shared_bytes + config->dynamic_shared;
  uint32_t most = max_shared(sm ? sm : kernel->module->target);
  if (shared > most)
    return dl_status_error(DL_STATUS_INPUT,
                           "%llu bytes of shared memory; the chip has %u",
                           (unsigned long long)shared, most);
  return dl_status_ok();
}

static bool make_warp(dl_em_run *run, dl_em_warp *warp) {
  const dl_em_kernel *kernel = run->kernel;
  size_t local = (size_t)kernel->local_bytes * DL_EM_LANES;
  warp->run = run;
  warp->kernel = kernel;
  // Lane functions of halves read 128 bytes of any register.
  warp->registers =
      aligned_alloc(64, (kernel->register_bytes + 128 + 63) & ~63u);
  if (local > 0) {
    warp->local = malloc(local);
    warp->local_written = malloc(local / 8 + 1);
  }
  uint32_t n_agents =
      run->n_cluster * warp->cta->n_warps * (uint32_t)DL_EM_N_AGENTS;
  return warp->registers &&
         (local == 0 || (warp->local && warp->local_written)) &&
         (!run->is_racing || dl_em_view_init(&warp->view, n_agents));
}

static bool make_cta(dl_em_run *run, dl_em_cta *cta) {
  const uint32_t *b = run->config->block;
  cta->run = run;
  cta->shared_bytes = run->kernel->shared_bytes + run->config->dynamic_shared;
  cta->shared = aligned_alloc(128, (cta->shared_bytes + 128) & ~127u);
  cta->shared_written = malloc(cta->shared_bytes / 8 + 1);
  cta->n_warps = (b[0] * b[1] * b[2] + DL_EM_LANES - 1) / DL_EM_LANES;
  cta->warps = calloc(cta->n_warps, sizeof(*cta->warps));
  if (!cta->shared || !cta->shared_written || !cta->warps)
    return false;
  for (uint32_t w = 0; w < cta->n_warps; ++w) {
    cta->warps[w].cta = cta;
    if (!make_warp(run, &cta->warps[w]))
      return false;
  }
  return true;
}

static void free_cta(dl_em_cta *cta) {
  for (uint32_t w = 0; cta->warps && w < cta->n_warps; ++w) {
    free(cta->warps[w].registers);
    free(cta->warps[w].local);
    free(cta->warps[w].copies);
    free(cta->warps[w].local_written);
    dl_em_view_finish(&cta->warps[w].view);
    dl_em_view_finish(&cta->warps[w].relaxed);
    dl_em_view_finish(&cta->warps[w].released);
    dl_em_clock_finish(&cta->warps[w].map_fenced);
  }
  for (int i = 0; i < DL_EM_N_BARRIERS; ++i)
    for (int k = 0; k < 2; ++k)
      dl_em_view_finish(&cta->barriers[i].views[k]);
  for (int k = 0; k < 2; ++k)
    dl_em_view_finish(&cta->cluster_views[k]);
  dl_em_shadow_clear(&cta->shadow);
  dl_em_bulks_free(cta);
  dl_em_mbarriers_free(cta);
  dl_em_wgmma_free(cta);
  free(cta->warps);
  free(cta->shared);
  free(cta->shared_written);
}

static DloptStatus make_ctas(dl_em_run *run) {
  uint64_t window = run->device->options.window;
  window = (window + run->n_cluster - 1) / run->n_cluster * run->n_cluster;
  run->n_ctas = (uint32_t)(window < run->n_grid ? window : run->n_grid);
  run->ctas = calloc(run->n_ctas, sizeof(*run->ctas));
  run->params = calloc(run->kernel->param_bytes + 1, 1);
  bool ok = run->ctas && run->params;
  for (uint32_t c = 0; ok && c < run->n_ctas; ++c)
    ok = make_cta(run, &run->ctas[c]);
  return ok ? dl_status_ok()
            : dl_status_error(DL_STATUS_MEMORY, "no memory for a launch");
}

DloptStatus dl_em_launch(dl_em_device *device, const dl_em_kernel *kernel,
                         const dl_em_launch_config *config,
                         const void *const *args) {
  dl_em_run run = {.device = device,
                   .kernel = kernel,
                   .config = config,
                   .max_steps = device->options.max_steps,
                   .random = device->options.seed,
                   .first_report = device->n_reports,
                   .is_racing = !device->options.is_unraced,
                   .status = dl_status_ok()};
  for (int i = 0; i < 3; ++i) {
    uint32_t own = kernel->cluster[i] ? kernel->cluster[i] : 1;
    run.cluster[i] = config->cluster[i] ? config->cluster[i] : own;
  }
  run.n_grid = (uint64_t)config->grid[0] * config->grid[1] * config->grid[2];
  run.n_cluster = run.cluster[0] * run.cluster[1] * run.cluster[2];
  DL_TRY(check_config(&run));
  DloptStatus status = make_ctas(&run);
  if (status.code == DL_STATUS_OK) {
    for (uint32_t i = 0; i < kernel->n_params; ++i)
      memcpy(run.params + kernel->params[i].offset, args[i],
             kernel->params[i].n_bytes);
    dl_em_schedule(&run);
    status = run.status;
  }
  for (uint32_t c = 0; run.ctas && c < run.n_ctas; ++c)
    free_cta(&run.ctas[c]);
  for (uint32_t i = 0; i < device->n_regions; ++i)
    dl_em_shadow_clear(&device->regions[i].shadow);
  dl_em_sync_finish(&run);
  free(run.scratch);
  free(run.mma_cache);
  free(run.ctas);
  free(run.params);
  return status;
}

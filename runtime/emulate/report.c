// Reports: one for each kind and pair of instructions in a launch.
#include "runtime/emulate/machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const kind_texts[] = {
#define DL_EM_REPORT_TEXT(id, text) text,
    DL_EM_REPORT_KINDS(DL_EM_REPORT_TEXT)
#undef DL_EM_REPORT_TEXT
};

// The report of the same fault in this launch, or null.
static dl_em_report *find_report(const dl_em_run *run, const dl_em_insn *insn,
                                 const dl_em_insn *other,
                                 dl_em_report_kind kind) {
  dl_em_device *device = run->device;
  uint32_t other_line = other ? other->line : 0;
  for (size_t i = run->first_report; i < device->n_reports; ++i) {
    dl_em_report *report = &device->reports[i];
    if (report->kind == kind && report->ptx_line == insn->line &&
        report->other_ptx_line == other_line)
      return report;
  }
  return NULL;
}

void dl_em_note(dl_em_warp *warp, const dl_em_insn *insn,
                const dl_em_insn *other, dl_em_report_kind kind, uint32_t lane,
                const char *format, ...) {
  dl_em_run *run = warp->run;
  dl_em_device *device = run->device;
  dl_em_report *report = find_report(run, insn, other, kind);
  if (report) {
    ++report->times;
    return;
  }
  if (device->n_reports == DL_EM_MAX_REPORTS)
    return;
  report = &device->reports[device->n_reports++];
  const dl_em_module *module = warp->kernel->module;
  *report = (dl_em_report){.kind = kind,
                           .kernel = warp->kernel->name,
                           .ptx_line = insn->line,
                           .other_ptx_line = other ? other->line : 0,
                           .source_line = insn->source_line,
                           .warp = warp->index,
                           .lane = lane,
                           .times = 1};
  if (insn->file != 0 && insn->file < module->n_files)
    report->source_file = module->files[insn->file];
  for (int i = 0; i < 3; ++i)
    report->cta[i] = warp->cta->id[i];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(report->text, sizeof(report->text), format, arguments);
  va_end(arguments);
}

const dl_em_report *dl_em_device_reports(const dl_em_device *device,
                                         size_t *n) {
  *n = device->n_reports;
  return device->reports;
}

void dl_em_device_clear_reports(dl_em_device *device) { device->n_reports = 0; }

void dl_em_report_format(const dl_em_report *report, char *text, size_t room) {
  char place[300] = "", other[40] = "", times[40] = "";
  if (report->source_file)
    snprintf(place, sizeof(place), "%s:%u: ", report->source_file,
             report->source_line);
  if (report->other_ptx_line)
    snprintf(other, sizeof(other), " (and line %u)", report->other_ptx_line);
  if (report->times > 1)
    snprintf(times, sizeof(times), " [%llu times]",
             (unsigned long long)report->times);
  snprintf(text, room,
           "%s%s at PTX line %u%s of '%s', CTA %u,%u,%u, warp %u, lane %u: "
           "%s%s",
           place, kind_texts[report->kind], report->ptx_line, other,
           report->kernel, report->cta[0], report->cta[1], report->cta[2],
           report->warp, report->lane, report->text, times);
}

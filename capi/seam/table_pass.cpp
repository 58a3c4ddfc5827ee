// Why C++: the C API cannot register a pass under a flag, nor give it options.
// One Pass class is fed from the C pass table; pipelines from theirs.
#include "capi/seam/seam.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <cstring>
#include <memory>
#include <vector>

using namespace mlir;

namespace {

class TablePass final : public Pass {
public:
  explicit TablePass(const dl_pass_info *info)
      : Pass(TypeID::getFromOpaquePointer(info),
             *info->anchor ? std::optional<StringRef>(info->anchor)
                           : std::nullopt),
        info(info) {
    for (size_t i = 0; i < info->n_options; ++i)
      addOption(info->options[i]);
  }

  StringRef getName() const override { return info->flag; }
  StringRef getArgument() const override { return info->flag; }
  StringRef getDescription() const override { return info->summary; }

  bool canScheduleOn(RegisteredOperationName name) const override {
    return !*info->anchor || name.getStringRef() == info->anchor;
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    dl_seam_register_dialects(wrap(&registry));
  }

  LogicalResult initialize(MLIRContext *context) override {
    std::vector<char> values(info->options_size);
    for (size_t i = 0; i < info->n_options; ++i)
      storeOption(i, values.data() + info->options[i].offset);
    state.reset(dl_pass_state_create(info, wrap(context), values.data()),
                dl_pass_state_destroy);
    return success(state != nullptr);
  }

  std::unique_ptr<Pass> clonePass() const override {
    auto clone = std::make_unique<TablePass>(info);
    clone->copyOptionValuesFrom(this);
    clone->state = state;
    return clone;
  }

  void runOnOperation() override {
    if (failed(unwrap(dl_pass_run(state.get(), wrap(getOperation())))))
      signalPassFailure();
  }

private:
  void addOption(const dl_option_info &row) {
    llvm::cl::desc text(row.description);
    StringRef initial(row.default_text);
    switch (row.kind) {
    case DL_OPTION_BOOL:
      bools.push_back(std::make_unique<Option<bool>>(
          *this, row.name, text, llvm::cl::init(initial == "true")));
      ints.emplace_back(), strings.emplace_back();
      break;
    case DL_OPTION_INT:
      ints.push_back(std::make_unique<Option<int64_t>>(
          *this, row.name, text, llvm::cl::init(atoll(row.default_text))));
      bools.emplace_back(), strings.emplace_back();
      break;
    case DL_OPTION_STRING:
      strings.push_back(std::make_unique<Option<std::string>>(
          *this, row.name, text, llvm::cl::init(initial.str())));
      bools.emplace_back(), ints.emplace_back();
      break;
    }
  }

  void storeOption(size_t i, char *field) {
    if (bools[i])
      *reinterpret_cast<bool *>(field) = bools[i]->getValue();
    else if (ints[i])
      *reinterpret_cast<int64_t *>(field) = ints[i]->getValue();
    else
      *reinterpret_cast<const char **>(field) = strings[i]->getValue().c_str();
  }

  static LogicalResult unwrap(MlirLogicalResult result) {
    return success(mlirLogicalResultIsSuccess(result));
  }

  const dl_pass_info *info;
  std::shared_ptr<dl_pass_state> state;
  std::vector<std::unique_ptr<Option<bool>>> bools;
  std::vector<std::unique_ptr<Option<int64_t>>> ints;
  std::vector<std::unique_ptr<Option<std::string>>> strings;
};

} // namespace

void dl_seam_register_passes(void) {
  for (size_t i = 0; i < dl_n_passes; ++i) {
    const dl_pass_info *info = &dl_passes[i];
    registerPass([info] { return std::make_unique<TablePass>(info); });
  }
  for (size_t i = 0; i < dl_n_pipelines; ++i) {
    const dl_pipeline_info *row = &dl_pipelines[i];
    PassPipelineRegistration<>(
        row->flag, row->summary, [row](OpPassManager &manager) {
          (void)parsePassPipeline(row->pipeline, manager, llvm::errs());
        });
  }
}

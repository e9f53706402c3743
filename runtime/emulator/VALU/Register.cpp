#include "Core/Registry.h"

namespace prim::emulator {

namespace valu {
void registerFamilies(Registry &registry);
}
#ifdef PRIM_VALU_WIDE
namespace valuWide {
void registerFamilies(Registry &registry);
}
#endif

void registerValu(Registry &registry) {
#ifdef PRIM_VALU_WIDE
  if (__builtin_cpu_supports("x86-64-v3"))
    return valuWide::registerFamilies(registry);
#endif
  valu::registerFamilies(registry);
}

} // namespace prim::emulator

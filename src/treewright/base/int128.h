// 128-bit integers under names that -Wpedantic accepts.
#pragma once

namespace treewright {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

}  // namespace treewright

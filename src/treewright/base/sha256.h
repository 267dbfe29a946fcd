// SHA-256 (FIPS 180-4): the checksum of a model file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace treewright {

class Sha256 {
public:
    void update(std::string_view bytes);
    /// The digest of all bytes so far, as 64 lower-case hexadecimal digits. The object must not be used afterwards.
    [[nodiscard]] std::string finish();

private:
    void compress(const unsigned char* block);

    std::array<std::uint32_t, 8> state_ = {0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U, 0xa54ff53aU,
                                           0x510e527fU, 0x9b05688cU, 0x1f83d9abU, 0x5be0cd19U};
    std::array<unsigned char, 64> block_{};
    std::size_t filled_ = 0;
    std::uint64_t length_ = 0;  ///< in bytes
};

std::string sha256_hex(std::string_view bytes);

}  // namespace treewright

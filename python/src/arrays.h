// Vectors of the library as NumPy arrays, without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace treewright::python {

template <class Number>
nanobind::object shaped_array(std::vector<Number>&& numbers, std::initializer_list<std::size_t> shape) {
    auto own = std::make_unique<std::vector<Number>>(std::move(numbers));
    Number* const cells = own->data();
    const nanobind::capsule owner(own.get(), [](void* held) noexcept { delete static_cast<std::vector<Number>*>(held); });
    own.release();  // NOLINT(bugprone-unused-return-value): the capsule owns it now
    return nanobind::cast(nanobind::ndarray<nanobind::numpy, Number>(cells, shape, owner));
}

template <class Number>
nanobind::object array_of(std::vector<Number>&& numbers) {
    const std::size_t size = numbers.size();
    return shaped_array(std::move(numbers), {size});
}

template <class Number>
nanobind::object matrix_of(std::vector<Number>&& numbers, std::size_t rows, std::size_t columns) {
    return shaped_array(std::move(numbers), {rows, columns});
}

}  // namespace treewright::python

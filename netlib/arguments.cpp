// arguments.cpp (walking through the words of a command line)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "arguments.hpp"

#include "error.hpp"
#include "text.hpp"

namespace gpuinv::netlib {

bool ArgumentReader::next() {
  if (next_ == words_.size()) return false;
  word_ = words_[next_++];
  has_value_ = false;
  const size_t sign = word_.find('=');
  if (starts_with(word_, "--") && sign != std::string::npos) {
    value_ = word_.substr(sign + 1);
    word_.resize(sign);
    has_value_ = true;
  }
  return true;
}

bool ArgumentReader::is_option() const {
  return word_.size() > 1 && word_[0] == '-';
}

std::string ArgumentReader::value() {
  if (!has_value_) {
    if (next_ == words_.size()) throw UsageError(word_ + " needs a value");
    value_ = words_[next_++];
  }
  if (value_.empty()) throw UsageError(word_ + " needs a value");
  return value_;
}

double ArgumentReader::positive_number() {
  const std::string text = value();
  const auto number = parse_double(text);
  if (!number || *number <= 0)
    throw UsageError(word_ + ": not a number above 0: " + text);
  return *number;
}

long long ArgumentReader::positive_count() {
  const std::string text = value();
  const auto count = parse_count(text);
  if (!count || *count == 0)
    throw UsageError(word_ + ": not an integer above 0: " + text);
  return *count;
}

std::vector<std::string> ArgumentReader::list() {
  const std::string text = value();
  std::vector<std::string> items = split(text, ',');
  for (const std::string& item : items)
    if (item.empty()) throw UsageError(word_ + ": empty item in " + text);
  return items;
}

std::vector<std::string> ArgumentReader::rest() {
  return {words_.begin() + next_, words_.end()};
}

void ArgumentReader::unknown(const std::string& command) const {
  throw UsageError("unknown option of " + command + ": " + word_);
}

void ArgumentReader::no_value() const {
  if (has_value_) throw UsageError(word_ + " takes no value");
}

}  // namespace gpuinv::netlib

// arguments.hpp (walking through the words of a command line)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_ARGUMENTS_HPP
#define GPUINV_NETLIB_ARGUMENTS_HPP

#include <string>
#include <vector>

namespace gpuinv::netlib {

// Takes words one by one; an option's value is the next word or, as in
// "--jobs=2", what follows the sign.
class ArgumentReader {
 public:
  explicit ArgumentReader(const std::vector<std::string>& words)
      : words_(words) {}

  // Moves to the next word; false if there is none.
  bool next();

  // The word moved to, without "=value".
  const std::string& word() const { return word_; }
  bool is_option() const;

  // The value of the option moved to; UsageError if there is none.
  std::string value();
  double positive_number();         // UsageError if the value is not one
  long long positive_count();       // the same
  std::vector<std::string> list();  // values between commas, none empty

  // All words after the one moved to.
  std::vector<std::string> rest();

  // Ends the command because of the word moved to.
  [[noreturn]] void unknown(const std::string& command) const;

  // Must be called for options without value: UsageError for "--dual=1".
  void no_value() const;

 private:
  const std::vector<std::string>& words_;
  size_t next_ = 0;
  std::string word_, value_;
  bool has_value_ = false;
};

}  // namespace gpuinv::netlib

#endif

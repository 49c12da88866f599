// A peer of `apus-benchmark decode`: simdjson's DOM parser, and one owned std::string for each string in the text.
//
//     simdjson_feed FILE        for each line on standard input: decodes FILE once, prints the CPU milliseconds
//     simdjson_feed --sum FILE  prints what was read: strings, their bytes' sum, numbers
//
// Tests/Benchmarks/decode builds it where simdjson is installed (Debian: libsimdjson-dev).

#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include <simdjson.h>

namespace {

struct Values {
  std::vector<std::string> strings;
  std::vector<double> numbers;
  size_t booleans = 0;

  void add(simdjson::dom::element element) {
    switch (element.type()) {
    case simdjson::dom::element_type::OBJECT:
      for (auto member : simdjson::dom::object(element)) add(member.value);
      break;
    case simdjson::dom::element_type::ARRAY:
      for (auto child : simdjson::dom::array(element)) add(child);
      break;
    case simdjson::dom::element_type::STRING:
      strings.emplace_back(std::string_view(element));
      break;
    case simdjson::dom::element_type::BOOL:
      booleans += bool(element);
      break;
    case simdjson::dom::element_type::NULL_VALUE:
      break;
    default:
      numbers.push_back(double(element));
    }
  }
};

double cpu_milliseconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) * 1000 + double(time.tv_nsec) / 1e6;
}

}  // namespace

int main(int count, char **arguments) {
  bool sums = count == 3 && std::string(arguments[1]) == "--sum";
  if (count != 2 && !sums) {
    std::cerr << "Usage: simdjson_feed [--sum] FILE\n";
    return 2;
  }
  // Throws, and so ends the program, when the file cannot be read or is not JSON.
  simdjson::padded_string text = simdjson::padded_string::load(arguments[count - 1]);
  simdjson::dom::parser parser;
  if (sums) {
    Values values;
    values.add(parser.parse(text));
    size_t sum = 0;
    for (const std::string &string : values.strings)
      for (unsigned char byte : string) sum += byte;
    std::cout << values.strings.size() << " " << sum << " " << values.numbers.size() << "\n";
    return 0;
  }
  std::string line;
  size_t kept = 0;
  while (std::getline(std::cin, line)) {
    double start = cpu_milliseconds();
    {
      Values values;
      values.add(parser.parse(text));
      kept += values.strings.size();
    }
    std::cout << cpu_milliseconds() - start << std::endl;
  }
  return kept > 0 ? 0 : 1;
}

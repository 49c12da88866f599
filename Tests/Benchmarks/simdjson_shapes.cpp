// A peer of `apus-benchmark shapes`: simdjson's on-demand interface, into structs that own what they hold.
//
//     simdjson_shapes SHAPE FILE        for each line on standard input: decodes FILE once, prints the CPU milliseconds
//     simdjson_shapes --sum SHAPE FILE  prints what was read: strings, their bytes' sum, numbers
//
// Fields are asked for in their order, as the interface wants it. Tests/Benchmarks/decode builds it where simdjson is
// installed (Debian: libsimdjson-dev).

#include <array>
#include <cstring>
#include <ctime>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <simdjson.h>

namespace {

using namespace simdjson;
using ondemand::object;
using ondemand::value;

struct Sum {
  size_t strings = 0, bytes = 0, numbers = 0;
  void add(std::string_view text) {
    strings++;
    for (unsigned char byte : text) bytes += byte;
  }
};

std::string text(simdjson_result<value> field) { return std::string(std::string_view(field.get_string())); }

struct Coordinate {
  double latitude, longitude, altitude, accuracy;
  explicit Coordinate(object row)
      : latitude(row["latitude"]), longitude(row["longitude"]), altitude(row["altitude"]), accuracy(row["accuracy"]) {}
  void add(Sum &sum) const { sum.numbers += 4; }
};

struct Text {
  std::string title, summary, body;
  explicit Text(object row) : title(text(row["title"])), summary(text(row["summary"])), body(text(row["body"])) {}
  void add(Sum &sum) const { sum.add(title), sum.add(summary), sum.add(body); }
};

template <class T> std::optional<T> optional(simdjson_result<value> field) {
  value present = field.value();
  if (present.is_null()) return std::nullopt;
  if constexpr (std::is_same_v<T, std::string>) return std::string(std::string_view(present.get_string()));
  else if constexpr (std::is_same_v<T, double>) return double(present.get_double());
  else if constexpr (std::is_same_v<T, bool>) return bool(present.get_bool());
  else return int64_t(present.get_int64());
}

struct Sparse {
  std::optional<std::string> a; std::optional<int64_t> b; std::optional<double> c; std::optional<bool> d;
  std::optional<std::string> e; std::optional<int64_t> f; std::optional<double> g; std::optional<bool> h;
  std::optional<std::string> i; std::optional<int64_t> j;
  explicit Sparse(object row)
      : a(optional<std::string>(row["a"])), b(optional<int64_t>(row["b"])), c(optional<double>(row["c"])),
        d(optional<bool>(row["d"])), e(optional<std::string>(row["e"])), f(optional<int64_t>(row["f"])),
        g(optional<double>(row["g"])), h(optional<bool>(row["h"])), i(optional<std::string>(row["i"])),
        j(optional<int64_t>(row["j"])) {}
  void add(Sum &sum) const {
    for (auto string : {&a, &e, &i}) if (*string) sum.add(**string);
    sum.numbers += bool(b) + bool(c) + bool(f) + bool(g) + bool(j);
  }
};

const std::array<std::string_view, 6> kinds = {
    "BUG", "FEATURE_REQUEST", "QUESTION", "DOCUMENTATION_CHANGE", "PERFORMANCE", "SECURITY_ADVISORY"};
const std::array<std::string_view, 5> statuses = {
    "OPEN", "IN_PROGRESS", "WAITING_FOR_REVIEW", "CLOSED_AS_COMPLETED", "CLOSED_AS_DUPLICATE"};
const std::array<std::string_view, 4> priorities = {"LOW", "MEDIUM", "HIGH", "CRITICAL"};
const std::array<std::string_view, 3> visibilities = {"PUBLIC", "INTERNAL_TO_ORGANIZATION", "PRIVATE"};

template <class Names> int position(const Names &names, simdjson_result<value> field) {
  std::string_view name = field.get_string();
  for (size_t index = 0; index < names.size(); index++) if (names[index] == name) return int(index);
  throw std::runtime_error("unknown enum value");
}

struct Flags {
  int kind, status, priority, visibility;
  explicit Flags(object row)
      : kind(position(kinds, row["kind"])), status(position(statuses, row["status"])),
        priority(position(priorities, row["priority"])), visibility(position(visibilities, row["visibility"])) {}
  void add(Sum &sum) const {
    sum.add(kinds[kind]), sum.add(statuses[status]), sum.add(priorities[priority]), sum.add(visibilities[visibility]);
  }
};

struct Song { std::string name, id, title; int64_t seconds; };
struct Film { std::string name, id, title; int64_t minutes; std::string director; };
struct Book { std::string name, id, title; int64_t pages; };

struct Item {
  std::variant<Song, Film, Book> item;
  explicit Item(object row) : item(read(row)) {}
  static std::variant<Song, Film, Book> read(object row) {
    std::string name = text(row["__typename"]), id = text(row["id"]), title = text(row["title"]);
    if (name == "Song") return Song{name, id, title, row["seconds"]};
    if (name == "Film") {
      int64_t minutes = row["minutes"];
      return Film{name, id, title, minutes, text(row["director"])};
    }
    return Book{name, id, title, row["pages"]};
  }
  void add(Sum &sum) const {
    std::visit([&](auto &it) { sum.add(it.name), sum.add(it.id), sum.add(it.title); }, item);
    if (auto film = std::get_if<Film>(&item)) sum.add(film->director);
    sum.numbers++;
  }
};

template <int N> struct Level {
  int64_t number;
  Level<N - 1> next;
  explicit Level(object row) : number(row["number"]), next(object(row["next"])) {}
  void add(Sum &sum) const { sum.numbers++, next.add(sum); }
};
template <> struct Level<1> {
  int64_t number;
  explicit Level(object row) : number(row["number"]) {}
  void add(Sum &sum) const { sum.numbers++; }
};

// Dates and UUIDs are taken from their bytes, a URL is its text.
struct Stamp {
  std::string idText;  // for the sum
  std::array<uint8_t, 16> id;
  int64_t created, updated;
  std::string createdText, updatedText, link;
  static int64_t seconds(std::string_view t) {
    auto two = [&](int at) { return int64_t(t[at] - '0') * 10 + (t[at + 1] - '0'); };
    int64_t year = two(0) * 100 + two(2), month = two(5), day = two(8);
    year -= month <= 2;
    int64_t era = year / 400, ofEra = year - era * 400;
    int64_t days = era * 146097 + ofEra * 365 + ofEra / 4 - ofEra / 100
                   + (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return days * 86400 + two(11) * 3600 + two(14) * 60 + two(17);
  }
  static int digit(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }
  static inline bool keepsTexts = false;
  explicit Stamp(object row) {
    std::string_view uuid = row["id"].get_string();
    for (size_t at = 0, to = 0; to < 16; at += 2) {
      if (uuid[at] == '-') at++;
      id[to++] = uint8_t(digit(uuid[at]) << 4 | digit(uuid[at + 1]));
    }
    std::string_view first = row["createdAt"].get_string();
    created = seconds(first);
    std::string_view second = row["updatedAt"].get_string();
    updated = seconds(second);
    if (keepsTexts) idText = uuid, createdText = first, updatedText = second;
    link = text(row["link"]);
  }
  void add(Sum &sum) const { sum.add(idText), sum.add(createdText), sum.add(updatedText), sum.add(link); }
};

double cpu_milliseconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) * 1000 + double(time.tv_nsec) / 1e6;
}

template <class Row> Sum decode(ondemand::parser &parser, const padded_string &json, const char *field, bool sums) {
  Sum sum;
  std::vector<Row> rows;
  ondemand::document document = parser.iterate(json);
  for (auto row : document[field].get_array()) rows.emplace_back(object(row.get_object()));
  if (sums) for (const Row &row : rows) row.add(sum);
  sum.numbers += sums ? 0 : rows.size();
  return sum;
}

}  // namespace

int main(int count, char **arguments) {
  bool sums = count == 4 && std::string(arguments[1]) == "--sum";
  if (count != 3 && !sums) {
    std::cerr << "Usage: simdjson_shapes [--sum] SHAPE FILE\n";
    return 2;
  }
  const char *shape = arguments[count - 2];
  using Decode = Sum (*)(ondemand::parser &, const padded_string &, const char *, bool);
  const std::map<std::string, Decode> decoders = {
      {"coordinates", decode<Coordinate>}, {"texts", decode<Text>}, {"optionals", decode<Sparse>},
      {"enums", decode<Flags>}, {"unions", decode<Item>}, {"levels", decode<Level<8>>}, {"scalars", decode<Stamp>}};
  Decode run = decoders.at(shape);
  padded_string json = padded_string::load(arguments[count - 1]);
  ondemand::parser parser;
  if (sums) {
    Stamp::keepsTexts = true;
    Sum sum = run(parser, json, shape, true);
    std::cout << sum.strings << " " << sum.bytes << " " << sum.numbers << "\n";
    return 0;
  }
  std::string line;
  size_t kept = 0;
  while (std::getline(std::cin, line)) {
    double start = cpu_milliseconds();
    kept += run(parser, json, shape, false).numbers;
    std::cout << cpu_milliseconds() - start << std::endl;
  }
  return kept > 0 ? 0 : 1;
}

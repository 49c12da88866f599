/// How answers are made up.
struct MockOptions {
  /// Another one gives other values.
  var seed = 0
  var listLength = 2
  /// How many events a subscription has.
  var eventCount = 3
  /// Between two events, in milliseconds.
  var pause = 500
}

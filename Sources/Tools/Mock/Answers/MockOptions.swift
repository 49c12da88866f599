struct MockOptions {
  /// A different seed gives different values.
  var seed = 0
  var listLength = 2
  /// The number of events in a subscription.
  var eventCount = 3
  /// The time between two events, in milliseconds.
  var pause = 500
}

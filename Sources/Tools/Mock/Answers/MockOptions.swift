struct MockOptions {
  /// A different seed gives different values.
  var seed = 0
  var listLength = 2
  /// The number of events in a subscription.
  var eventCount = 3
  /// Whether an operation gets one shape of its response after another.
  var hasEveryShape = false
  /// The time between two events, in milliseconds.
  var pause = 500
}

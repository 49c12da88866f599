extension Duration {
  /// A duration that can be added to an instant and slept for: neither negative nor more than ten years.
  var asTimeout: Duration { min(max(self, .zero), .seconds(10 * 365 * 24 * 3600)) }
}

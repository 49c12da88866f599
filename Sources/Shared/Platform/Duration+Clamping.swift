extension Duration {
  /// The duration, clamped so that it can be added to an instant and slept for: neither negative nor longer than ten years.
  package var asTimeout: Duration { min(max(self, .zero), .seconds(10 * 365 * 24 * 3600)) }
}

enum Duration {
  static func text(seconds: Int) -> String { "\(seconds / 60):\(seconds % 60)" }
}

import ApusDriver

extension ParsedArguments {
  /// The number given for an option; nil if the option is missing.
  ///
  /// - Throws: ``UsageError`` if the value is not a number in the range.
  func number(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(option) must be a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'.")
    }
    return number
  }
}

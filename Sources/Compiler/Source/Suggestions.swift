/// "Did you mean …?": known names that look like an unknown one.
package enum Suggestions {
  /// The maximum number of names to suggest.
  private static let maximumCount = 5

  /// A sentence that suggests known names similar to `name`, with a leading space; empty if none is similar.
  ///
  /// - Parameters:
  ///   - name: the name that was written.
  ///   - options: the names that are valid there.
  package static func didYouMean(_ name: String, among options: [String]) -> String {
    didYouMean(list(for: name, among: options))
  }

  /// A sentence that suggests `names`, with a leading space; empty if there are none.
  ///
  /// - Parameter subject: words between "Did you mean" and the names, for example "to use an inline fragment on".
  package static func didYouMean(_ names: [String], subject: String? = nil) -> String {
    if names.isEmpty { return "" }
    let quoted = names.prefix(maximumCount).map { "\"\($0)\"" }
    return " Did you mean \(subject.map { $0 + " " } ?? "")\(join(quoted, "or"))?"
  }

  /// Returns the options closest to `name`, the nearest first. Equally near ones are in natural order.
  package static func list(for name: String, among options: [String]) -> [String] {
    let distance = LexicalDistance(from: name)
    var found: [(option: String, distance: Int)] = []
    var seen: Set<String> = []
    for option in options {
      if let edits = distance.measure(option), seen.insert(option).inserted { found.append((option, edits)) }
    }
    found.sort { left, right in
      if left.distance != right.distance { return left.distance < right.distance }
      return isBeforeInNaturalOrder(left.option, right.option)
    }
    return found.map(\.option)
  }

  /// `A`, `A or B`, `A, B, or C`.
  package static func join(_ items: [String], _ conjunction: String) -> String {
    if items.count < 3 { return items.joined(separator: " \(conjunction) ") }
    return items.dropLast().joined(separator: ", ") + ", \(conjunction) " + (items.last ?? "")
  }
}

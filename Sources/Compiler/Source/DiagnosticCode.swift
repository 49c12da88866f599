/// The stable name of a kind of diagnostic, with the page that `apus-tool explain` shows for it.
///
/// A ``Diagnostic`` takes the code itself, not its name, so nothing without a page can be reported. Each stage declares
/// its codes in an extension, next to the rule that reports them, and lists them for the catalog:
///
///     extension DiagnosticCode {
///       package static let unknownFragment = DiagnosticCode(
///         "unknown-fragment",
///         title: "A spread of a fragment that no document defines",
///         explanation: "A fragment spread names a fragment of the same target.",
///         example: "{ viewer { ...UserParts } }",
///         fix: "Define `fragment UserParts on User { … }`, or correct the name.")
///     }
package final class DiagnosticCode: Sendable {
  /// Words joined by hyphens, for example `unknown-fragment`.
  package let name: String
  /// The error as a noun phrase without a full stop.
  package let title: String
  /// The reason for the rejection, or the consequence.
  package let explanation: String
  /// GraphQL or configuration text that has the problem.
  package let example: String
  /// The fix, with corrected text if that helps.
  package let fix: String
  /// Whether the code is a warning, which a configuration can silence. Always true for a schema's codes.
  package let isWarning: Bool
  /// Whether all warnings with this code share one cause, so that a terminal shows the first and counts the others.
  package let isOneCause: Bool
  /// The value under `warnings` that switches on a code that is off by default, in JSON; nil for all other codes.
  package let switchedOnBy: String?

  package init(
    _ name: String, title: String, explanation: String, example: String, fix: String, isWarning: Bool = false,
    isOneCause: Bool = false, switchedOnBy: String? = nil
  ) {
    self.name = name
    self.title = title
    self.explanation = explanation
    self.example = example
    self.fix = fix
    self.isWarning = isWarning
    self.isOneCause = isOneCause
    self.switchedOnBy = switchedOnBy
  }

  /// How to switch the code on, if it is off by default.
  private var advice: String {
    switchedOnBy.map { "\nOff unless apus.json has: \"warnings\": { \"\(name)\": \($0) }\n" } ?? ""
  }

  /// The page of `apus-tool explain`: plain text that reads well in a terminal, ending with a line feed.
  package var page: String {
    let indented = example.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    return """
      \(name): \(title)

      \(explanation)
      \(advice)
      Example:

      \(indented)

      Fix: \(fix)

      """
  }
}

extension DiagnosticCode: Hashable {
  package static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

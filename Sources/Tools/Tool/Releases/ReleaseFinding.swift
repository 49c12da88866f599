import ApusSource

/// The effect of a schema change on users of a shipped version, at one position in an operation.
struct ReleaseFinding {
  /// An effect. The worst comes first.
  enum Effect: String, CaseIterable {
    case rejected = "request is rejected"
    case undecodable = "response cannot be decoded"
    case unknown = "value is dropped or becomes unknown"
    case nothing = "nothing"

    /// Whether users of the version lose what the operation is for.
    var isBreaking: Bool { self == .rejected || self == .undecodable }
  }

  /// The version, or the path of a manifest.
  let version: String
  let operation: String
  let id: String
  /// The response keys that lead to the place, such as `album.title`, or a variable, such as `$id`.
  let place: String
  let effect: Effect
  /// The reason and its position; nil if nothing happens.
  let diagnostic: Diagnostic?

  /// The finding as a diagnostic about the release's file; nil if nothing happens.
  var reported: Diagnostic? {
    guard var diagnostic else { return nil }
    let place = place.isEmpty ? "" : ", \(place)"
    diagnostic.severity = effect.isBreaking ? .error : .warning
    diagnostic.message = "\(version), \(operation)\(place): \(effect.rawValue). \(diagnostic.message)"
    return diagnostic
  }
}

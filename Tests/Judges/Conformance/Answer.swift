import ApusSource
import ApusSyntax
import Foundation

/// The verdict on one question.
enum Answer {
  /// Accepted, with the results that the kind has.
  case accepted([String: Any])
  /// Refused in a stage (`syntax`, `validate`, `schema-types`, …).
  case refused(stage: String, [Diagnostic])
  /// The question cannot be answered.
  case unsupported(String)

  /// Refused for a syntax error in `source`.
  static func refused(_ error: SyntaxError, in source: SourceFile, stage: String = "syntax") -> Answer {
    .refused(stage: stage, [error.diagnostic(in: source)])
  }

  /// The line of JSON that tells it.
  func line(identifier: Any) -> String {
    var object: [String: Any] = ["id": identifier]
    switch self {
    case .accepted(let results):
      object.merge(results) { _, result in result }
      object["ok"] = true
    case .refused(let stage, let errors):
      object["ok"] = false
      object["stage"] = stage
      object["errors"] = errors.map {
        ["message": $0.messageInReferenceWords, "locations": $0.ranges.map(location)] as [String: Any]
      }
    case .unsupported(let reason):
      object["ok"] = NSNull()
      object["unsupported"] = reason
    }
    let data = try? JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private func location(_ range: SourceRange) -> [Int] {
    let position = range.file.positionInCodePoints(at: range.start)
    return [position.line, position.column]
  }
}

extension SourceFile {
  /// Line and column, the column in code points as the reference counts them.
  func positionInCodePoints(at offset: Int) -> SourcePosition {
    var position = position(at: offset)
    let start = lineBounds(position.line - 1).start
    position.column = 1 + (start..<min(offset, count)).count { bytes[$0] & 0xC0 != 0x80 }
    return position
  }
}

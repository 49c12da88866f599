/// What servers said of fields that failed, and that nothing is kept of: why they are missing.
///
/// It is in memory alone, and changed and read as ``RecordTable`` is.
final class FailedFields {
  /// More records than that are forgotten together: that a field is missing is known without its message.
  private static let limit = 4096

  /// The messages of a record by the fields on the way to the one that failed. Elements of lists are not told apart.
  private var messages: [UInt32: [[UInt32]: String]] = [:]

  var isEmpty: Bool { messages.isEmpty }

  func note(_ record: UInt32, _ path: [UInt32], _ message: String) {
    if messages.count >= Self.limit, messages[record] == nil { messages.removeAll() }
    messages[record, default: [:]][path] = message
  }

  func message(_ record: UInt32, _ path: [UInt32]) -> String? { messages[record]?[path] }

  func forget(_ record: UInt32) { messages[record] = nil }

  /// Forgets what was said of a field, and of fields within its objects.
  func forget(_ record: UInt32, _ field: UInt32) {
    guard let known = messages[record] else { return }
    let left = known.filter { $0.key.first != field }
    messages[record] = left.isEmpty ? nil : left
  }
}

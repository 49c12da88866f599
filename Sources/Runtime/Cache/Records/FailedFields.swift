/// The error messages of failed fields without a value: they explain misses.
///
/// Kept only in memory; locked like ``RecordTable``.
final class FailedFields {
  /// The maximum number of records: above it all messages are dropped, and misses just lack their message.
  private static let limit = 4096

  /// The messages of a record, by the path of fields to the failed one. Paths do not contain list indices.
  private var messages: [UInt32: [[UInt32]: String]] = [:]

  var isEmpty: Bool { messages.isEmpty }

  func note(_ record: UInt32, _ path: [UInt32], _ message: String) {
    if messages.count >= Self.limit, messages[record] == nil { messages.removeAll() }
    messages[record, default: [:]][path] = message
  }

  func message(_ record: UInt32, _ path: [UInt32]) -> String? { messages[record]?[path] }

  func forget(_ record: UInt32) { messages[record] = nil }

  /// Drops the messages of a field and of fields nested in it.
  func forget(_ record: UInt32, _ field: UInt32) {
    guard let known = messages[record] else { return }
    let left = known.filter { $0.key.first != field }
    messages[record] = left.isEmpty ? nil : left
  }
}

import Apus
import ApusCache
import ApusPlatform

/// The identifiers of objects that queued mutations will create, with the server's identifiers once they are known.
struct TemporaryIDs {
  /// The prefix of temporary identifiers. JSON writes it without escapes.
  private static let prefix = "apus-temporary-"

  private static let prefixBytes = Array(prefix.utf8)

  static func make() -> String { prefix + UUID().uuidString }

  static func isTemporary(_ id: String) -> Bool { id.hasPrefix(prefix) }

  /// The number of the server's identifiers to store, for views that still show temporary ones.
  private static let limit: UInt32 = 10_000

  private(set) var real: [String: String] = [:]
  private var numbers: [UInt32: String] = [:]
  private var last: UInt32 = 0

  // MARK: - Rows

  /// Records the server's identifier.
  ///
  /// - Returns: the rows to write and to remove.
  mutating func note(_ temporary: String, is id: String) throws -> [StoredChange] {
    repeat { last &+= 1 } while numbers[last] != nil
    (real[temporary], numbers[last]) = (id, temporary)
    var changes = [try QueueRows.change(.fields, last, [temporary, id])]
    let first = last &- Self.limit
    if let oldest = numbers.removeValue(forKey: first) {
      real[oldest] = nil
      changes.append(StoredChange(table: .fields, number: first, bytes: nil))
    }
    return changes
  }

  /// All rows, for a new file.
  func allRows() throws -> [StoredChange] {
    try numbers.compactMap { number, temporary in
      try real[temporary].map { try QueueRows.change(.fields, number, [temporary, $0]) }
    }
  }

  /// A row that is not a pair of identifiers.
  struct NoPair: Error {}

  /// Adds a row that was written earlier.
  mutating func take(_ number: UInt32, _ pair: [String]) throws {
    guard pair.count == 2 else { throw NoPair() }
    (real[pair[0]], numbers[number], last) = (pair[1], pair[0], max(last, number))
  }

  // MARK: - Variables

  /// Whether variables contain temporary identifiers. Most do not, and comparing bytes is faster than comparing characters.
  private static func hasAny(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var start = 0
      while start + prefixBytes.count <= bytes.count {
        if bytes[start] == prefixBytes[0], bytes[start...].starts(with: prefixBytes) { return true }
        start += 1
      }
      return false
    }
  }

  /// Variables with the server's identifiers in place of temporary ones.
  func resolved(_ text: String) -> String {
    guard Self.hasAny(text), let value = try? GraphQLValue(json: text) else { return text }
    return replaced(value).description
  }

  private func replaced(_ value: GraphQLValue) -> GraphQLValue {
    switch value {
    case .string(let text): .string(real[text] ?? text)
    case .list(let elements): .list(elements.map(replaced))
    case .object(let members): .object(members.mapValues(replaced))
    case .null, .bool, .number: value
    }
  }

  /// The temporary identifiers in variables whose server identifiers are not known yet.
  func unresolved(in text: String) -> Set<String> {
    guard Self.hasAny(text), let value = try? GraphQLValue(json: text) else { return [] }
    return Self.temporary(in: replaced(value))
  }

  private static func temporary(in value: GraphQLValue) -> Set<String> {
    switch value {
    case .string(let text): isTemporary(text) ? [text] : []
    case .list(let elements): elements.reduce(into: []) { $0.formUnion(temporary(in: $1)) }
    case .object(let members): members.values.reduce(into: []) { $0.formUnion(temporary(in: $1)) }
    case .null, .bool, .number: []
    }
  }
}

import Apus

/// The values of an operation's variables as canonical JSON.
struct PlanVariables {
  private struct Member {
    var name: Range<Int>
    var value: Range<Int>
  }

  static let none = PlanVariables()

  /// The JSON of the variables, followed by the canonical text of each value whose own text is not canonical.
  private var text: [UInt8] = []
  private var members: [Member] = []

  private init() {}

  /// - Throws: ``GraphQLCacheError/invalidVariables(_:)``.
  init(json: [UInt8]) throws {
    text = json
    var others: [Int] = []
    json.withUnsafeBufferPointer { json in
      guard let start = json.baseAddress else { return }
      var scanner = JSONScanner(json, start)
      members.reserveCapacity(4)
      scanner.skipSpace()
      scanner.p += 1
      scanner.skipSpace()
      while scanner.p < scanner.end, scanner.p.pointee == 0x22 {
        let nameStart = scanner.offset
        let name = scanner.skipName()
        let value = scanner.offset
        scanner.skipValue()
        let isCanonical = Self.isCanonical(UnsafeBufferPointer(rebasing: json[value..<scanner.offset]))
        if !isCanonical { others.append(members.count) }
        members.append(
          Member(name: (nameStart + 1)..<(nameStart + name.count - 1), value: value..<scanner.offset))
        scanner.skipComma()
      }
    }
    for index in others {
      do {
        let value = try GraphQLValue(json: json[members[index].value])
        let start = text.count
        text += ArgumentText.canonicalText(value)
        members[index].value = start..<text.count
      } catch {
        throw GraphQLCacheError.invalidVariables("\(error)")
      }
    }
  }

  /// Whether a value is its own canonical text, as nearly all are: a string without escapes, a short integer, a Boolean or null.
  private static func isCanonical(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    switch value.first ?? 0 {
    case 0x22: return !value.contains(0x5C)
    case 0x66, 0x6E, 0x74: return true
    case 0x30: return value.count == 1
    case 0x31...0x39: return value.count <= 18 && value.allSatisfy { $0 &- 0x30 < 10 }
    default: return false
    }
  }

  /// Whether a variable is true.
  ///
  /// - Parameter defaultText: its default value.
  func isTrue(_ name: String, _ defaultText: [UInt8]?) -> Bool {
    var text: [UInt8] = []
    if !append(Array(name.utf8), to: &text), let defaultText { text = defaultText }
    return text == Self.trueText
  }

  private static let trueText = Array("true".utf8)

  /// Appends a variable's value.
  ///
  /// - Returns: whether it has one.
  func append(_ name: [UInt8], to target: inout [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      for member in members where member.name.count == name.count {
        guard text[member.name].elementsEqual(name) else { continue }
        target.append(contentsOf: UnsafeBufferPointer(rebasing: text[member.value]))
        return true
      }
      return false
    }
  }
}

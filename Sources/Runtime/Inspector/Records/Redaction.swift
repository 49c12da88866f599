import Apus
import ApusCache
import ApusPlatform

/// Replaces the values in records, but keeps their shape: equal strings stay equal, and numbers and Booleans are of their type.
///
/// Only one thread uses it.
final class Redaction {
  private var names: [String: String] = [:]

  /// The name that replaces a text: the same for equal texts.
  func text(_ text: String) -> String {
    if let known = names[text] { return known }
    let name = "s\(names.count + 1)"
    names[text] = name
    return name
  }

  /// A cache key with its type: `Album:s3`. For a root field, the field without arguments.
  func key(_ key: String) -> String {
    guard let colon = key.firstIndex(of: ":"), !key[..<colon].contains("(") else { return field(key) }
    return key[...colon] + text(String(key[key.index(after: colon)...]))
  }

  /// A field without the values of its arguments.
  func field(_ field: String) -> String {
    guard let parenthesis = field.firstIndex(of: "(") else { return field }
    return field[..<parenthesis] + "(…)"
  }

  /// The kind of a cause: the sentence may quote keys.
  func cause(_ cause: any CustomStringConvertible) -> String {
    switch cause as? GraphQLFetchCause {
    case .policy?: "policy"
    case .missing(let misses)?: "\(misses.count) missing"
    case .expired?: "expired"
    case .invalidated?: "invalidated"
    case nil: "unknown"
    }
  }

  /// A URL without its path, which may have a token in it.
  func url(_ url: URL) -> String {
    guard let scheme = url.scheme, let host = url.host else { return "<redacted>" }
    return "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
  }

  /// JSON with other values. `__typename` stays.
  func json(_ json: some Sequence<UInt8>) -> [UInt8] {
    JSONReplacement.json(json) { name, _ in
      name?.elementsEqual("__typename".utf8) != true
    } string: { string in
      quotedName(of: content(string))
    }
  }

  /// A document without the strings and numbers in it, which an app may have written there instead of using variables, and without comments.
  func document(_ document: String) -> String {
    var output: [UInt8] = []
    var input = Array(document.utf8)[...]
    while let byte = input.first {
      switch byte {
      case UInt8(ascii: "\""):
        let isBlock = input.starts(with: Self.blockQuotes)
        let text = isBlock ? takeBlockString(&input) : content(JSONReplacement.takeString(&input))
        output += quotedName(of: text)
      case UInt8(ascii: "#"): input = input.drop { $0 != 0x0A && $0 != 0x0D }
      case UInt8(ascii: "-"), 0x30...0x39:
        JSONReplacement.takeWord(&input)
        output.append(UInt8(ascii: "0"))
      default:
        // A name may contain digits.
        let name = input.prefix(while: Self.isOfName)
        output += name.isEmpty ? input.prefix(1) : name
        input.removeFirst(max(1, name.count))
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static let blockQuotes = Array("\"\"\"".utf8)

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      0x30...0x39:
      true
    default: false
    }
  }

  private func quotedName(of text: String) -> [UInt8] { Array("\"\(self.text(text))\"".utf8) }

  /// The content of a string with quotation marks. Escaped characters count as themselves, so that equal strings are equal.
  private func content(_ string: ArraySlice<UInt8>) -> String {
    if string.contains(UInt8(ascii: "\\")), let value = try? GraphQLValue(json: string).string {
      return value
    }
    return String(decoding: string.dropFirst().dropLast(), as: UTF8.self)
  }

  private func takeBlockString(_ input: inout ArraySlice<UInt8>) -> String {
    var end = input.startIndex + Self.blockQuotes.count
    while end < input.endIndex, !input[end...].starts(with: Self.blockQuotes) {
      let isEscape = input[end] == UInt8(ascii: "\\") && input[(end + 1)...].starts(with: Self.blockQuotes)
      end += isEscape ? 4 : 1
    }
    end = min(end + Self.blockQuotes.count, input.endIndex)
    defer { input = input[end...] }
    return String(decoding: input[..<end], as: UTF8.self)
  }
}

import ApusDriver
import ApusSource
import ApusSwiftSource

/// The scalar bindings in the `CustomScalars` files, which Apollo generates once for people to edit.
struct ApolloScalars {
  /// Bindings, by the scalar's name in Apollo.
  private(set) var bindings: [String: JSONOutput] = [:]
  /// Swift types, by the scalar's name in Apollo.
  private(set) var types: [String: String] = [:]
  /// Notes about bindings that need manual attention.
  private(set) var remarks: [String] = []

  private static let plain: Set<String> = [
    "String", "Bool", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt32", "UInt64",
  ]

  /// Reads all files in a folder `CustomScalars` below `folder`.
  init(below folder: String, show: (String) -> String) {
    ApolloFiles.walk(folder) { path in
      guard Path.lastComponent(of: Path.parent(of: path)) == "CustomScalars", path.hasSuffix(".swift"),
        let source = try? FileSystem.read(path)
      else { return }
      read(SwiftLexer.tokens(of: source), source, show(path))
    }
  }

  private mutating func read(_ tokens: [SwiftToken], _ source: SourceFile, _ path: String) {
    let words = Set(tokens.filter(\.isWord).map(\.text))
    for index in tokens.indices.dropLast(2) {
      let name = tokens[index + 1].text
      switch tokens[index].text {
      case "typealias" where tokens[index + 2].is("="):
        let line = source.line(at: tokens[index].start)
        let type = tokens[(index + 3)...].prefix { source.line(at: $0.start) == line }
          .map { $0.is(":") ? ": " : $0.text }.joined()
        bind(name, ApolloScalars.withoutModule(type), words, path)
      case "struct", "enum", "class":
        guard bindings[name] == nil, name == Path.lastComponent(of: path).split(separator: ".").first ?? ""
        else {
          continue
        }
        let header = tokens[(index + 2)...].prefix { !$0.is("{") }.map(\.text)
        types[name] = name
        if header.contains("Codable") {
          bindings[name] = .object([("type", .string(name))])
          remarks.append(
            "\(path): \(name) is kept as its own Codable form. Move the file out of the generated code, and make the type Hashable and Sendable."
          )
        } else {
          bindings[name] = "GraphQLValue"
          remarks.append(
            "\(path): by hand: write a GraphQLCodec for \(name); until then the scalar is GraphQLValue, any JSON."
          )
        }
      default: break
      }
    }
  }

  private static func withoutModule(_ type: String) -> String {
    for module in ["Foundation.", "Swift."] where type.hasPrefix(module) {
      return String(type.dropFirst(module.count))
    }
    return type
  }

  private mutating func bind(_ name: String, _ type: String, _ words: Set<String>, _ path: String) {
    guard bindings[name] == nil else { return }
    types[name] = type
    func foundation(_ codec: String) {
      bindings[name] = .object([
        ("type", .string(type)), ("codec", .string(codec)), ("imports", ["Foundation"]),
      ])
    }
    switch type {
    case _ where ApolloScalars.plain.contains(type): bindings[name] = .string(type)
    case "Date" where words.contains("timeIntervalSince1970"): foundation("GraphQLEpochSecondsCodec")
    case "Date":
      foundation("GraphQLDateTimeCodec")
      if !words.contains("ISO8601DateFormatter"), !words.contains("iso8601") {
        remarks.append("\(path): check the form: GraphQLDateTimeCodec reads 2024-05-01T12:30:00Z.")
      }
    case "URL": foundation("GraphQLURLCodec")
    case "UUID": foundation("GraphQLUUIDCodec")
    case "Decimal": foundation("GraphQLDecimalCodec")
    default:
      bindings[name] = "GraphQLValue"
      types[name] = "GraphQLValue"
      remarks.append(
        "\(path): \(name) is \(type) in Apollo and GraphQLValue, any JSON, here. By hand: another type with a codec."
      )
    }
  }
}

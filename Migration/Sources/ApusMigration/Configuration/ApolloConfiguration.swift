import ApusDriver
import ApusSource

/// The contents of an `apollo-codegen-config.json` of any version since 1.0. It is read leniently: missing keys have
/// Apollo's defaults, and unknown keys are reported.
struct ApolloConfiguration {
  /// The location of generated schema types (`moduleType`).
  enum Module: Equatable {
    case embedded(target: String), package, other
  }

  /// The location of generated operations (`operations`).
  enum Operations: Equatable {
    case inSchemaModule, relative, absolute(String)
  }

  /// The source of a schema download: a URL, or Apollo's registry if that is nil.
  struct Download {
    var url: String?
    /// `GRAPH@VARIANT` in Apollo's registry, if there is no URL.
    var graph = ""
    var output = "schema.graphqls"
    /// The names of the headers to send. Their values are secrets, so they are not copied.
    var headers: [String] = []
    /// The places of secrets in the file.
    var secrets: [SourceRange] = []
  }

  var path: String
  var namespace = "API"
  var schemaPaths: [String] = ["**/*.graphqls"]
  var operationPaths: [String] = ["**/*.graphql"]
  var module = Module.other
  var operations = Operations.inSchemaModule
  var schemaTypes = "."
  var schemaAccess = "public"
  var operationsAccess = "public"
  var mocks: [String] = []
  var initializers = false
  var copiesDescriptions = true
  var warnsOfDeprecated = true
  var convertsFields = false
  var convertsInputs = true
  var convertsEnumCases = true
  /// Apollo's type names, by schema name.
  var typeNames: [String: String] = [:]
  /// Apollo's names of enum values and input fields, by `Type.name`.
  var memberNames: [String: String] = [:]
  var singulars: [(plural: String, singular: String)] = []
  var download: Download?
  /// Report lines for keys that the rest of the report does not cover.
  var keyLines: [String] = []
  /// Values that should be a name or a path and are not.
  var faults: [String] = []

  /// - Throws: ``JSONError`` if the text is not JSON.
  init(_ source: SourceFile) throws(JSONError) {
    path = source.path
    let root = try JSONTree.parse(ApolloConfiguration.strict(source)).root
    guard root.members != nil else {
      throw JSONError(
        message: "The configuration must be an object: { \"schemaNamespace\": \"API\" }.",
        start: root.range.start,
        end: root.range.end)
    }
    keyLines = ApolloKeys.lines(of: root)
    if let name = (root["schemaNamespace"] ?? root["schemaName"])?.string {
      namespace = name
    } else {
      faults.append("\"schemaNamespace\" is missing; \"\(namespace)\" is used below")
    }
    schemaPaths = root["input"]?["schemaSearchPaths"]?.texts ?? schemaPaths
    operationPaths = root["input"]?["operationSearchPaths"]?.texts ?? operationPaths
    if let output = root["output"] { read(output: output) }
    if let options = root["options"] { read(options: options) }
    if let value = root["schemaDownload"] ?? root["schemaDownloadConfiguration"], value.members != nil {
      download = Download(value)
    }
  }

  /// Blanks out trailing commas and comments, which Apollo's reader accepts. Offsets stay the same.
  private static func strict(_ source: SourceFile) -> SourceFile {
    var bytes = Array(UnsafeBufferPointer(start: source.bytes, count: source.count))
    var comma: Int?
    var index = 0
    var isInString = false
    while index < bytes.count {
      let byte = bytes[index]
      if isInString {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { isInString = false }
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") {
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
          bytes[index] = 0x20
          index += 1
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""):
          isInString = true
          comma = nil
        case UInt8(ascii: ","): comma = index
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if let comma { bytes[comma] = 0x20 }
          comma = nil
        case 0x20, 0x09, 0x0A, 0x0D: break
        default: comma = nil
        }
      }
      index += 1
    }
    return SourceFile(path: source.path, bytes: bytes)
  }

  private mutating func read(output: JSONValue) {
    schemaTypes = output["schemaTypes"]?["path"]?.string ?? schemaTypes
    let type = output["schemaTypes"]?["moduleType"]?.choice
    switch type?.name {
    case "embeddedInTarget":
      module = .embedded(target: type?.value?["name"]?.string ?? namespace)
      schemaAccess = type?.value?["accessModifier"]?.choice?.name ?? "internal"
    case "swiftPackageManager", "swiftPackage": module = .package
    default: module = .other
    }
    let place = output["operations"]?.choice
    switch place?.name {
    case "relative": operations = .relative
    case "absolute": operations = .absolute(place?.value?["path"]?.string ?? ".")
    default: operations = .inSchemaModule
    }
    let isInModule = operations == .inSchemaModule
    operationsAccess = place?.value?["accessModifier"]?.choice?.name ?? (isInModule ? schemaAccess : "public")
    if let mocks = output["testMocks"]?.choice, mocks.name != "none" {
      self.mocks = [mocks.value?["path"]?.string ?? mocks.value?["targetName"]?.string ?? mocks.name]
    }
  }

  private mutating func read(options: JSONValue) {
    let initializers = options["selectionSetInitializers"]
    self.initializers =
      initializers?.string != nil || !(initializers?.elements ?? []).isEmpty
      || (initializers?.members ?? []).contains { member in
        member.value.boolean ?? (member.value.elements.map { !$0.isEmpty } ?? true)
      }
    copiesDescriptions = options["schemaDocumentation"]?.choice?.name != "exclude"
    warnsOfDeprecated = options["warningsOnDeprecatedUsage"]?.choice?.name != "exclude"
    let strategies = options["conversionStrategies"]
    convertsFields = strategies?["fieldAccessors"]?.choice?.name == "camelCase"
    convertsInputs = strategies?["inputObjects"]?.choice?.name != "none"
    convertsEnumCases = strategies?["enumCases"]?.choice?.name != "none"
    for rule in options["additionalInflectionRules"]?.elements ?? [] {
      guard let choice = rule.choice, let value = choice.value else { continue }
      switch choice.name {
      case "irregular":
        if let singular = value["singular"]?.string, let plural = value["plural"]?.string {
          singulars.append((plural.lowercased(), singular.lowercased()))
        }
      case "uncountable":
        if let word = (value["word"] ?? value["_0"])?.string {
          singulars.append((word.lowercased(), word.lowercased()))
        }
      default:
        keyLines.append(
          "options.additionalInflectionRules: by hand: \"singulars\" in apus.json has words, not patterns (\(choice.name))"
        )
      }
    }
    for member in options["schemaCustomization"]?["customTypeNames"]?.members ?? [] {
      let custom = member.value["enum"] ?? member.value["inputObject"] ?? member.value
      if let name = custom.string ?? custom["name"]?.string { typeNames[member.name] = name }
      for inner in (custom["cases"] ?? custom["fields"])?.members ?? [] {
        memberNames["\(member.name).\(inner.name)"] = inner.value.string
      }
    }
  }
}

extension ApolloConfiguration.Download {
  fileprivate init(_ value: JSONValue) {
    output = value["outputPath"]?.string ?? output
    let method = value["downloadMethod"]?.choice
    if method?.name == "introspection" {
      url = method?.value?["endpointURL"]?.string ?? ""
      if let range = method?.value?["endpointURL"]?.range, url != publicURL { secrets.append(range) }
    }
    if let name = method?.value?["graphID"]?.string {
      graph = name + "@" + (method?.value?["variant"]?.string ?? "current")
    }
    if let key = method?.value?["apiKey"] ?? method?.value?["key"] { secrets.append(key.range) }
    for member in value["headers"]?.members ?? [] {
      headers.append(member.name)
      secrets.append(member.nameRange)
    }
    for header in value["headers"]?.elements ?? [] {
      if let name = (header["key"] ?? header["name"])?.string { headers.append(name) }
      secrets.append(header.range)
    }
  }

  /// The URL without user information and query.
  var publicURL: String? {
    guard let url else { return nil }
    let plain = url.prefix { $0 != "?" && $0 != "#" }
    guard let scheme = plain.firstRange(of: "://") else { return String(plain) }
    let rest = plain[scheme.upperBound...]
    let host = rest.prefix { $0 != "/" }
    guard let at = host.lastIndex(of: "@") else { return String(plain) }
    return String(plain[..<scheme.upperBound]) + String(rest[rest.index(after: at)...])
  }
}

extension JSONValue {
  /// An enum case: `"name"`, or `{"name": {…}}` with associated values.
  var choice: (name: String, value: JSONValue?)? {
    if let string { return (string, nil) }
    return members?.first.map { ($0.name, $0.value) }
  }
}

import Apus

/// An argument's value as canonical JSON: equal values have equal text. Members are sorted by name, and enum values are strings.
///
/// The text of variables is filled in when their values are known.
indirect enum ArgumentText: Sendable {
  struct Member: Sendable {
    /// `"name":`.
    var prefix: [UInt8]
    var value: ArgumentText
  }

  case text([UInt8])
  case variable([UInt8], defaultText: [UInt8]?)
  case list([ArgumentText])
  case object([Member])

  /// - Parameter defaults: the variables' default values as canonical JSON.
  init(_ value: PlanDocument.ArgumentValue, _ defaults: [String: [UInt8]]) {
    switch value {
    case .variable(let name): self = .variable(Array(name.utf8), defaultText: defaults[name])
    case .constant(let value): self = .text(Self.canonicalText(value))
    case .list(let elements): self = Self.list(elements.map { ArgumentText($0, defaults) }).joined
    case .object(let members): self = ArgumentText(members, defaults)
    }
  }

  /// An object with a member for each argument.
  init(_ arguments: [PlanDocument.Argument], _ defaults: [String: [UInt8]]) {
    let members = arguments.sorted { $0.name < $1.name }.map { argument in
      Member(prefix: Array("\"\(argument.name)\":".utf8), value: ArgumentText(argument.value, defaults))
    }
    self = Self.object(members).joined
  }

  /// The arguments as one string, if they do not contain variables.
  private var joined: ArgumentText {
    if usesVariables { return self }
    var text: [UInt8] = []
    _ = append(to: &text, .none)
    return .text(text)
  }

  var usesVariables: Bool {
    switch self {
    case .text: false
    case .variable: true
    case .list(let elements): elements.contains(where: \.usesVariables)
    case .object(let members): members.contains(where: \.value.usesVariables)
    }
  }

  /// Appends the value, without members whose variable has none; in a list, that is null.
  ///
  /// - Returns: whether there is a value.
  func append(to text: inout [UInt8], _ variables: PlanVariables) -> Bool {
    switch self {
    case .text(let value): text.append(contentsOf: value)
    case .variable(let name, let defaultText):
      if variables.append(name, to: &text) { return true }
      guard let defaultText else { return false }
      text.append(contentsOf: defaultText)
    case .list(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        if !element.append(to: &text, variables) { text.append(contentsOf: "null".utf8) }
      }
      text.append(UInt8(ascii: "]"))
    case .object(let members):
      text.append(UInt8(ascii: "{"))
      var isFirst = true
      for member in members {
        let start = text.count
        if !isFirst { text.append(UInt8(ascii: ",")) }
        text.append(contentsOf: member.prefix)
        if member.value.append(to: &text, variables) {
          isFirst = false
        } else {
          text.removeSubrange(start...)
        }
      }
      text.append(UInt8(ascii: "}"))
    }
    return true
  }

  /// The text of a value in which equal numbers have equal text.
  static func canonicalText(_ value: GraphQLValue) -> [UInt8] { Array(canonical(value).description.utf8) }

  private static func canonical(_ value: GraphQLValue) -> GraphQLValue {
    switch value {
    case .number(let number):
      if let integer = number.integer(Int64.self) { return .number(GraphQLNumber(integer)) }
      if let double = number.double, let short = GraphQLNumber(double), short == number {
        return .number(short)
      }
      return value
    case .list(let elements): return .list(elements.map(canonical))
    case .object(let members): return .object(members.mapValues(canonical))
    case .null, .bool, .string: return value
    }
  }
}

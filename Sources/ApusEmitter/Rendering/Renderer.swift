/// Declarations to text, laid out as swift-format does.
struct Renderer {
  private var text = SwiftText()
  /// `public `, `package ` or nothing: before every declaration that has a level of its own.
  private let access: String

  init(access: String) { self.access = access }

  /// Declarations, each behind an empty line.
  static func render(_ declarations: [Declaration], access: String) -> String {
    var renderer = Renderer(access: access)
    for declaration in declarations {
      renderer.text.blankLine()
      renderer.render(declaration, access)
    }
    return renderer.text.text
  }

  // MARK: - Declarations

  private mutating func render(_ declaration: Declaration, _ access: String) {
    switch declaration {
    case .type(let type): render(type, access)
    case .property(let property): render(property, property.isPrivate ? "private " : access)
    case .function(let function): render(function, access)
    case .enumCase(let cases): render(cases)
    case .alias(let name, let target): text.line("\(access)typealias \(name) = \(target)")
    case .associatedType(let name, let bound): renderAssociatedType(name, bound)
    case .namespace(let name, let members): renderNamespace(name, members, access)
    }
  }

  private mutating func render(_ documentation: Documentation) {
    for line in documentation.lines { text.line(line.isEmpty ? "///" : "/// " + line) }
    if let reason = documentation.deprecation {
      text.line("@available(*, deprecated, message: \(SwiftLiteral.escaped(reason)))")
    }
  }

  private mutating func render(_ type: TypeDeclaration, _ access: String) {
    render(type.documentation)
    let modifiers = type.isNonisolated ? "nonisolated \(access)" : access
    let head = "\(modifiers)\(type.keyword.rawValue) \(type.name)"
    renderHead(head, type.parameters, type.inherited, type.constraints, isEmpty: type.members.isEmpty)
    if type.members.isEmpty { return }
    text.indent()
    // Members of a protocol and cases of an enum have their type's access level.
    let memberAccess = type.keyword == .protocol ? "" : access
    var index = 0
    while index < type.members.count {
      if index > 0, Renderer.isSeparated(type.members[index - 1], type.members[index]) { text.blankLine() }
      render(type.members[index], memberAccess)
      index += 1
    }
    text.outdent()
    text.line("}")
  }

  private mutating func renderAssociatedType(_ name: String, _ bound: String) {
    if text.fits("associatedtype \(name): \(bound)") {
      text.line("associatedtype \(name): \(bound)")
    } else if text.fits("  \(name): \(bound)") {
      text.line(["associatedtype", "  \(name): \(bound)"])
    } else {
      text.line(["associatedtype", "  \(name):", "    \(bound)"])
    }
  }

  private mutating func renderNamespace(_ name: String, _ members: [Declaration], _ access: String) {
    text.line("extension \(name) {")
    text.indent()
    for (index, member) in members.enumerated() {
      if index > 0 { text.blankLine() }
      render(member, access)
    }
    text.outdent()
    text.line("}")
  }

  private mutating func renderHead(
    _ head: String, _ parameters: String, _ inherited: [String], _ constraints: [String], isEmpty: Bool
  ) {
    let end = isEmpty ? " {}" : " {"
    let list = inherited.isEmpty ? "" : ": " + inherited.joined(separator: ", ")
    let clause = constraints.isEmpty ? "" : " where " + constraints.joined(separator: ", ")
    if text.fits(head + parameters + list + clause + end) {
      text.line(head + parameters + list + clause + end)
      return
    }
    // A protocol's primary associated type, which has no bound there, stays beside the name.
    if parameters.contains(":"), !text.fits(head + parameters + list) {
      // Generic parameters on lines of their own; what follows them stands behind the closing bracket.
      text.line(head + "<")
      text.fill(String(parameters.dropFirst().dropLast()))
      text.line(">" + list + clause + end)
      return
    }
    text.line(LineLayout.declaration(head + parameters, inherited, width: text.width))
    if constraints.isEmpty {
      text.line(isEmpty ? "{}" : "{")
    } else if text.fits(clause.dropFirst() + end) {
      text.line(clause.dropFirst() + end)
    } else {
      text.line("where")
      text.indent()
      for (index, constraint) in constraints.enumerated() {
        text.line(constraint + (index + 1 == constraints.count ? "" : ","))
      }
      text.outdent()
      text.line(isEmpty ? "{}" : "{")
    }
  }

  /// Whether an empty line stands between two members: everywhere but between one-liners of one kind.
  private static func isSeparated(_ first: Declaration, _ second: Declaration) -> Bool {
    switch (first, second) {
    case (.property(let one), .property(let next)):
      return isLong(one) || isLong(next)
    case (.enumCase, .enumCase), (.alias, .alias), (.associatedType, .associatedType): return false
    default: return true
    }
  }

  /// Whether a property has a body of several lines.
  private static func isLong(_ property: PropertyDeclaration) -> Bool {
    guard let getter = property.getter else { return false }
    if case .line(let only)? = getter.first, getter.count == 1, property.setter == nil {
      return only.hasPrefix("[") && only.utf8.count > 60
    }
    return true
  }

  private mutating func render(_ property: PropertyDeclaration, _ access: String) {
    render(property.documentation)
    var head = "\(access)\(property.introducer) \(property.name)"
    if property.isRequirement {
      openProperty(head, property.type ?? "", oneLine: "get")
    } else if let getter = property.getter {
      if property.setter == nil, getter.count == 1, case .line(let only) = getter[0] {
        openProperty(head, property.type ?? "", oneLine: only)
        return
      }
      openProperty(head, property.type ?? "", oneLine: nil)
      text.indent()
      if let setter = property.setter {
        text.line("get {")
        renderBody(getter)
        text.line("}")
        text.line("set {")
        renderBody(setter)
        text.line("}")
      } else {
        for statement in getter { render(statement) }
      }
      text.outdent()
      text.line("}")
    } else {
      if let type = property.type { head += ": \(type)" }
      if let value = property.value { head += " = \(value)" }
      text.line(head)
    }
  }

  /// `head: type {`, with the whole body when it is one line.
  private mutating func openProperty(_ head: String, _ type: String, oneLine: String?) {
    let short = "\(head): \(type) {"
    // One column is left: swift-format breaks a body that ends exactly at the margin.
    if let oneLine, text.fits("\(short) \(oneLine) } ") {
      text.line("\(short) \(oneLine) }")
      return
    }
    if text.fits(short) {
      text.line(short)
      guard let oneLine else { return }
      text.indent()
      text.line(oneLine)
      text.outdent()
      text.line("}")
      return
    }
    if text.fits("\(head): \(type)") {
      text.line("\(head): \(type)")
      text.line(oneLine.map { "{ \($0) }" } ?? "{")
      return
    }
    text.line("\(head):")
    text.indent()
    if text.fits(type) {
      text.line(type)
    } else if type.hasSuffix(">"), let open = type.firstIndex(of: "<") {
      text.line(String(type[...open]))
      text.fill(String(type[type.index(after: open)...].dropLast()))
      text.line(">")
    } else {
      text.line(type)
    }
    text.outdent()
    text.line(oneLine.map { "{ \($0) }" } ?? "{")
  }

  private mutating func render(_ function: FunctionDeclaration, _ access: String) {
    render(function.documentation)
    let end = ")" + (function.isThrowing ? " throws" : "") + (function.body.isEmpty ? " {}" : " {")
    text.list("\(access)\(function.introducer)(", function.parameters, end)
    if function.body.isEmpty { return }
    renderBody(function.body)
    text.line("}")
  }

  private mutating func render(_ cases: EnumCaseDeclaration) {
    render(cases.documentation)
    text.line((cases.isIndirect ? "indirect case " : "case ") + cases.names.joined(separator: ", "))
  }

  // MARK: - Statements

  private mutating func renderBody(_ statements: [Statement]) {
    text.indent()
    for statement in statements { render(statement) }
    text.outdent()
  }

  private mutating func render(_ statement: Statement) {
    switch statement {
    case .line(let line): text.line(line)
    case .block(let head, let body):
      text.open(head)
      renderBody(body)
      text.line("}")
    case .choice(let subject, let cases):
      text.line("switch \(subject) {")
      for value in cases { render(value) }
      text.line("}")
    }
  }

  private mutating func render(_ value: SwitchCase) {
    let head = value.patterns.isEmpty ? "default:" : "case " + value.patterns.joined(separator: ", ") + ":"
    if value.body.count == 1, case .line(let only) = value.body[0], text.fits("\(head) \(only)") {
      text.line("\(head) \(only)")
      return
    }
    text.line(head)
    renderBody(value.body)
  }
}

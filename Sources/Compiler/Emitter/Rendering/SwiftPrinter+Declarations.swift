/// Declarations whose layout depends on the available width.
extension SwiftPrinter {
  mutating func documentation(_ documentation: Documentation) {
    for text in documentation.lines {
      begin()
      add(text.isEmpty ? "///" : "/// ")
      add(text)
      end()
    }
    if let attribute = documentation.attribute { line(attribute) }
  }

  /// A doc comment of one line.
  mutating func documentation(_ text: String) {
    begin()
    add("/// ")
    add(text)
    end()
  }

  /// Opens a type's declaration.
  ///
  /// - Parameters:
  ///   - parameters: generic parameters with their constraints.
  ///   - constraints: the requirements of the `where` clause.
  mutating func openType(
    _ head: String, parameters: [Code] = [], inherits inherited: [String], where constraints: [String] = []
  ) {
    defer { indent() }
    var parameterList = ""
    if !parameters.isEmpty { parameterList = "<" + Code.list(parameters).text + ">" }
    var length = head.utf8.count + parameterList.utf8.count + " {".utf8.count
    for name in inherited { length += name.utf8.count + 2 }
    if constraints.isEmpty, length <= width {
      begin()
      add(head)
      add(parameterList)
      for (index, name) in inherited.enumerated() {
        add(index == 0 ? ": " : ", ")
        add(name)
      }
      add(" {")
      end()
      return
    }
    let list = inherited.isEmpty ? "" : ": " + inherited.joined(separator: ", ")
    let clause = constraints.isEmpty ? "" : " where " + constraints.joined(separator: ", ")
    let whole = head + parameterList + list
    if fits(whole + clause + " {") {
      line(whole + clause + " {")
      return
    }
    var rest = head + parameterList
    if !parameters.isEmpty, !fits(whole) {
      // Generic parameters get their own lines; what follows them goes after the closing bracket.
      line(head + "<")
      indent()
      fill(parameters)
      outdent()
      rest = ">"
      if fits(rest + list + clause + " {") {
        line(rest + list + clause + " {")
        return
      }
    }
    inheritance(rest, inherited)
    if constraints.isEmpty {
      line("{")
    } else if fits(clause, and: 1) {
      line(String(clause.dropFirst()) + " {")
    } else {
      line("where")
      indent()
      for (index, constraint) in constraints.enumerated() {
        line(constraint + (index + 1 == constraints.count ? "" : ","))
      }
      outdent()
      line("{")
    }
  }

  /// The head of a type with its inherited types: broken after the commas, or else before the first one and, if necessary, after
  /// `nonisolated`.
  private mutating func inheritance(_ head: String, _ inherited: [String]) {
    guard let first = inherited.first else {
      line(head)
      return
    }
    let comma = inherited.count > 1 ? 1 : 0
    if fits(head, and: 2 + first.utf8.count + comma) {
      var items = inherited.map { Code($0) }
      items[0] = Code(head + ": " + first)
      line(Code.list(items, isIndented: true))
      return
    }
    let modifier = "nonisolated "
    let isModifierAlone = head.utf8.count >= width && head.hasPrefix(modifier)
    if isModifierAlone {
      line("nonisolated")
      indent()
      line(String(head.dropFirst(modifier.utf8.count)) + ":")
    } else {
      line(head + ":")
    }
    indent()
    fill(inherited.map { Code($0) })
    outdent()
    if isModifierAlone { outdent() }
  }

  mutating func associatedType(_ name: String, _ bound: String) {
    if fits("associatedtype \(name): \(bound)") {
      line("associatedtype \(name): \(bound)")
    } else if fits("  \(name): \(bound)") {
      line("associatedtype")
      line("  \(name): \(bound)")
    } else {
      line("associatedtype")
      line("  \(name):")
      line("    \(bound)")
    }
  }

  /// A computed property with a body of one line, on the same line if it fits.
  mutating func property(_ head: String, _ type: Code, body: String) {
    let short = "\(head): \(type.text) {"
    // Leave one column free: swift-format breaks a body that ends exactly at the margin.
    if fits("\(short) \(body) } ") {
      line("\(short) \(body) }")
    } else if fits(short) {
      line(short)
      line("  " + body)
      line("}")
    } else {
      propertyHead(head, type)
      line("{ \(body) }")
    }
  }

  mutating func openProperty(_ head: String, _ type: Code) {
    if fits("\(head): \(type.text) {") {
      line("\(head): \(type.text) {")
    } else {
      propertyHead(head, type)
      line("{")
    }
    indent()
  }

  private mutating func propertyHead(_ head: String, _ type: Code) {
    if fits("\(head): \(type.text)") {
      line("\(head): \(type.text)")
      return
    }
    line("\(head):")
    indent()
    line(type)
    outdent()
  }

  /// `target = value`, broken after the equals sign if it is too long.
  mutating func assignment(_ target: String, _ value: String) {
    begin()
    add(target)
    add(" =")
    if column &+ 1 &+ value.utf8.count > SwiftPrinter.lineLength {
      end()
      indent()
      begin()
      add(value)
      end()
      outdent()
      return
    }
    add(" ")
    add(value)
    end()
  }

  /// A `case` or `default` of a `switch` with a body of one line, on the same line if it fits.
  mutating func switchCase(_ head: String, _ body: Code) {
    begin()
    add(head)
    if column + 1 + body.text.utf8.count <= SwiftPrinter.lineLength {
      add(" ")
      add(body.text)
      end()
      return
    }
    end()
    indent()
    line(body)
    outdent()
  }

  /// The same, with a head that is broken if it does not fit.
  mutating func switchCase(_ head: Code, _ body: Code) {
    if fits(head.text) {
      switchCase(head.text, body)
      return
    }
    line(head)
    indent()
    line(body)
    outdent()
  }
}

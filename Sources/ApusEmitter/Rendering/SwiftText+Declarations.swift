/// Parts of declarations whose layout depends on the room that there is.
extension SwiftText {
  mutating func documentation(_ documentation: Documentation) {
    for line in documentation.lines {
      begin()
      add(line.isEmpty ? "///" : "/// ")
      add(line)
      endUnbroken()
    }
    if let attribute = documentation.attribute { unbroken(attribute) }
  }

  /// The head of a type and its opening brace; `constraints` are those of a `where` clause.
  mutating func openType(
    _ head: String, parameters: String = "", inherits inherited: [String], where constraints: [String] = []
  ) {
    defer { indent() }
    var length = head.utf8.count + parameters.utf8.count + " {".utf8.count
    for name in inherited { length += name.utf8.count + 2 }
    if constraints.isEmpty, length <= width {
      begin()
      add(head)
      add(parameters)
      for (index, name) in inherited.enumerated() {
        add(index == 0 ? ": " : ", ")
        add(name)
      }
      add(" {")
      endUnbroken()
      return
    }
    let list = inherited.isEmpty ? "" : ": " + inherited.joined(separator: ", ")
    let clause = constraints.isEmpty ? "" : " where " + constraints.joined(separator: ", ")
    let whole = head + parameters + list
    if fits(whole + clause + " {") {
      unbroken(whole + clause + " {")
      return
    }
    // A protocol's primary associated type, which has no bound there, stays beside the name.
    if parameters.contains(":"), !fits(whole) {
      // Generic parameters on lines of their own; what follows them stands behind the closing bracket.
      unbroken(head + "<")
      fill(String(parameters.dropFirst().dropLast()))
      unbroken(">" + list + clause + " {")
      return
    }
    for part in LineLayout.declaration(head + parameters, inherited, width: width) { unbroken(part) }
    if constraints.isEmpty {
      unbroken("{")
    } else if fits(clause.dropFirst() + " {") {
      unbroken(clause.dropFirst() + " {")
    } else {
      unbroken("where")
      indent()
      for (index, constraint) in constraints.enumerated() {
        unbroken(constraint + (index + 1 == constraints.count ? "" : ","))
      }
      outdent()
      unbroken("{")
    }
  }

  mutating func associatedType(_ name: String, _ bound: String) {
    if fits("associatedtype \(name): \(bound)") {
      unbroken("associatedtype \(name): \(bound)")
    } else if fits("  \(name): \(bound)") {
      unbroken("associatedtype")
      unbroken("  \(name): \(bound)")
    } else {
      unbroken("associatedtype")
      unbroken("  \(name):")
      unbroken("    \(bound)")
    }
  }

  /// A computed property whose body is one line, on the same line where it fits.
  mutating func property(_ head: String, _ type: String, body: String) {
    let short = "\(head): \(type) {"
    // One column is left: swift-format breaks a body that ends exactly at the margin.
    if fits("\(short) \(body) } ") {
      unbroken("\(short) \(body) }")
    } else if fits(short) {
      unbroken(short)
      unbroken("  " + body)
      unbroken("}")
    } else {
      propertyHead(head, type)
      unbroken("{ \(body) }")
    }
  }

  /// The head of a computed property and its opening brace.
  mutating func openProperty(_ head: String, _ type: String) {
    if fits("\(head): \(type) {") {
      unbroken("\(head): \(type) {")
    } else {
      propertyHead(head, type)
      unbroken("{")
    }
    indent()
  }

  private mutating func propertyHead(_ head: String, _ type: String) {
    if fits("\(head): \(type)") {
      unbroken("\(head): \(type)")
      return
    }
    unbroken("\(head):")
    indent()
    if !fits(type), type.hasSuffix(">"), let open = type.firstIndex(of: "<") {
      unbroken(String(type[...open]))
      fill(String(type[type.index(after: open)...].dropLast()))
      unbroken(">")
    } else {
      unbroken(type)
    }
    outdent()
  }

  /// A `case` or `default` of a `switch` with a body of one line, on the same line where it fits.
  mutating func switchCase(_ head: String, _ body: String) {
    begin()
    let length = width
    if head.utf8.count + 1 + body.utf8.count <= length {
      add(head)
      add(" ")
      add(body)
      end()
      return
    }
    add(head)
    end()
    indent()
    line(body)
    outdent()
  }
}

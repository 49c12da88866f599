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

  /// Writes a doc comment of one line.
  mutating func documentation(_ text: String) {
    begin()
    add("/// ")
    add(text)
    end()
  }

  /// Writes the start of a type's declaration, up to the brace.
  ///
  /// - Parameters:
  ///   - parameters: generic parameters with their constraints.
  ///   - constraints: the requirements of the `where` clause.
  mutating func openType(
    _ head: String, parameters: [Code] = [], inherits inherited: [String], where constraints: [String] = []
  ) {
    begin()
    add(head)
    if !parameters.isEmpty { add(Code.generic("", parameters)) }
    for index in inherited.indices {
      add(index == 0 ? ": " : ", ")
      add(inherited[index])
    }
    for index in constraints.indices {
      add(index == 0 ? " where " : ", ")
      add(constraints[index])
    }
    add(" {")
    end()
    indent()
  }

  mutating func associatedType(_ name: String, _ bound: String) { line("associatedtype \(name): \(bound)") }

  /// Writes a computed property with a body of one line.
  mutating func property(_ head: String, _ type: Code, body: String) {
    var code = Code(head + ": ")
    code.add(type)
    code.add(" { \(body) }")
    line(code)
  }

  mutating func openProperty(_ head: String, _ type: Code) {
    var code = Code(head + ": ")
    code.add(type)
    open(code)
  }

  /// Writes `target = value`.
  mutating func assignment(_ target: String, _ value: String) {
    begin()
    add(target)
    add(" = ")
    add(value)
    end()
  }

  /// Writes a `case` or `default` of a `switch` with a body of one line.
  mutating func switchCase(_ head: String, _ body: Code) {
    begin()
    add(head)
    add(" ")
    add(body)
    end()
  }
}

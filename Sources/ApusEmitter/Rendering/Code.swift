/// Swift source on one line with the places where it may be broken: a document of groups and breaks, as pretty printers have.
///
/// Whoever writes the source marks the breaks, so that nothing is ever searched for in the text: what a literal or a name
/// holds cannot change the layout. The text stands there whole; marks cost nothing where the line fits. Code that is added
/// to other code is a group of it. The outermost code is broken when it does not fit; then each group for itself.
struct Code {
  struct Mark {
    enum Kind {
      /// The first and the last place of a group.
      case begin, end
      /// Lines from here on are indented by a level more, or less; up to the end of the group.
      case indent, outdent
      /// A break that is taken when the group is broken.
      case line
      /// A break that is taken when what follows, up to the next break, does not fit.
      case fill
      /// A comma that is written when the group is broken.
      case comma
    }
    var kind: Kind
    /// The number of bytes before it.
    var offset: Int
  }

  /// The source on one line. At a break one blank is left out.
  private(set) var text: String
  private(set) var marks: [Mark] = []

  init(_ text: String = "") { self.text = text }

  /// - Parameter marks: in the order of their offsets.
  init(_ text: String, _ marks: [Mark]) {
    self.text = text
    self.marks = marks
  }

  mutating func add(_ text: String) { self.text += text }

  /// Adds a group.
  mutating func add(_ code: Code) {
    if code.marks.isEmpty {
      text += code.text
      return
    }
    let offset = text.utf8.count
    mark(.begin)
    for mark in code.marks { marks.append(Mark(kind: mark.kind, offset: offset + mark.offset)) }
    text += code.text
    mark(.end)
  }

  /// An argument with an assignment's target instead of its label.
  func assigned(to target: String) -> Code {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return self }
    let value = text[colon...].dropFirst(2)
    let moved = target.utf8.count - (text.utf8.count - value.utf8.count)
    return Code(target + value, marks.map { Mark(kind: $0.kind, offset: $0.offset + moved) })
  }

  mutating func mark(_ kind: Mark.Kind) { marks.append(Mark(kind: kind, offset: text.utf8.count)) }
}

/// The forms that code has.
extension Code {
  /// Items with commas between, as many on a line as fit.
  ///
  /// - Parameter isIndented: whether lines behind the first are a level further in.
  static func list(_ items: [Code], isIndented: Bool = false) -> Code {
    var result = Code()
    if isIndented { result.mark(.indent) }
    result.addItems(items)
    return result
  }

  private mutating func addItems(_ items: [Code]) {
    for (index, item) in items.enumerated() {
      if index > 0 {
        add(",")
        mark(.fill)
        add(" ")
      }
      add(item)
    }
  }

  /// `head(a, b)`; broken behind the parenthesis, with the arguments a level in.
  static func call(_ head: String, _ arguments: [Code]) -> Code {
    var result = Code(head + "(")
    result.mark(.indent)
    result.mark(.line)
    result.addItems(arguments)
    result.add(")")
    return result
  }

  /// `target = value`; broken behind the sign.
  static func assignment(_ target: String, _ value: Code) -> Code {
    var result = Code(target + " =")
    result.mark(.indent)
    result.mark(.line)
    result.add(" ")
    result.add(value)
    return result
  }

  /// `condition ? value : nil`; broken before the question mark.
  static func optional(_ condition: Code, _ value: Code) -> Code {
    var result = condition
    result.mark(.indent)
    result.mark(.line)
    result.add(" ? ")
    result.add(value)
    result.add(" : nil")
    return result
  }

  /// `Name<A, B>`; broken behind the first bracket and before the last.
  static func generic(_ name: String, _ arguments: [Code]) -> Code {
    var result = Code(name + "<")
    result.mark(.indent)
    result.mark(.line)
    result.addItems(arguments)
    result.mark(.outdent)
    result.mark(.line)
    result.add(">")
    return result
  }

  /// `[a, b]`; broken behind the first bracket and before the last, with a comma behind the last item.
  static func array(_ head: String, _ items: [Code]) -> Code {
    var result = Code(head + "[")
    result.mark(.indent)
    result.mark(.line)
    result.addItems(items)
    result.mark(.comma)
    result.mark(.outdent)
    result.mark(.line)
    result.add("]")
    return result
  }

  /// `head { body }`; broken behind the first brace and before the last.
  static func closure(_ head: String, _ body: Code) -> Code {
    var result = Code(head + " {")
    result.mark(.indent)
    result.mark(.line)
    result.add(" ")
    result.add(body)
    result.mark(.outdent)
    result.mark(.line)
    result.add(" }")
    return result
  }

  /// `a && b`; broken before the operator.
  ///
  /// - Parameter separator: the operator with a blank before it and one behind.
  static func conditions(_ operands: [Code], _ separator: String) -> Code {
    var result = Code()
    result.mark(.indent)
    for (index, operand) in operands.enumerated() {
      if index > 0 {
        result.mark(.fill)
        result.add(separator)
      }
      result.add(operand)
    }
    return result
  }

  /// `head` and a type's name from the outermost scope on; broken before the dots.
  static func path(_ path: String, behind head: String = "") -> Code {
    var result = Code(head)
    result.mark(.indent)
    for (index, name) in path.split(separator: ".").enumerated() {
      if index > 0 {
        result.mark(.fill)
        result.add(".")
      }
      result.add(String(name))
    }
    return result
  }
}

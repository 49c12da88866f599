/// Swift source on one line, with marks where it may be broken: a document of groups and breaks, as in pretty printers.
///
/// The code that generates the source marks the breaks, so the text is never searched and the contents of literals and names cannot affect
/// the layout. The text is stored whole, so marks cost nothing if the line fits. Code added to other code becomes a group. If the outermost
/// code does not fit, it is broken, then each group on its own.
struct Code {
  struct Mark {
    enum Kind {
      /// The start and the end of a group.
      case begin, end
      /// Indents the following lines by a level more, or less, until the end of the group.
      case indent, outdent
      /// A break that is used if its group is broken.
      case line
      /// A break that is used if the text up to the next break does not fit.
      case fill
      /// A comma that is written if its group is broken.
      case comma
    }
    var kind: Kind
    /// The mark's offset in the text, in bytes.
    var offset: Int
  }

  /// The source on one line. A break replaces one blank.
  private(set) var text: String
  private(set) var marks: [Mark] = []

  init(_ text: String = "") { self.text = text }

  /// - Parameter marks: sorted by offset.
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

  /// Replaces an argument's label by the target of an assignment.
  func assigned(to target: String) -> Code {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return self }
    let value = text[colon...].dropFirst(2)
    let moved = target.utf8.count - (text.utf8.count - value.utf8.count)
    return Code(target + value, marks.map { Mark(kind: $0.kind, offset: $0.offset + moved) })
  }

  mutating func mark(_ kind: Mark.Kind) { marks.append(Mark(kind: kind, offset: text.utf8.count)) }
}

/// Layouts of common constructs.
extension Code {
  /// Items separated by commas, as many as fit on each line.
  ///
  /// - Parameter isIndented: whether the following lines are indented by a level.
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

  /// `head(a, b)`; broken after the parenthesis, with indented arguments.
  static func call(_ head: String, _ arguments: [Code]) -> Code {
    var result = Code(head + "(")
    result.mark(.indent)
    result.mark(.line)
    result.addItems(arguments)
    result.add(")")
    return result
  }

  /// `target = value`; broken after the equals sign.
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

  /// `Name<A, B>`; broken after the first bracket and before the last.
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

  /// `[a, b]`; broken after the first bracket and before the last, with a comma after the last of several items.
  static func array(_ head: String, _ items: [Code]) -> Code {
    var result = Code(head + "[")
    result.mark(.indent)
    result.mark(.line)
    result.addItems(items)
    if items.count > 1 { result.mark(.comma) }
    result.mark(.outdent)
    result.mark(.line)
    result.add("]")
    return result
  }

  /// `head { body }`; broken after the first brace and before the last.
  static func closure(_ head: String, _ body: Code) -> Code { closure(Code(), head, body) }

  /// - Parameter start: the code before the head.
  static func closure(_ start: Code, _ head: String, _ body: Code) -> Code {
    var result = Code()
    result.add(start)
    result.add(head + " {")
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
  /// - Parameter separator: the operator with a blank on either side.
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

  /// `head` and a type's qualified name; broken before the dots.
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

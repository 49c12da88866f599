/// Swift source on one line that knows where it may be broken: after the commas of argument lists.
///
/// The code that generates the source marks the breaks, so nothing has to search the text, and commas in literals cannot be mistaken for them. If the
/// line fits, the text is used whole, so the marks cost nothing.
struct Code {
  /// The source on one line.
  private(set) var text: String
  /// The offsets of the blanks that a line end may replace, in bytes and in ascending order.
  private(set) var breaks: [Int] = []

  init(_ text: String = "") { self.text = text }

  init(_ text: String, breaks: [Int]) {
    self.text = text
    self.breaks = breaks
  }

  mutating func add(_ text: String) { self.text += text }

  mutating func add(_ code: Code) {
    if !code.breaks.isEmpty {
      let offset = text.utf8.count
      for place in code.breaks { breaks.append(offset + place) }
    }
    text += code.text
  }

  /// Adds a comma and a blank, which may be replaced by a line end.
  mutating func addComma() {
    text += ","
    breaks.append(text.utf8.count)
    text += " "
  }

  /// Replaces an argument's label by the target of an assignment: `title: r.string("title")` becomes `self.title = try r.string("title")`.
  func assigned(to target: String) -> Code {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return self }
    let value = text[colon...].dropFirst(2)
    let moved = target.utf8.count - (text.utf8.count - value.utf8.count)
    return Code(target + value, breaks: breaks.map { $0 + moved })
  }
}

extension Code {
  /// Items separated by commas, between an opening and a closing text.
  static func list(_ opening: String = "", _ items: [Code], _ closing: String = "") -> Code {
    var result = Code(opening)
    for (index, item) in items.enumerated() {
      if index > 0 { result.addComma() }
      result.add(item)
    }
    result.add(closing)
    return result
  }

  /// The call `head(a, b)`.
  static func call(_ head: String, _ arguments: [Code]) -> Code { list(head + "(", arguments, ")") }

  /// The generic type `Name<A, B>`.
  static func generic(_ name: String, _ arguments: [Code]) -> Code { list(name + "<", arguments, ">") }

  /// The expression `condition ? value : nil`.
  static func optional(_ condition: Code, _ value: Code) -> Code {
    var result = condition
    result.add(" ? ")
    result.add(value)
    result.add(" : nil")
    return result
  }

  /// The call with a closure `head { body }`.
  static func closure(_ head: Code, _ body: Code) -> Code {
    var result = head
    result.add(" { ")
    result.add(body)
    result.add(" }")
    return result
  }
}

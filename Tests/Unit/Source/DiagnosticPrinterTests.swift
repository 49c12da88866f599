import Testing

@testable import ApusSource

@Suite(.timeLimit(.minutes(15))) struct DiagnosticPrinterTests {
  private func text(_ marked: String, message: String = "Wrong.") -> String {
    let source = MarkedSource(marked)
    return DiagnosticPrinter().text(Diagnostic(testCode, message, at: source.range))
  }

  @Test func `place and marks`() {
    #expect(
      text("{\n  album { 1️⃣titel2️⃣ }\n}") == """
        a.graphql:2:11: error: Wrong. [test-code]
        2 |   album { titel }
          |           ^~~~~

        """)
  }

  @Test func `a place that spans lines`() {
    #expect(
      text("{ a 1️⃣{\n    b\n  }2️⃣ c }") == """
        a.graphql:1:5: error: Wrong. [test-code]
        1 | { a {
          |     ^
        2 |     b
          |     ~
        3 |   } c }
          |   ~

        """)
  }

  @Test func `a long place is cut in the middle`() {
    #expect(
      text("1️⃣a\nb\nc\nd\ne\nf2️⃣") == """
        a.graphql:1:1: error: Wrong. [test-code]
        1 | a
          | ^
        2 | b
          | ~
          | …
        6 | f
          | ~

        """)
  }

  @Test(arguments: [
    ("a\nb\nc\nd", ["1 | a", "2 | b", "3 | c", "4 | d"]),
    ("a\nb\nc\nd\ne", ["1 | a", "2 | b", "  | …", "5 | e"]),
  ])
  func `a place of up to four lines is shown in full`(_ lines: String, _ shown: [String]) {
    let printed = text("1️⃣\(lines)2️⃣").split(separator: "\n").dropFirst().map(String.init)
    #expect(printed.filter { !$0.hasSuffix("^") && !$0.hasSuffix("~") } == shown)
  }

  @Test func `at most five other places are shown`() {
    let source = MarkedSource("{ 1️⃣a2️⃣ a a a a a a }")
    let places = (0..<7).map { SourceRange(file: source.file, start: 2 + 2 * $0, end: 3 + 2 * $0) }
    func columns(_ count: Int) -> [String] {
      DiagnosticPrinter().text(Diagnostic(.error, testCode, "Wrong.", at: Array(places.prefix(count))))
        .split(separator: "\n").filter { $0.hasPrefix("a.graphql") }.map { String($0.prefix(14)) }
    }
    let all = ["3:", "5:", "7:", "9:", "11", "13"].map { "a.graphql:1:\($0)" }
    #expect(columns(6) == all && columns(7) == all)
  }

  @Test func `line numbers are aligned`() {
    #expect(
      text(String(repeating: "\n", count: 8) + "1️⃣a\nb2️⃣") == """
        a.graphql:9:1: error: Wrong. [test-code]
         9 | a
           | ^
        10 | b
           | ~

        """)
  }

  @Test func `tabs are expanded`() {
    #expect(
      text("\ta\t1️⃣b\tc2️⃣") == """
        a.graphql:1:4: error: Wrong. [test-code]
        1 |     a   b   c
          |         ^~~~~

        """)
  }

  @Test(arguments: [("日本語", "      "), ("é", " "), ("e\u{301}", " "), ("👨‍👩‍👧", "  "), ("🇯🇵", "  "), ("한", "  ")])
  func `wide characters are aligned`(before: String, spaces: String) {
    let columns = before.utf16.count + 1
    #expect(
      text(before + "1️⃣x2️⃣") == """
        a.graphql:1:\(columns): error: Wrong. [test-code]
        1 | \(before)x
          | \(spaces)^

        """)
  }

  @Test func `wide characters are marked in full`() {
    #expect(text("\"1️⃣日本2️⃣\"").hasSuffix("  |  ^~~~\n"))
  }

  @Test func `end of file`() {
    let file = SourceFile(path: "a.graphql", text: "{ a")
    let diagnostic = Diagnostic(testCode, "Wrong.", at: SourceRange(file: file, start: 3, end: 3))
    #expect(
      DiagnosticPrinter().text(diagnostic) == "a.graphql:1:4: error: Wrong. [test-code]\n1 | { a\n  |    ^\n")
  }

  @Test func `empty file`() {
    let file = SourceFile(path: "a.graphql", text: "")
    let diagnostic = Diagnostic(testCode, "Wrong.", at: SourceRange(file: file, start: 0, end: 0))
    #expect(DiagnosticPrinter().text(diagnostic) == "a.graphql:1:1: error: Wrong. [test-code]\n1 |\n  | ^\n")
  }

  @Test func `a place outside the file is moved in`() {
    let file = SourceFile(path: "a.graphql", text: "{ a }")
    let diagnostic = Diagnostic(testCode, "Wrong.", at: SourceRange(file: file, start: 90, end: 99))
    #expect(DiagnosticPrinter().text(diagnostic).hasSuffix("1 | { a }\n  |      ^\n"))
  }

  @Test func `a long line is cut around the place`() {
    let filler = String(repeating: "abcdefghi ", count: 1000)
    let shown = text(filler + "1️⃣place2️⃣ " + filler)
    let lines = shown.split(separator: "\n")
    #expect(lines[0] == "a.graphql:1:10001: error: Wrong. [test-code]")
    #expect(lines[1].count < 180)
    #expect(lines[1].hasPrefix("1 | …") && lines[1].hasSuffix("…"))
    let column = lines[2].firstIndex(of: "^").map { lines[2].distance(from: lines[2].startIndex, to: $0) }
    #expect(lines[1].dropFirst(column ?? 0).hasPrefix("place"))
    #expect(lines[2].hasSuffix("^~~~~"))
  }

  @Test func `a long line is not cut within a character`() {
    let shown = text(String(repeating: "日", count: 400) + "1️⃣x2️⃣" + String(repeating: "本", count: 400))
    #expect(!shown.contains("\u{FFFD}"))
  }

  @Test func `control characters are not printed`() {
    #expect(text("a \u{1B}[31m 1️⃣b2️⃣ \u{202E}c").contains("1 | a \u{FFFD}[31m b \u{FFFD}c\n"))
    #expect(
      text("1️⃣a2️⃣", message: "one\ntwo\u{7}").hasPrefix("a.graphql:1:1: error: one\\ntwo\u{FFFD} [test-code]\n")
    )
  }

  @Test func `notes and other places`() {
    let source = MarkedSource("{ 1️⃣a2️⃣ b c }")
    let file = source.file
    let diagnostic = Diagnostic(
      .warning, testCode, "Wrong.",
      at: [
        source.range, SourceRange(file: file, start: 4, end: 5), SourceRange(file: file, start: 6, end: 7),
      ],
      notes: [
        Diagnostic.Note("This one is noted.", at: SourceRange(file: file, start: 4, end: 5)),
        Diagnostic.Note("This has no place."),
      ])
    #expect(
      DiagnosticPrinter().text(diagnostic) == """
        a.graphql:1:3: warning: Wrong. [test-code]
        1 | { a b c }
          |   ^
        a.graphql:1:7: note: The other place is here.
        1 | { a b c }
          |       ^
        a.graphql:1:5: note: This one is noted.
        1 | { a b c }
          |     ^
        note: This has no place.

        """)
  }

  @Test func `without a place`() {
    #expect(DiagnosticPrinter().text(Diagnostic(testCode, "Wrong.")) == "error: Wrong. [test-code]\n")
    #expect(
      DiagnosticPrinter().text(Diagnostic(testCode, "Wrong.", path: "x.graphql"))
        == "x.graphql: error: Wrong. [test-code]\n")
  }

  @Test func `colors are only used when asked for`() {
    let source = MarkedSource("1️⃣a2️⃣")
    let diagnostic = Diagnostic(testCode, "Wrong.", at: source.range)
    #expect(!DiagnosticPrinter().text(diagnostic).contains("\u{1B}"))
    let colored = DiagnosticPrinter(usesColor: true).text(diagnostic)
    #expect(colored.contains("\u{1B}[1;31merror: \u{1B}[0m"))
    #expect(colored.contains("Wrong.\u{1B}[0m [test-code]\n"))
    #expect(colored.contains("\u{1B}[1;32m^\u{1B}[0m"))
  }

  @Test(arguments: [
    ("→", 1), ("❤\u{FE0F}", 2), ("❤", 1), ("e\u{301}", 1), ("a", 1), ("é", 1), ("😀", 2), ("漢", 2), ("한", 2),
    ("\u{302}", 0), ("\u{200D}", 0),
    ("\u{20DD}", 0), ("ｱ", 1), ("Ａ", 2), ("𠀀", 2), ("\u{FFE7}", 1), ("1\u{FE0F}\u{20E3}", 1),
  ])
  func `columns that a character takes`(_ character: Character, _ columns: Int) {
    #expect(CharacterWidth.columns(of: character) == columns)
  }

  @Test func `a message has one line`() {
    let text = DiagnosticPrinter().text(Diagnostic(testCode, "a\r\n\tb\u{1B}[1m\u{202E}é"))
    #expect(text.contains("a\\r\\n\\tb\u{FFFD}[1m\u{FFFD}é"), "\(text)")
  }

  /// A line of more than 160 bytes is cut around the place, and not within a character.
  @Test func `a long line is cut between characters`() {
    for shift in 0..<4 {
      let before = String(repeating: "x", count: shift) + String(repeating: "€", count: 60)
      let printed = text(before + "1️⃣titel2️⃣" + String(repeating: "😀", count: 60))
      let line = printed.split(separator: "\n").first { $0.hasPrefix("1 | ") } ?? ""
      #expect(
        line.hasPrefix("1 | …€") && line.hasSuffix("😀…") && !line.contains("\u{FFFD}"), "\(shift): \(line)")
      #expect(line.utf8.count <= 4 + 160 + 3 + 3 + 3, "\(line.utf8.count)")
    }
    let short = String(repeating: "x", count: 155)
    #expect(text("1️⃣titel2️⃣" + short).contains("titel\(short)\n"))
    #expect(text("1️⃣titel2️⃣" + short + "x").contains("titel\(short)…\n"))
  }

  @Test func `blanks at the end of a line are not shown`() {
    #expect(text("{ 1️⃣titel2️⃣   \n}").contains("1 | { titel\n"))
    #expect(text("1️⃣2️⃣\n").hasPrefix("a.graphql:1:1: error: Wrong. [test-code]\n"))
  }
}

import ApusSource
import ApusSwiftSource
import Testing

@testable import ApusFormatter

/// Documents formatted in the literals of Swift files.
@Suite(.timeLimit(.minutes(15))) struct SwiftFormattingTests {
  private func formatted(_ text: String) -> String {
    let source = SourceFile(path: "View.swift", text: text)
    let literals = Formatter.literals(SwiftDocuments(in: source).documents)
    return String(decoding: Formatter.text(of: source, literals), as: UTF8.self)
  }

  @Test func `a literal keeps its indentation, and the rest of the file its text`() {
    #expect(
      formatted(
        """
        struct Row  {
            static let a: GraphQLSource = ""\"
                query   A { album {title
                  # comment
                artist{ name }}}


                query B { b }
                ""\"
          let  b = 1
        }
        """) == """
          struct Row  {
              static let a: GraphQLSource = ""\"
                  query A {
                    album {
                      title
                      # comment
                      artist {
                        name
                      }
                    }
                  }

                  query B {
                    b
                  }
                  ""\"
            let  b = 1
          }
          """)
  }

  @Test(arguments: [
    // A literal of one line stays.
    ("\"query A { a   b }\"", "\"query A { a   b }\""),
    ("\"\"\"\n  query A {\n    a\n  }\n  \"\"\"", "\"\"\"\n  query A {\n    a\n  }\n  \"\"\""),
    ("\"\"\"\r\n\tquery A { a }\r\n\t\"\"\"", "\"\"\"\r\n\tquery A {\r\n\t  a\r\n\t}\r\n\t\"\"\""),
    ("\"\"\"\nquery A { a(b: \"\\\\n\") }\n\"\"\"", "\"\"\"\nquery A {\n  a(b: \"\\\\n\")\n}\n\"\"\""),
    ("#\"\"\"\nquery A { a(b: \"\\n\") }\n\"\"\"#", "#\"\"\"\nquery A {\n  a(b: \"\\n\")\n}\n\"\"\"#"),
    (
      "#\"\"\"\nquery A { a(b: \"\"\"c\"\"\") }\n\"\"\"#",
      "#\"\"\"\nquery A {\n  a(b: \"\"\"c\"\"\")\n}\n\"\"\"#"
    ),
    // What does not parse stays.
    ("\"\"\"\n query A {  a(\n \"\"\"", "\"\"\"\n query A {  a(\n \"\"\""),
    ("\"\"\"\n\n\"\"\"", "\"\"\"\n\n\"\"\""),
  ])
  func `a literal keeps its form`(_ literal: String, _ expected: String) {
    let head = "let a: GraphQLSource = "
    #expect(formatted(head + literal) == head + expected)
    #expect(formatted(head + expected) == head + expected)
  }

  @Test(arguments: [
    "a", "\"", "\"\"\"", "\"\"\"\"\"\"\"", "\\", "\\n", "a\nb", "\n", "\n\n a", "é", "\t", "\0", "\r",
    "\"\"\" #\"\"\"",
  ])
  func `a text that is written is read again`(_ text: String) throws {
    for literal in [
      "\"x\"", "\"\"\"\n    x\n    \"\"\"", "\"\"\"\nx\n\"\"\"", "##\"\"\"\n\tx\n\t\"\"\"##", "##\"x\"##",
    ] {
      let head = "let a: GraphQLSource = "
      let source = SourceFile(path: "View.swift", text: head + literal)
      let origin = try #require(SwiftDocuments(in: source).documents.first?.origin)
      guard origin.canHold(Array(text.utf8)) else { continue }
      let written =
        source.text(0, origin.contents.lowerBound)
        + String(decoding: origin.contents(for: Array(text.utf8)), as: UTF8.self)
        + source.text(origin.contents.upperBound, source.count)
      let read = SwiftDocuments(in: SourceFile(path: "View.swift", text: written))
      #expect(read.documents.map { $0.text(0, $0.count) } == [text], "\(written)")
    }
  }
}

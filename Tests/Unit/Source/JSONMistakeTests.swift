import Testing

@testable import ApusSource

@Suite(.timeLimit(.minutes(15))) struct JSONMistakeTests {
  @Test(arguments: [
    ("<<<<<<< HEAD\n{}", 0, "This is a merge conflict marker."),
    ("{\n=======\n}", 2, "This is a merge conflict marker."), ("{ // x\n}", 2, "JSON has no comments."),
    ("{ /* x */ }", 2, "JSON has no comments."), ("# x\n{}", 0, "JSON has no comments."),
    ("{ \"a\": 1, }", 8, "JSON has no comma after the last element."),
    ("[1,]", 2, "JSON has no comma after the last element."),
    ("{ “a”: 1 }", 2, "This is a typographic quotation mark, “."),
    ("{ \"a\": „b“ }", 7, "This is a typographic quotation mark, „."),
    ("{ 'a': 1 }", 2, "JSON has double quotes only."),
    ("\n<!DOCTYPE html>", 1, "The file contains HTML or XML"), ("<html>", 0, "The file contains HTML or XML"),
    ("{ < }", 2, "Expected a key in quotes, found <."), ("<3", 0, "Expected a value, found <."),
  ])
  func `well-known mistakes are named, at their place`(text: String, start: Int, message: String) throws {
    let error = #expect(throws: JSONError.self) { try JSONTree.parse(SourceFile(path: "a.json", text: text)) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    #expect(error?.start == start)
  }
}

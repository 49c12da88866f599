import ApusSource
import Testing

@Suite(.timeLimit(.minutes(15))) struct SuggestionsTests {
  @Test(
    arguments: [
      ([], ""),
      (["a"], " Did you mean \"a\"?"),
      (["a", "b"], " Did you mean \"a\" or \"b\"?"),
      (["a", "b", "c"], " Did you mean \"a\", \"b\", or \"c\"?"),
      (["a", "b", "c", "d", "e", "f"], " Did you mean \"a\", \"b\", \"c\", \"d\", or \"e\"?"),
    ] as [([String], String)])
  func `a suggestion is a sentence`(names: [String], sentence: String) {
    #expect(Suggestions.didYouMean(names) == sentence)
  }

  @Test func `sentence with a subject`() {
    #expect(
      Suggestions.didYouMean(["Cat"], subject: "to use an inline fragment on")
        == " Did you mean to use an inline fragment on \"Cat\"?")
  }

  @Test(
    arguments: [
      // Nothing is near an empty name but a name of one letter.
      ("", ["a", "bc"], ["a"]),
      // The threshold is two fifths of the name, and one.
      ("title", ["titel", "tilte", "titles", "subtitle", "name"], ["tilte", "titel", "titles", "subtitle"]),
      ("title", ["TITLE", "Title", "titles"], ["TITLE", "Title", "titles"]),
      ("abc", ["abcde", "xyz"], ["abcde"]),
      ("greenish", ["green", "teal"], ["green"]),
      // The nearest first.
      ("animl", ["animals", "animal"], ["animal", "animals"]),
      // Equally near: digits as numbers.
      ("item", ["item10", "item9", "item2"], ["item2", "item9", "item10"]),
    ] as [(String, [String], [String])])
  func `near names are suggested, nearest first`(name: String, options: [String], expected: [String]) {
    #expect(Suggestions.list(for: name, among: options) == expected)
  }

  @Test func `each once`() {
    #expect(Suggestions.list(for: "a", among: ["b", "b"]) == ["b"])
  }

  @Test(arguments: [
    ("a2", "a10"), ("a", "a1"), ("a01", "a1"), ("a1b", "a1c"), ("a1", "b0"), ("2", "10"), ("a9", "aa"),
  ])
  func `natural order`(first: String, second: String) {
    #expect(isBeforeInNaturalOrder(first, second))
    #expect(!isBeforeInNaturalOrder(second, first))
  }
}

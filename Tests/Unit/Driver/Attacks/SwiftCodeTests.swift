import Testing

/// The measure itself: it must see what gets out.
@Suite(.timeLimit(.minutes(15))) struct SwiftCodeTests {
  @Test(arguments: [
    "struct Injected {}", "// a\nstruct Injected {}", "// a\rstruct Injected {}",
    "/* a */ struct Injected {} /* */",
    #"let a = "\(Injected())""#, ##"let a = #"\#(Injected())"#"##, "let a = \"\nInjected()",
    "let a = \"a\\\\\" + Injected()",
    "let a = \"\"\"\na\"\"\" + Injected()", "let a = \"\\(b(\"c\") + Injected())\"",
  ])
  func `sees code`(_ text: String) {
    #expect(SwiftCode(text).words.contains("Injected"))
  }

  @Test(arguments: [
    "// struct Injected {}", "/* /* a */ struct Injected {} */", #"let a = "struct Injected {}""#,
    #"let a = "\" Injected \"""#, ##"let a = #"\(Injected) " "#"##, "let a = \"\"\"\nInjected \" \"\" \"\"\"",
    #"let a = "\\(Injected)""#, "let StructInjected = 1",
  ])
  func `sees no code`(_ text: String) {
    #expect(!SwiftCode(text).words.contains("Injected"))
  }
}

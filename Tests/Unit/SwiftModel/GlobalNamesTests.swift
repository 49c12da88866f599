import ApusSource
import Testing

@testable import ApusSwiftModel

@Suite(.timeLimit(.minutes(15))) struct GlobalNamesTests {
  private static let schema = """
    type Mutation { ok: Boolean }
    type Query { ok(data: NotificationData, kind: HomeQuery): Boolean }
    input NotificationData { text: String }
    enum HomeQuery { A }
    """

  /// The Swift names of operations and fragments by what the document calls them, and the warnings.
  private func names(_ definitions: [String]) -> (names: [String: [String]], warnings: [String]) {
    let lowered = Lowered(definitions.joined(separator: "\n"), schema: GlobalNamesTests.schema)
    var names: [String: [String]] = [:]
    for operation in lowered.program.operations { names[operation.name] = [operation.swiftName] }
    for fragment in lowered.program.fragments {
      names[fragment.name] = [fragment.protocolName, fragment.swiftName]
    }
    #expect(!lowered.diagnostics.contains { $0.severity == .error })
    return (names, lowered.diagnostics.map(\.message))
  }

  private static let definitions = [
    "query home { ok }", "query Home { ok }", "query cart { ok }", "query Cart { ok }",
    "fragment NotificationFragment on Query { ok }", "fragment card on Query { ok }",
    "fragment Card on Query { ok }",
  ]

  @Test func `the order of definitions does not matter`() {
    let expected = names(Self.definitions)
    #expect(expected.names["Home"] == ["HomeQuery2"])
    #expect(expected.names["home"] == ["HomeQuery3"])
    #expect(expected.names["Cart"] == ["CartQuery"])
    #expect(expected.names["cart"] == ["CartQuery2"])
    #expect(expected.names["NotificationFragment"] == ["NotificationFragment", "NotificationFragmentData"])
    #expect(expected.names["Card"] == ["CardFragment", "CardData"])
    #expect(expected.names["card"] == ["CardFragment2", "CardFragmentData"])
    for start in Self.definitions.indices {
      let turned = Array(Self.definitions[start...] + Self.definitions[..<start])
      #expect(names(turned).names == expected.names)
      #expect(names(turned.reversed()).names == expected.names)
    }
  }

  @Test func `all names differ`() {
    let all = names(Self.definitions).names.values.flatMap(\.self)
    #expect(Set(all).count == all.count)
  }

  @Test func `a fragment that is called data keeps its name where no other type has it`() {
    #expect(
      names(["fragment HeroData on Query { ok }"]).names["HeroData"] == ["HeroDataFragment", "HeroData"])
    let both = names(["fragment HeroData on Query { ok }", "fragment hero on Query { ok }"])
    #expect(both.names["HeroData"] == ["HeroDataFragment", "HeroData"])
    #expect(both.names["hero"] == ["HeroFragment", "HeroFragmentData"])
    // The schema's `NotificationData` has the name already.
    let taken = names(["fragment NotificationData on Query { ok }"])
    #expect(
      taken.names["NotificationData"] == ["NotificationDataFragment", "NotificationDataFragmentData"])
    #expect(both.warnings.count == 1 && taken.warnings.count == 1)
  }

  @Test func `a suffix is not given twice, and what has the very name keeps it`() {
    let found = names([
      "mutation createTasks { ok }", "mutation CreateTasksMutation { ok }",
      "fragment HeroName on Query { ok }", "fragment HeroNameFragment on Query { ok }",
      "query Query { ok }", "fragment Fragment on Query { ok }",
    ])
    #expect(found.names["createTasks"] == ["CreateTasksMutation2"])
    #expect(found.names["CreateTasksMutation"] == ["CreateTasksMutation"])
    #expect(found.names["HeroName"] == ["HeroNameFragment2", "HeroNameData"])
    #expect(found.names["HeroNameFragment"] == ["HeroNameFragment", "HeroNameFragmentData"])
    #expect(found.names["Query"] == ["Query"])
    #expect(found.names["Fragment"] == ["Fragment", "FragmentData"])
    #expect(found.warnings.count == 3, "\(found.warnings)")
  }

  @Test func `what is renamed is told once`() {
    let warnings = names(["query cart { ok }", "query Cart { ok }"]).warnings
    #expect(
      warnings == [
        "This definition becomes \"CartQuery2\" in Swift, because \"CartQuery\" is the name of another definition. To choose the name yourself, rename one of them."
      ])
  }

  @Test func `anonymous operations are named after their files up to the last dot`() {
    #expect(GlobalNames.name(ofFile: "/a.b/cart.lines.add.graphql") == "CartLinesAdd")
    #expect(GlobalNames.name(ofFile: "home") == "Home")
    #expect(GlobalNames.name(ofFile: ".graphql") == "Anonymous")
  }
}

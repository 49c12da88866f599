import Apus
import ApusSource
import ApusShapes
import ApusDocuments
import ApusSwiftModel
import ApusSyntax
import ApusValidation
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// Random operations, compiled as users' are, executed, written to a cache and read back.
///
/// `APUS_CACHE_OPERATIONS` is how many are tried, `APUS_CACHE_SEED` where they begin.
@Suite(.timeLimit(.minutes(15))) struct RoundTripTests {
  static func setting(_ name: String, _ value: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
  }

  /// An operation as it is sent.
  struct Sent {
    var text: String
    var table: String
    var tree: SyntaxTree
    /// Without what was added for the cache.
    var bare: SyntaxTree
    var variables: [String: GraphQLValue]
  }

  static func sent(_ operation: RandomOperation, _ world: World) -> Sent? {
    func parse(_ text: String) -> SyntaxTree? {
      let tree = SyntaxTree(names: world.names)
      return Parser.parse(SourceFile(path: "Test.graphql", text: text), into: tree).isEmpty ? tree : nil
    }
    guard let tree = parse(operation.text) else { return nil }
    let index = DocumentIndex(tree, world.schema)
    if Validator.validate(index).contains(where: { $0.severity == .error }) { return nil }
    var options = GenerationOptions()
    options.usesCache = true
    options.cacheRules =
      World.keys.map { CacheRule($0.key, .keys($0.value)) }
      + World.lookups.map { CacheRule($0.key, .lookup($0.value)) }
    let (program, diagnostics) = Lowering.lower(index, options)
    guard !diagnostics.contains(where: { $0.severity == .error }), let sent = program.operations.first,
      let table = program.cacheSchema
    else { return nil }
    guard let sentTree = parse(sent.document), let bare = parse(withoutAdded(sent.document)) else {
      Issue.record("the sent text cannot be parsed: \(sent.document)")
      return nil
    }
    let problems = Validator.validate(DocumentIndex(sentTree, world.schema)).filter { $0.severity == .error }
    if let problem = problems.first {
      Issue.record("the sent text is not valid: \(problem.message)\n\(sent.document)")
    }
    return Sent(
      text: sent.document, table: table, tree: sentTree, bare: bare, variables: operation.variables)
  }

  /// The text without the fields whose alias is the cache's, and without the fragments that have only those.
  static func withoutAdded(_ text: String) -> String {
    text.replacing(#/ ?\b___\w*:\w+/#, with: "").replacing(#/ ?\.\.\.on \w+{}/#, with: "")
  }

  static func source(_ sent: Sent, _ number: Int) -> PlanSource {
    PlanSource(
      key: PlanSource.Key(
        type: ObjectIdentifier(RoundTripTests.self), document: number,
        variables: Array(GraphQLValue.object(sent.variables).description.utf8)), name: "Q", text: sent.text)
  }

  /// Equal, but for the order of members.
  static func areSame(_ one: String, _ other: String) -> Bool {
    one == other || (try? GraphQLValue(json: one)) == (try? GraphQLValue(json: other))
  }

  /// An operation that was written before.
  private struct Past {
    var source: PlanSource
    var sent: Sent
    var text: String?
    var dependencies: Dependencies
  }

  private struct Figures {
    var written = 0
    var reordered = 0
    var earlier = 0
    var incomplete = 0
    var changed = 0
    var woken = 0
  }

  /// - Parameters:
  ///   - moves: whether values change between operations.
  ///   - hasLaterTypes: whether the server has types that the documents do not know.
  private static func run(
    count: Int, seed: Int, moves: Bool, hasLaterTypes: Bool
  ) async -> Figures {
    var figures = Figures()
    var random = SeededRandom(UInt64(seed))
    let names = NameTable()
    let world = World(hasLaterTypes: false, names: names)
    var server = World(hasLaterTypes: hasLaterTypes, names: names)
    var number = 0
    while figures.written < count {
      // Tests that wait for an answer within a time need a thread now and then.
      await Task.yield()
      // Twelve operations share a cache, whose schema all of them know.
      var session: [Sent] = []
      while session.count < 12 {
        if let sent = sent(RandomOperation(world, &random), world) { session.append(sent) }
      }
      let store = CacheStore(TypeTable(session.map { GraphQLCacheSchema(table: $0.table) }))
      #expect(store.types.faults.isEmpty)
      var past: [Past] = []
      for sent in session {
        if moves { server.time += 1 }
        number += 1
        figures.written += 1
        let source = source(sent, number)
        var execution = Execution(server, sent.tree, sent.variables)
        let data = execution.run()
        var bare = Execution(server, sent.bare, sent.variables)
        let expected = bare.run()
        func write() -> [RecordChange] {
          var changes: [RecordChange] = []
          var text = data
          text.withUTF8 { bytes in
            try? store.transaction { writer in
              try writer.write(bytes, source, .operation)
              changes = writer.changes
            }
          }
          return changes
        }
        let changes = write()
        guard let result = try? store.read(source, .operation) else {
          Issue.record("no plan for \(sent.text)")
          continue
        }
        let text = result.text.map { String(decoding: $0, as: UTF8.self) }
        if text != expected { figures.reordered += 1 }
        guard let text, areSame(text, expected) else {
          Issue.record(
            """
            seed \(seed), operation \(number) reads otherwise; missing: \(result.firstMiss ?? "nothing")
            sent: \(sent.text)
            variables: \(sent.variables)
            data: \(data)
            expected: \(expected)
            read: \(text ?? "-")
            table: \(sent.table)
            """)
          return figures
        }
        let again = write()
        if !again.isEmpty {
          Issue.record("seed \(seed), operation \(number): written twice changes \(again)")
        }
        for index in past.indices {
          figures.earlier += 1
          guard let result = try? store.read(past[index].source, .operation) else { continue }
          let isTold = past[index].dependencies.areAffected(by: changes)
          if isTold { figures.woken += 1 }
          let text = result.text.map { String(decoding: $0, as: UTF8.self) }
          if text == nil { figures.incomplete += 1 }
          if text != past[index].text {
            figures.changed += 1
            // A world that does not move has one answer to each question.
            if !moves, text != nil {
              Issue.record(
                "seed \(seed), operation \(number) changes an earlier one: \(past[index].sent.text)")
            }
            if !isTold {
              Issue.record(
                "seed \(seed), operation \(number): no dependency of \(past[index].sent.text) tells")
            }
          }
          past[index].text = text
          past[index].dependencies = result.dependencies
        }
        past.append(Past(source: source, sent: sent, text: text, dependencies: result.dependencies))
      }
    }
    return figures
  }

  /// A sample; the README has the command for more.
  static let count = setting("APUS_CACHE_OPERATIONS", 100)
  private static let seed = setting("APUS_CACHE_SEED", 1)

  @Test func `what is written is read`() async {
    let figures = await RoundTripTests.run(
      count: RoundTripTests.count, seed: RoundTripTests.seed, moves: false, hasLaterTypes: false)
    print("one state: \(figures)")
    #expect(figures.incomplete == 0)
  }

  @Test func `changes are told`() async {
    let figures = await RoundTripTests.run(
      count: RoundTripTests.count / 2, seed: RoundTripTests.seed + 1, moves: true, hasLaterTypes: false)
    print("moving: \(figures)")
    #expect(figures.changed > 0)
  }

  @Test func `types that the schema gains later are kept`() async {
    let figures = await RoundTripTests.run(
      count: RoundTripTests.count / 2, seed: RoundTripTests.seed + 2, moves: false, hasLaterTypes: true)
    print("later types: \(figures)")
  }
}

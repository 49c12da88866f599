import Apus
import ApusSyntax
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// P11: responses of a server whose fields fail at random. No value that is kept becomes an error's null.
@Suite(.timeLimit(.minutes(15))) struct ErrorRoundTripTests {
  @Test func `errors replace nothing`() throws {
    var random = SeededRandom(11)
    let names = NameTable()
    let world = World(hasLaterTypes: false, names: names)
    var (failed, complete, kept) = (0, 0, 0)
    for session in 0..<max(1, RoundTripTests.count / 8) {
      var operations: [RoundTripTests.Sent] = []
      while operations.count < 8 {
        if let sent = RoundTripTests.sent(RandomOperation(world, &random), world) { operations.append(sent) }
      }
      let store = CacheStore(TypeTable(operations.map { GraphQLCacheSchema(table: $0.table) }))
      /// What a server without faults would say.
      func expected(_ sent: RoundTripTests.Sent) -> String {
        var execution = Execution(world, sent.bare, sent.variables)
        return execution.run()
      }
      func read(_ number: Int) throws -> String? {
        try store.read(RoundTripTests.source(operations[number], session * 100 + number), .operation).text
          .map { String(decoding: $0, as: UTF8.self) }
      }
      var known: Set<Int> = []
      for step in 0..<40 {
        let number = random.below(operations.count)
        let sent = operations[number]
        var server = world
        server.failures = step % 3 == 0 ? 0 : 8
        server.attempt = step
        var execution = Execution(server, sent.tree, sent.variables)
        let data = execution.run()
        let errors = execution.errors.map { GraphQLError(message: "no", path: $0) }
        if !errors.isEmpty { failed += 1 }
        let source = RoundTripTests.source(sent, session * 100 + number)
        guard data != "null" else { continue }
        try Array(data.utf8).withUnsafeBufferPointer { json in
          let places = errors.isEmpty ? [:] : ResponsePlaces.nulls(of: errors, in: json)
          try store.transaction { try $0.write(json, source, .operation, errors: places) }
        }
        for number in operations.indices {
          guard let text = try read(number) else {
            // What could be read stays readable.
            if known.contains(number) {
              Issue.record("session \(session): \(operations[number].text) got lost")
            }
            continue
          }
          known.insert(number)
          complete += 1
          if !errors.isEmpty { kept += 1 }
          #expect(RoundTripTests.areSame(text, expected(operations[number])), "session \(session)")
        }
      }
    }
    print("\(failed) responses with errors, \(complete) complete reads, \(kept) after errors")
    #expect(failed > RoundTripTests.count)
    #expect(kept > RoundTripTests.count)
  }
}

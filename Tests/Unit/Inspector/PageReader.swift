import Apus
import ApusInspectorPage

@testable import ApusInspector

/// A page that reads the stream of records.
struct PageReader {
  var cursor = InspectorCursor(sequence: 0)

  /// What is new, in parts of a few records.
  mutating func read(_ inspector: GraphQLInspector) throws -> [GraphQLValue] {
    let content = LiveContent(inspector)
    var all: [GraphQLValue] = []
    while true {
      let part = content.records(after: &cursor, limit: 3)
      if part.isEmpty { return all }
      all += try part.map { try GraphQLValue(json: $0) }
    }
  }
}

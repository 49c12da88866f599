import Apus
import ApusCache
import ApusClient
import CacheFixtures
import Foundation

/// Changes a response by chance, and writes what still decodes into a cache: it reads what was decoded.
struct ResponseFuzzer {
  var inputs: Int
  var seed: UInt64

  /// How often what was decoded was compared with what is read.
  private struct Counts {
    var decoded = 0
    var compared = 0
  }

  func run() throws {
    let query = ItemsQuery(group: 1)
    let used = GraphQLCache(schema: ItemsQuery.cacheSchema)
    var (random, counts) = (Random(seed), Counts())
    for input in 0..<inputs {
      var bytes = Array(itemsData(group: 1, value: random.below(1000), count: 1 + random.below(4)))
      for _ in 0...random.below(3) {
        if random.below(3) == 0 { random.mutate(&bytes) } else { random.mutateJSON(&bytes) }
      }
      guard let (body, response) = try? GraphQLDecodedBody.decoding(Data(bytes), as: ItemsQuery.self) else {
        continue
      }
      counts.decoded += 1
      // A cache that has much, and one that has nothing else.
      used.write(body, of: query, ticket: nil)
      _ = used.read(query)
      let fresh = GraphQLCache(schema: ItemsQuery.cacheSchema)
      fresh.write(body, of: query, ticket: nil)
      let read = fresh.read(query)
      guard let data = response.data, response.errors.isEmpty, Self.hasOneOfEach(data) else { continue }
      // An object whose key was lost has no key for what reads it again.
      guard let read else { continue }
      counts.compared += 1
      guard read == data else {
        throw Failure("input \(input): \(String(decoding: bytes, as: UTF8.self)) reads \(read)")
      }
    }
    guard counts.compared * 10 > counts.decoded, counts.decoded * 100 > inputs else {
      throw Failure("only \(counts.compared) of \(counts.decoded) responses were compared")
    }
    print(
      "\(inputs) inputs for responses: \(counts.decoded) decoded, \(counts.compared) of them were read, none was wrong"
    )
  }

  /// Whether no object stands there twice, with values that need not agree.
  private static func hasOneOfEach(_ data: ItemsQuery.Data) -> Bool {
    Set(data.items.map(\.id)).count == data.items.count
  }
}

extension Random {
  /// Changes a response's text so that it is often JSON afterwards.
  fileprivate mutating func mutateJSON(_ bytes: inout [UInt8]) {
    let snippets = [
      "\"id\":\"\",", "\"id\":\"1.9\",", "\"___\":\"Other\",", "\"next\":null,", "\"value\":-0,",
      "\"value\":1e3,", "\"text\":\"\\ud83e\\udd8a\\u0000\\/\",", "\"text\":\"\",",
      "\"more\":[[{\"a\":[1,{}]}]],",
      "\"next\":{\"id\":\"1.7\"},", "\"next\":{\"id\":\"1.7\",\"___\":\"Item\"},",
      "\"\\u0069d\":\"1.8\",", " \n\t",
    ]
    let structure = bytes.indices.filter { bytes[$0] == UInt8(ascii: "{") || bytes[$0] == UInt8(ascii: ",") }
    guard !structure.isEmpty else { return }
    let at = structure[below(structure.count)] + 1
    guard at < bytes.count else { return }
    switch below(4) {
    case 0:
      // A member goes.
      bytes.removeSubrange(at...(bytes[at...].firstIndex(of: UInt8(ascii: ",")) ?? bytes.count - 1))
    case 1:
      // A string becomes another one's.
      let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\"") }
      if quotes.count > 3 {
        let (from, to) = (quotes[below(quotes.count)], quotes[below(quotes.count)])
        if from + 5 < bytes.count, to + 5 < bytes.count {
          for offset in 0..<5 { bytes[to + offset] = bytes[from + offset] }
        }
      }
    default:
      bytes.insert(contentsOf: snippets[below(snippets.count)].utf8, at: at)
    }
  }
}

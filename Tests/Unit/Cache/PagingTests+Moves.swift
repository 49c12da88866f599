import Apus
import ApusClient
import CacheFixtures
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// Elements that a page finds elsewhere in a long list.
extension PagingTests {
  /// A page is joined to a list of Swift that follows the rule: its elements leave their old places.
  @Test(arguments: 0..<8) func `Elements of a page leave their places in a long list`(_ seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    let scene = try Scene()
    let list = PagedList(posts: Array(0..<5_000))
    for page in 0..<10 {
      try write(scene, PostsQuery(first: 400, after: page == 0 ? .unset : .value("c\(page * 400 - 1)")), list)
    }
    var expected = Array(0..<4_000)
    for _ in 0..<6 {
      // Elements from anywhere, some of them new, follow the end of the list.
      var moved: [Int] = []
      for _ in 0...random.below(5) {
        let post = random.below(5_000)
        if !moved.contains(post), post != expected.last { moved.append(post) }
      }
      guard let last = expected.last, !moved.isEmpty else { continue }
      let json = PagedList(posts: [last] + moved).json(first: moved.count, after: "c\(last)")
      let query = PostsQuery(first: .value(moved.count), after: .value("c\(last)"))
      try scene.cache.receive(
        json.replacing(#""hasNextPage":false"#, with: #""hasNextPage":true"#), for: query)
      expected.removeAll { moved.contains($0) }
      expected += moved
      #expect(titles(scene, PostsQuery(first: 400)) == titles(expected), "seed \(seed)")
    }
  }
}

import Apus
import ApusClient
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// The rule for pages against a model: all lists and all pages of up to six elements.
@Suite(.computing, .timeLimit(.minutes(15))) struct PageJointTests {
  private struct Elements: PagedElements {
    var numbers: [Int]
    var count: Int { numbers.count }
    func identity(_ index: Int) -> Int? { numbers[index] }
    func position(of cursor: String) -> Int? { numbers.firstIndex { "k\($0)" == cursor } }
    var startCursor: String? { numbers.first.map { "k\($0)" } }
    var endCursor: String? { numbers.last.map { "k\($0)" } }
  }

  private static func state(hasStart: Bool, hasEnd: Bool, after: String? = nil, before: String? = nil)
    -> ConnectionState
  {
    ConnectionState(
      hasStart: hasStart, hasEnd: hasEnd, after: after, before: before, askedFirst: 3, askedLast: 3)
  }

  /// All pages of different elements for a list of 1…count. New elements have no order of their own, so they are numbered as they come.
  private static func pages(_ count: Int, _ length: Int) -> [[Int]] {
    var pages: [[Int]] = [[]]
    for _ in 0..<length {
      pages = pages.flatMap { page in
        let new = max(count, page.max() ?? 0) + 1
        return ((1...max(count, 1)).filter { $0 <= count && !page.contains($0) } + [new]).map { page + [$0] }
      }
    }
    return pages
  }

  private static func joined(_ list: [Int], _ page: [Int], _ joint: PageJoint) -> [Int] {
    switch joint.place {
    case .nowhere: return list
    case .replacing: return page
    case .between(let lower, let upper):
      let anchor = joint.anchor.map { list[$0] }
      let page = page.filter { $0 != anchor }
      return list[..<lower].filter { !page.contains($0) } + page
        + list[upper...].filter { !page.contains($0) }
    }
  }

  /// The list after a page, said as in the documentation's table.
  ///
  /// - Parameter start: the cursor that the list itself follows; nil if it begins with the first element of all.
  private static func expected(
    _ list: [Int], from start: Int?, _ page: [Int], after: Int?, isLast: Bool
  ) -> [Int] {
    let cut: Int
    if let after {
      if let at = list.firstIndex(of: after) {
        cut = at + 1
      } else if after == start {
        cut = 0
      } else {
        return page.isEmpty ? list : page
      }
    } else {
      cut = 0
    }
    // What the page does not have again.
    let own = page.filter { $0 != (cut > 0 ? list[cut - 1] : nil) }
    let head = list[..<cut].filter { !own.contains($0) }
    if isLast { return head + own }
    if page.isEmpty { return list }
    guard let last = page.last, let at = list.firstIndex(of: last) else { return head + own }
    return head + own + list[max(at + 1, cut)...].filter { !own.contains($0) }
  }

  private static let unknownCursor = 99

  @Test(arguments: 0...6, 0...6) func `all pages, from both ends, join as the table says`(
    _ count: Int, _ length: Int
  ) async {
    let list = Array(1...7).prefix(count).map { $0 }
    let mirrored = Array(list.reversed())
    // 0 is the cursor that the list follows.
    let cursors: [Int?] = [nil, 0, Self.unknownCursor] + list.map(Optional.some)
    for page in Self.pages(count, length) {
      // Other tests want the thread as well.
      await Task.yield()
      let other = Array(page.reversed())
      // Where a list begins matters to the place of a page, and not to what is in it.
      let starts = length <= 3 ? [nil, 0] : [nil]
      for (start, after) in starts.flatMap({ start in cursors.map { (start, $0) } }) {
        for isLast in [false, true] where after != nil || !isLast {
          let expected = Self.expected(list, from: start, page, after: after, isLast: isLast)
          let forward = PageJoint(
            Elements(numbers: list),
            Self.state(hasStart: start == nil, hasEnd: false, after: start.map { "k\($0)" }),
            Elements(numbers: page),
            Self.state(hasStart: after == nil, hasEnd: isLast, after: after.map { "k\($0)" }))
          let found = Self.joined(list, page, forward)
          // The other end is the mirror image.
          let backward = PageJoint(
            Elements(numbers: mirrored),
            Self.state(hasStart: false, hasEnd: start == nil, before: start.map { "k\($0)" }),
            Elements(numbers: other),
            Self.state(hasStart: isLast, hasEnd: after == nil, before: after.map { "k\($0)" }))
          // An expectation that holds takes longer than all the rest.
          guard found == expected, Set(found).count == found.count,
            Self.joined(mirrored, other, backward) == expected.reversed(),
            backward.startIsNew == forward.endIsNew, backward.endIsNew == forward.startIsNew,
            !isLast || forward.place == .nowhere || forward.state.hasEnd
          else {
            Issue.record(
              "\(list) from \(start ?? -1), after \(after ?? -1): \(page) \(isLast) \(found) \(expected)")
            return
          }
        }
      }
    }
  }

  @Test func `an empty page after an unknown cursor leaves the list`() {
    let list = Elements(numbers: [1, 2, 3])
    for isLast in [false, true] {
      let joint = PageJoint(
        list, Self.state(hasStart: true, hasEnd: false), Elements(numbers: []),
        Self.state(hasStart: false, hasEnd: isLast, after: "k9"))
      #expect(joint.place == .nowhere)
      #expect(joint.state == Self.state(hasStart: true, hasEnd: false))
    }
  }
}

extension PagingTests {
  @Test func `An element that is gone does not follow the last page`() throws {
    let scene = try Scene()
    var list = PagedList(posts: [1, 2, 3, 4, 5, 6])
    try write(scene, PostsQuery(first: 3), list)
    try write(scene, PostsQuery(first: 3, after: "c3"), list)
    list.posts.removeLast()
    try write(scene, PostsQuery(first: 3, after: "c3"), list)
    #expect(titles(scene) == titles([1, 2, 3, 4, 5]))
    #expect(titles(scene, PostsQuery(first: 3, after: "c3")) == titles([4, 5]))
    let other = try Scene()
    list = PagedList(posts: [1, 2, 3, 4, 5, 6])
    try write(other, PostsQuery(last: 3), list)
    try write(other, PostsQuery(last: 3, before: "c4"), list)
    list.posts.removeFirst()
    try write(other, PostsQuery(last: 3, before: "c4"), list)
    #expect(titles(other, PostsQuery(last: 3)) == titles([2, 3, 4, 5, 6]))
  }

  @Test
  func `An empty page that is the last one ends the list, and one after an unknown cursor says nothing`()
    throws
  {
    let scene = try Scene()
    try write(scene, PostsQuery(first: 4), PagedList(posts: [1, 2, 3, 4, 5]))
    let empty =
      "{\"posts\":{\"total\":4,\"edges\":[],\"pageInfo\":{\"hasNextPage\":false,\"endCursor\":null,\"hasPreviousPage\":false,\"startCursor\":null}}}"
    func writeEmpty(after cursor: String) throws {
      let body = try GraphQLDecodedBody.decoding(Data("{\"data\":\(empty)}".utf8), as: PostsQuery.self).body
      scene.cache.write(body, of: PostsQuery(first: 3, after: .value(cursor)), ticket: nil)
    }
    try writeEmpty(after: "c99")
    #expect(titles(scene, PostsQuery(first: 4)) == titles([1, 2, 3, 4]))
    #expect(scene.cache.read(PostsQuery(first: 4))?.posts.pageInfo.hasNextPage == true)
    try writeEmpty(after: "c3")
    #expect(titles(scene, PostsQuery(first: 3)) == titles([1, 2, 3]))
    let info = try #require(scene.cache.read(PostsQuery(first: 3))?.posts.pageInfo)
    #expect(!info.hasNextPage)
    #expect(info.endCursor == "c3")
  }
}

import Apus
import ApusCache
import ApusClient
import ApusSwiftUI
import Foundation
import TestSupport
import Testing

extension ServerTests {
  /// Lists page by page against a real server, which has 25 media.
  @Suite struct PagesTests {
    private static let forwards = GraphQLPaging<MediaPagesQuery>(
      next: { $0.allMedia.pageInfo.hasNextPage ? $0.allMedia.pageInfo.endCursor : nil }, into: \.after)
    private static let backwards = GraphQLPaging<MediaFromEndQuery>(
      .backwards, next: { $0.allMedia.pageInfo.hasPreviousPage ? $0.allMedia.pageInfo.startCursor : nil },
      into: \.before)
    private static let byOffset = GraphQLPaging<MediaByOffsetQuery>(
      count: { $0.allMedia.edges.count }, offset: \.offset)
    private static let all = (1...25).map { "m\($0)" }

    @Test func `forwards, and through the cache`() async throws {
      try await reset()
      let (plain, cached) = (try await client(), try await cached().0)
      for _ in 0..<2 {
        var pages: [[String]] = []
        for try await page in plain.pages(MediaPagesQuery(first: 10), by: Self.forwards) {
          pages.append(page.ids)
        }
        #expect(pages.map(\.count) == [10, 10, 5])
        #expect(pages.flatMap { $0 } == Self.all)
        var kept: [String] = []
        for try await page in cached.pages(MediaPagesQuery(first: 10), by: Self.forwards) { kept += page.ids }
        #expect(kept == Self.all)
      }
    }

    @Test func `backwards`() async throws {
      try await reset()
      var pages: [[String]] = []
      for try await page in try await client().pages(MediaFromEndQuery(last: 10), by: Self.backwards) {
        pages.append(page.ids)
      }
      #expect(pages.map(\.count) == [10, 10, 5])
      #expect(pages.reversed().flatMap { $0 } == Self.all)
    }

    @Test func `by offset, until a page is empty`() async throws {
      try await reset()
      var pages: [[String]] = []
      for try await page in try await client().pages(MediaByOffsetQuery(first: 10), by: Self.byOffset) {
        pages.append(page.ids)
      }
      #expect(pages.map(\.count) == [10, 10, 5, 0])
      #expect(pages.flatMap { $0 } == Self.all)
    }

    @Test func `a page that fails is asked for again, and not those before it`() async throws {
      try await reset()
      let client = try await client()
      let before = try await stats().operations
      var forwards = client.pages(MediaPagesQuery(first: 10, failsOnceAt: .value(10)), by: Self.forwards)
        .makeAsyncIterator()
      var ids = try #require(try await forwards.next()).ids
      await #expect(throws: GraphQLClientError.self) { _ = try await forwards.next() }
      while let page = try await forwards.next() { ids += page.ids }
      #expect(ids == Self.all)
      var offsets = client.pages(MediaByOffsetQuery(first: 20, failsOnceAt: .value(20)), by: Self.byOffset)
        .makeAsyncIterator()
      ids = try #require(try await offsets.next()).ids
      await #expect(throws: GraphQLClientError.self) { _ = try await offsets.next() }
      while let page = try await offsets.next() { ids += page.ids }
      #expect(ids == Self.all)
      // Three pages each, the last of those by offset empty, and two failures.
      #expect(try await stats().operations == before + 8)
    }

    @Test func `a cursor that comes again ends the loop`() async throws {
      try await reset()
      let pages = try await client().pages(
        MediaPagesQuery(first: 10, repeatsCursor: true), by: Self.forwards)
      var iterator = pages.makeAsyncIterator()
      #expect(try await iterator.next()?.ids == Array(Self.all[..<10]))
      #expect(try await iterator.next()?.ids == Array(Self.all[10..<20]))
      let error = await #expect(throws: GraphQLClientError.self) { _ = try await iterator.next() }
      #expect(error?.description.contains("MediaPages") == true)
      #expect(try await iterator.next() == nil)
    }

    @Test(arguments: [false, true])
    @MainActor func `a view's list, with a page that fails`(_ hasCache: Bool) async throws {
      try await reset()
      let client: GraphQLClient = if hasCache { try await cached().0 } else { try await client() }
      let pager = GraphQLPager(
        MediaPagesQuery(first: 10, failsOnceAt: .value(10)), client: client, by: Self.forwards
      ) { $0.ids }
      try await wait { !pager.isFetching }
      #expect(pager.items == Array(Self.all[..<10]))
      await pager.loadNext()
      #expect(pager.error is GraphQLClientError && pager.hasNext)
      #expect(pager.items == Array(Self.all[..<10]))
      while pager.hasNext { await pager.loadNext() }
      #expect(pager.items == Self.all && pager.error == nil)
    }

    @Test(arguments: [false, true])
    @MainActor func `a view's list from its end, and by offset`(_ hasCache: Bool) async throws {
      try await reset()
      let client: GraphQLClient = if hasCache { try await cached().0 } else { try await client() }
      let fromEnd = GraphQLPager(MediaFromEndQuery(last: 10), client: client, by: Self.backwards) { $0.ids }
      try await wait { !fromEnd.isFetching }
      #expect(fromEnd.items == Array(Self.all[15...]))
      while fromEnd.hasNext { await fromEnd.loadNext() }
      #expect(fromEnd.items == Self.all)
      let byOffset = GraphQLPager(MediaByOffsetQuery(first: 10), client: client, by: Self.byOffset) { $0.ids }
      try await wait { !byOffset.isFetching }
      while byOffset.hasNext { await byOffset.loadNext() }
      #expect(byOffset.items == Self.all)
    }

    @Test @MainActor func `a view's list says when a cursor comes again`() async throws {
      try await reset()
      let pager = GraphQLPager(
        MediaPagesQuery(first: 10, repeatsCursor: true), client: try await client(), by: Self.forwards
      ) { $0.ids }
      try await wait { !pager.isFetching }
      for _ in 0..<4 where pager.hasNext { await pager.loadNext() }
      #expect(pager.error is GraphQLClientError && !pager.hasNext)
      #expect(pager.items == Array(Self.all[..<20]))
    }

    /// Waits until a model has what the server said.
    @MainActor private func wait(_ condition: () -> Bool) async throws {
      try await eventually("the model has the response", condition)
    }
  }
}

extension MediaPagesQuery.Data {
  fileprivate var ids: [String] { allMedia.edges.compactMap { $0.node?.id } }
}

extension MediaFromEndQuery.Data {
  fileprivate var ids: [String] { allMedia.edges.compactMap { $0.node?.id } }
}

extension MediaByOffsetQuery.Data {
  fileprivate var ids: [String] { allMedia.edges.compactMap { $0.node?.id } }
}

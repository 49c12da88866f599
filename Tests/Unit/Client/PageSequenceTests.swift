import Apus
import ApusClient
import ApusTesting
import Testing

/// `client.pages` as a sequence: what it asks for, and how it ends.
@Suite(.timeLimit(.minutes(15))) struct PageSequenceTests {
  private typealias Page = ListQuery.Data

  private func pages(_ server: GraphQLScriptedTransport) -> GraphQLSequence<ListQuery.Data> {
    client(server).pages(ListQuery(), next: { $0.next.isEmpty ? nil : $0.next }, into: \.after)
  }

  private func cursors(_ server: GraphQLScriptedTransport) -> [GraphQLNullable<String>?] {
    server.requests.map { $0.operation(ListQuery.self)?.after }
  }

  @Test func `each page is asked for by the cursor of the one before`() async throws {
    let server = GraphQLScriptedTransport([
      .data(Page("a b", next: "2")), .data(Page("c", next: "3")), .data(Page("d")),
    ])
    var items: [String] = []
    for try await page in pages(server) {
      items.append(page.items)
      // The next one is asked for when the loop comes to it.
      #expect(server.requests.count == items.count)
    }
    #expect(items == ["a b", "c", "d"])
    #expect(cursors(server) == [.unset, .value("2"), .value("3")])
  }

  @Test func `by offset until a page is empty`() async throws {
    let server = GraphQLScriptedTransport([.data(Page("a b")), .data(Page("c")), .data(Page(""))])
    let paging = GraphQLPaging<ListQuery>(count: { $0.items.split(separator: " ").count }, offset: \.offset)
    var items: [String] = []
    for try await page in client(server).pages(ListQuery(), by: paging) { items.append(page.items) }
    #expect(items == ["a b", "c", ""])
    #expect(server.requests.map { $0.operation(ListQuery.self)?.offset } == [.unset, .value(2), .value(3)])
  }

  @Test func `variables that are not optional, by number and by offset`() throws {
    let numbered = GraphQLPaging<NumberedQuery>(next: { Int($0.next) }, into: \.number)
    #expect(numbered.next(NumberedQuery(1), Page("a", next: "2")) == NumberedQuery(2))
    #expect(numbered.next(NumberedQuery(1), Page("a")) == nil)
    let offset = GraphQLPaging<NumberedQuery>(
      count: { $0.items.split(separator: " ").count }, offset: \.number)
    #expect(offset.next(NumberedQuery(3), Page("a b")) == NumberedQuery(5))
    #expect(offset.next(NumberedQuery(3), Page("")) == nil)
    #expect(offset.next(NumberedQuery(.max - 1), Page("a")) == NumberedQuery(.max))
    #expect(offset.next(NumberedQuery(.max - 1), Page("a b")) == nil)
    let negative = GraphQLPaging<NumberedQuery>(count: { _ in -1 }, offset: \.number)
    #expect(negative.next(NumberedQuery(3), Page("a")) == nil)
    #expect(
      GraphQLPaging<NumberedQuery>(.backwards, next: { _ in 1 }, into: \.number).direction == .backwards)
  }

  @Test func `an offset that is too large is the end`() async throws {
    let server = GraphQLScriptedTransport([.data(Page("a b"))])
    let paging = GraphQLPaging<ListQuery>(count: { _ in 2 }, offset: \.offset)
    var iterator = client(server).pages(ListQuery(offset: .value(.max - 1)), by: paging).makeAsyncIterator()
    #expect(try await iterator.next()?.items == "a b")
    #expect(try await iterator.next() == nil)
    #expect(server.requests.count == 1)
  }

  @Test func `a page that fails is asked for again, and not those before it`() async throws {
    let server = GraphQLScriptedTransport([.data(Page("a", next: "2")), .status(503), .data(Page("b"))])
    var iterator = pages(server).makeAsyncIterator()
    #expect(try await iterator.next()?.items == "a")
    await #expect(throws: GraphQLClientError.self) { _ = try await iterator.next() }
    #expect(try await iterator.next()?.items == "b")
    #expect(try await iterator.next() == nil)
    #expect(cursors(server) == [.unset, .value("2"), .value("2")])
  }

  @Test func `a cursor that comes again ends the loop with an error`() async throws {
    let server = GraphQLScriptedTransport(
      [.data(Page("a", next: "2")), .data(Page("b", next: "3")), .data(Page("c", next: "2"))])
    var iterator = pages(server).makeAsyncIterator()
    for _ in 0..<3 { _ = try await iterator.next() }
    let error = await #expect(throws: GraphQLClientError.self) { _ = try await iterator.next() }
    guard case .repeatedCursor("List", #"{"after":"2"}"#)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      (error as (any Error)?)?.localizedDescription
        == #"List: the next page was already read, with the variables {"after":"2"}: "#
        + "the server repeats a cursor, or the closure for the cursor ignores the page's data")
    #expect(try await iterator.next() == nil)
    #expect(server.requests.count == 3)
  }

  @Test func `a loop is cancelled between two pages`() async throws {
    let server = GraphQLScriptedTransport([.data(Page("a", next: "2")), .data(Page("b"))])
    let pages = pages(server)
    let task = Task {
      for try await _ in pages { withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.requests.count == 1)
  }

  @Test func `each loop begins anew`() async throws {
    let server = GraphQLScriptedTransport([.data(Page("a"))], repeatsLast: true)
    let pages = pages(server)
    for _ in 0..<2 { for try await page in pages { #expect(page.items == "a") } }
    #expect(cursors(server) == [.unset, .unset])
  }
}

/// A list with numbered pages: a variable that every request has.
private struct NumberedQuery: GraphQLQuery {
  static let operationName = "Numbered"
  static let operationDocument = "query Numbered($number:Int!){list(number:$number){items next}}"
  static let operationID = "1158"
  var number: Int

  init(_ number: Int) { self.number = number }
  init(_reading reader: inout GraphQLReader) throws { number = try reader.int("number") }
  func _write(to writer: inout GraphQLWriter) { writer.int("number", number) }

  typealias Data = ListQuery.Data
}

import Apus
import ApusClient
import Foundation
import Testing

extension ServerTests {
  @Suite struct QueryTests {
    @Test func `one line asks and answers`() async throws {
      let data = try await client().fetch(HelloQuery(name: "swift"))
      #expect(data.hello == "hello swift")
    }

    @Test func `a variable that is not set takes the default`() async throws {
      let model = try await client().fetch(HelloQuery()) { data in [data.hello] }
      #expect(model == ["hello world"])
    }

    @Test func `an error beside data is found by the field's path`() async throws {
      let response = try await client().response(for: BrokenMediaQuery(id: "m1"))
      #expect(response.data?.hello == "hello world")
      #expect(response.data?.media?.title == "Title 1")
      #expect(response.data?.media?.broken == nil)
      let error = try #require(response.errors(at: ["media", "broken"]).first)
      #expect(error.code == "BROKEN")
      #expect(error.extensions["retryable"] == false)
      #expect(error.locations.first != nil)
      #expect(response.errors(at: ["hello"]).isEmpty)
    }

    @Test func `fetch throws errors with the partial data`() async throws {
      let error = try await clientError { _ = try await client().fetch(BrokenMediaQuery(id: "m1")) }
      guard case .graphQL(let failure) = error else { throw error }
      #expect(failure.data(of: BrokenMediaQuery.self)?.media?.title == "Title 1")
      #expect(failure.data(of: HelloQuery.self) == nil)
      #expect(failure.errors(at: ["media"]).map(\.message) == ["broken on purpose"])
    }

    @Test func `the null of a field that must not be null reaches its parent`() async throws {
      let response = try await client().response(for: BrokenNonNullMediaQuery(id: "m2"))
      #expect(response.data != nil)
      #expect(response.data?.media == nil)
      #expect(response.data?.hello == "hello world")
      #expect(response.errors.first?.path == ["media", "brokenNonNull"])
    }

    @Test func `a union decodes to its cases`() async throws {
      let data = try await client().fetch(SearchQuery(text: "a"))
      let people = data.search.compactMap(\.asPerson)
      #expect(people.map(\.name) == ["Ada"])
      let media = try await client().fetch(SearchQuery(text: "title 7")).search.compactMap(\.asMedia)
      #expect(media.map(\.title) == ["Title 7"])
    }

    @Test(arguments: [(MediaLookup.id("m3"), "Title 3"), (.title("Title 4"), "Title 4")])
    func `oneOf inputs`(_ lookup: MediaLookup, _ title: String) async throws {
      let data = try await client().fetch(LookupQuery(by: lookup))
      #expect(data.lookup?.title == title)
    }

    @Test func `all scalars`() async throws {
      let book = try #require(try await client().fetch(MediaDetailsQuery(id: "m3")).media?.asBook)
      #expect(book.price == Decimal(string: "3.10"))
      #expect(book.views == 9_007_199_254_740_995)
      #expect(book.addedAt.timeIntervalSince1970 == 1_736_046_245.678)
      #expect(book.tags == ["a", nil, "t3"])
      #expect(book.genre == .self_)
      #expect(book.creator?.born == "1815-12-10")
      #expect(book.creator?.homepage == URL(string: "https://example.org/ada"))
      #expect(book.pages == 103)
      let film = try #require(try await client().fetch(MediaDetailsQuery(id: "m2")).media?.asFilm)
      #expect(film.durationSeconds == 121)
      #expect(film.creator?.name == "Émile 🦊")
    }

    @Test func `any JSON comes back as it was sent`() async throws {
      let value: GraphQLValue = [
        "text": "é \"\\\u{1}🦊", "number": 9_007_199_254_740_993, "list": [1.5, -3, true, nil, [:]],
      ]
      #expect(try await client().fetch(EchoJSONQuery(value: value)).echoJson == value)
    }

    @Test func `enums as variables, pages and cursors`() async throws {
      let first = try await client().fetch(MediaPageQuery(first: 2, genre: .history)).allMedia
      #expect(first.totalCount == 6)
      #expect(first.edges.compactMap { $0.node?.genre } == [.history, .history])
      let cursor = try #require(first.pageInfo.endCursor)
      let next = MediaPageQuery(first: 20, after: .value(cursor), genre: .history)
      let second = try await client().fetch(next).allMedia
      #expect(second.edges.count == 4)
      #expect(!second.pageInfo.hasNextPage)
    }

    @Test func `a mutation`() async throws {
      let input = ReviewInput(mediaId: "m5", text: .null)
      let review = try await client().perform(AddReviewMutation(input: input)).addReview
      #expect(review.stars == 5)
      #expect(review.text == nil)
      #expect(review.media.title == "Title 5")
      let error = try await clientError {
        _ = try await client().perform(AddReviewMutation(input: ReviewInput(mediaId: "none")))
      }
      guard case .graphQL(let failure) = error else { throw error }
      #expect(failure.errors.map(\.code) == ["NOT_FOUND"])
    }

    @Test func `a document that the server refuses, with status 400`() async throws {
      let error = try await clientError { _ = try await client().fetch(UnknownFieldQuery()) }
      guard case .graphQL(let failure) = error else { throw error }
      #expect(failure.data == nil)
      #expect(failure.errors.first?.message.contains("unknownField") == true)
    }
  }
}

/// What no compiler would let pass.
private struct UnknownFieldQuery: GraphQLQuery {
  static let operationName = "UnknownField"
  static let operationDocument = "query UnknownField{unknownField}"
  static let operationID = ""
  typealias Data = HelloQuery.Data

  init() {}
  init(_reading reader: inout GraphQLReader) throws {}
  func _write(to writer: inout GraphQLWriter) {}
}

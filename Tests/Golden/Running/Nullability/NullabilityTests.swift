import Apus
import Foundation
import Testing

/// What becomes of nulls and errors, through the Swift that is expected of the golden cases.
@Suite(.timeLimit(.minutes(15))) struct NullabilityTests {
  /// Decodes a response in every way, and demands the same of each: errors before the data and behind it, by bytes and by a decoder.
  private func response<Data: GraphQLObject>(
    _ type: Data.Type, _ data: String, errors: String
  ) throws -> GraphQLResponse<Data> {
    let texts = [#"{"data":\#(data),"errors":\#(errors)}"#, #"{"errors":\#(errors),"data":\#(data)}"#]
    let first = try GraphQLResponse<Data>(json: texts[0])
    for text in texts {
      #expect(try GraphQLResponse<Data>(json: text) == first, "\(text)")
      #expect(
        try JSONDecoder().decode(GraphQLResponse<Data>.self, from: Foundation.Data(text.utf8)) == first,
        "\(text)")
    }
    #expect(try GraphQLResponse<Data>(json: first.json()) == first, "\(texts[0])")
    #expect(
      try JSONDecoder().decode(GraphQLResponse<Data>.self, from: JSONEncoder().encode(first)) == first,
      "\(texts[0])")
    if let data = first.data {
      let encoded = try data.json()
      #expect(try Data(json: encoded) == data)
      #expect(try JSONDecoder().decode(Data.self, from: JSONEncoder().encode(data)) == data)
      #expect(try Data(json: encoded).hashValue == data.hashValue)
    }
    return first
  }

  private func error(_ message: String, _ path: String) -> String {
    #"{"message":"\#(message)","path":\#(path)}"#
  }

  // MARK: - Fields that are null for errors alone

  private typealias Semantic = SemanticNonNull.HomeQuery.Data

  private func album(_ members: String) -> String {
    #"{"id":"a","title":"T","genre":"JAZZ","artist":{"name":"N","born":1},"tags":["x"],"ratings":[[1]],"extra":1,"year":1,\#(members)}"#
  }

  @Test(arguments: [
    (#"{"album":{"id":"a","title":null,"genre":"JAZZ"},"albums":[]}"#, #"["album","title"]"#),
    (
      #"{"album":{"id":"a","title":"","genre":"ROCK","artist":{"born":1,"name":null}},"albums":[]}"#,
      #"["album","artist","name"]"#
    ),
    (
      #"{"album":{"id":"a","title":"","genre":"ROCK","artist":null},"albums":[]}"#,
      #"["album","artist","deep"]"#
    ),
    (#"{"album":null,"albums":[{"title":""},null]}"#, #"["albums",1,"title"]"#),
    (#"{"album":null,"albums":null}"#, #"["albums"]"#),
    (
      #"{"album":{"id":"a","title":"","genre":"ROCK","artist":{"name":"N","born":1},"tags":["",null]},"albums":[]}"#,
      #"["album","tags",1]"#
    ),
    (
      #"{"album":{"id":"a","title":"","genre":"ROCK","artist":{"name":"N","born":1},"tags":null,"ratings":[[1],[2,null]]},"albums":[]}"#,
      #"["album","ratings",1,1]"#
    ),
    (
      #"{"album":{"id":"a","title":"","genre":"ROCK","artist":{"name":"N","born":1},"tags":null,"ratings":[],"extra":null},"albums":[]}"#,
      #"["album","extra"]"#
    ),
  ])
  func `a null with an error is thrown up to the data`(_ data: String, _ path: String) throws {
    let response = try response(Semantic.self, data, errors: "[\(error("gone", path))]")
    #expect(response.data == nil)
    #expect(response.errors.map(\.message) == ["gone"])
  }

  @Test(arguments: ["[]", #"[{"message":"else","path":["album","year"]}]"#, #"[{"message":"nowhere"}]"#])
  func `a null without an error is a broken promise`(_ errors: String) throws {
    let data = #"{"album":{"id":"a","title":null},"albums":[]}"#
    for text in [#"{"data":\#(data),"errors":\#(errors)}"#, #"{"errors":\#(errors),"data":\#(data)}"#] {
      let failure = #expect(throws: GraphQLDecodingError.self) { try GraphQLResponse<Semantic>(json: text) }
      #expect(failure?.kind == .brokenPromise)
      #expect(failure?.path == ["data", "album", "title"])
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(GraphQLResponse<Semantic>.self, from: Data(text.utf8))
      }
    }
  }

  @Test func `errors elsewhere change nothing`() throws {
    let data =
      #"{"album":{"id":"a","title":"T","genre":null,"artist":{"name":"N","born":null},"tags":null,"ratings":[],"extra":1,"year":null},"albums":[]}"#
      .replacingOccurrences(of: #""genre":null"#, with: #""genre":"ROCK""#)
    let response = try response(Semantic.self, data, errors: "[\(error("e", #"["album","year"]"#))]")
    #expect(response.data?.album?.year == nil)
    #expect(response.data?.album?.title == "T")
  }

  // MARK: - Caught errors

  private typealias Caught = CaughtErrors.HomeQuery.Data

  @Test func `a field's errors are its result`() throws {
    let data = #"{"album":null,"albums":[{"title":"T"}]}"#
    let response = try response(Caught.self, data, errors: "[\(error("gone", #"["album","id"]"#))]")
    guard case .failure(let failure)? = response.data?.album else { throw Unexpected() }
    #expect(failure.errors == response.errors)
    #expect(failure.path == ["album", "id"])
    #expect(try response.data?.albums.get().map(\.title) == ["T"])
  }

  @Test func `null without errors is a success`() throws {
    let response = try response(Caught.self, #"{"album":null,"albums":[]}"#, errors: "[]")
    #expect(response.data?.album == .success(nil))
  }

  @Test func `what is thrown within is caught by the nearest`() throws {
    let data =
      #"{"albums":[{"title":"a"},{"title":null}],"album":{"id":"1","title":null,"genre":null,"artist":{"name":null,"born":null},"tags":["x",null],"ratings":[[1],[null,2]],"extra":1}}"#
    let paths = [
      #"["albums",1,"title"]"#, #"["album","title"]"#, #"["album","genre"]"#, #"["album","artist","name"]"#,
      #"["album","artist","born"]"#, #"["album","tags",1]"#, #"["album","ratings",1,0]"#,
    ]
    let errors = paths.enumerated().map { error("e\($0)", $1) }
    let response = try response(Caught.self, data, errors: "[\(errors.joined(separator: ","))]")
    func messages<Value>(_ result: Result<Value, GraphQLFieldError>?) -> [String]? {
      if case .failure(let failure)? = result { failure.errors.map(\.message) } else { nil }
    }
    #expect(messages(response.data?.albums) == ["e0"])
    guard case .success(let album?)? = response.data?.album else { throw Unexpected() }
    #expect(album.title == nil)
    #expect(messages(album.genre) == ["e2"])
    #expect(messages(album.artist) == ["e4"])
    #expect(album.tags == ["x", nil])
    #expect(messages(album.ratings) == ["e6"])
  }

  @Test func `what is thrown within a field that is null for errors makes it nil`() throws {
    let data =
      #"{"album":{"title":"T","artist":{"name":null},"plain":null},"albums":[[{"title":null},{"title":"A"}],null],"tags":["x",null],"band":{"__typename":"Duo","name":"N","first":null}}"#
    let paths = [
      #"["album","artist","name"]"#, #"["albums",0,0,"title"]"#, #"["tags",1]"#, #"["band","first"]"#,
    ]
    let errors = paths.map { error("gone", $0) }.joined(separator: ",")
    let found = try response(ErrorsCaughtWithin.HomeQuery.Data.self, data, errors: "[\(errors)]").data
    let home = try #require(found)
    #expect(home.album == nil)
    #expect(home.albums?.map { $0?.map { $0?.title } } == [[nil, "A"], nil])
    #expect(home.tags == nil)
    #expect(home.band == nil)
    // A broken promise is no error of a field.
    let broken = #"{"data":{"album":{"title":null},"albums":null,"tags":null,"band":null}}"#
    #expect(throws: GraphQLDecodingError.self) {
      try GraphQLResponse<ErrorsCaughtWithin.HomeQuery.Data>(json: broken)
    }
  }

  @Test func `what a fragment throws is caught by the default of its operation`() throws {
    let data = #"{"album":{"artist":{"name":null},"year":1}}"#
    let errors = "[\(error("gone", #"["album","artist","name"]"#))]"
    let quiet = try response(ErrorsCaughtWithin.QuietQuery.Data.self, data, errors: errors).data
    #expect(try #require(quiet).album == nil)
  }

  @Test func `a throw of many is found in one pass`() throws {
    let count = 20_000
    let albums = (0..<count).map { _ in #"{"title":null}"# }.joined(separator: ",")
    let errors = (0..<count).map { error("e", #"["albums",\#($0),"title"]"#) }.joined(separator: ",")
    let text = #"{"data":{"album":null,"albums":[\#(albums)]},"errors":[\#(errors)]}"#
    let response = try GraphQLResponse<Caught>(json: text)
    guard case .failure(let failure)? = response.data?.albums else { throw Unexpected() }
    #expect(failure.errors.map(\.path) == [["albums", 0, "title"]])
  }

  @Test func `errors of endless paths are no harm`() throws {
    let path = "[" + repeatElement("\"a\"", count: 200_000).joined(separator: ",") + "]"
    let text = #"{"data":{"album":null,"albums":[]},"errors":[{"message":"e","path":\#(path)}]}"#
    #expect(try GraphQLResponse<Caught>(json: text).data?.album == .success(nil))
  }

  // MARK: - Errors that do not propagate

  private typealias Kept = ErrorsNotPropagated.HomeQuery.Data

  @Test func `errors that do not propagate are caught where they are`() throws {
    let data =
      #"{"album":{"title":"T","artist":{"name":null}},"albums":[{"title":null,"tags":["a",null]},null,{"title":"U","tags":null}],"label":{"name":null,"founder":{"name":null},"extra":1,"notes":[2]}}"#
    let paths = [
      #"["album","artist","name"]"#, #"["albums",0,"title"]"#, #"["albums",0,"tags",1]"#, #"["albums",1]"#,
      #"["albums",2,"tags"]"#, #"["label","name"]"#, #"["label","founder","name"]"#,
    ]
    let errors = paths.enumerated().map { error("e\($0)", $1) }.joined(separator: ",")
    let home = try #require(try response(Kept.self, data, errors: "[\(errors)]").data)
    func messages<Value>(_ result: Result<Value, GraphQLFieldError>?) -> [String]? {
      if case .failure(let failure)? = result { failure.errors.map(\.message) } else { nil }
    }
    #expect(home.album == nil)
    #expect(home.albums.map { $0?.title } == [nil, nil, "U"])
    #expect(home.albums[1] == nil)
    #expect(home.albums.map { messages($0?.tags) } == [["e2"], nil, ["e4"]])
    #expect(messages(home.label.name) == ["e5"])
    #expect(home.label.founder == nil)
    #expect(home.label.extra == 1 && home.label.notes == [2])
  }

  @Test(arguments: [
    (
      #"{"album":null,"albums":[],"label":{"name":"N","founder":null,"extra":null,"notes":null}}"#,
      #"["label","extra"]"#
    ),
    (
      #"{"album":null,"albums":[],"label":{"name":"N","founder":null,"extra":1,"notes":[null]}}"#,
      #"["label","notes",0]"#
    ),
    (
      #"{"album":null,"albums":null,"label":{"name":"N","founder":null,"extra":1,"notes":[]}}"#,
      #"["albums"]"#
    ),
    (#"{"album":null,"albums":[],"label":null}"#, #"["label"]"#),
    (#"{"album":null,"albums":[],"label":null}"#, #"["label","name"]"#),
  ])
  func `what nothing catches leaves no data`(_ data: String, _ path: String) throws {
    let response = try response(Kept.self, data, errors: "[\(error("gone", path))]")
    #expect(response.data == nil && response.errors.map(\.message) == ["gone"])
  }

  /// A server may not propagate errors though nobody asked for it. Documents that do not catch anything need no other code for it.
  @Test(arguments: [
    (#"{"album":{"title":"T","artist":null}}"#, #"["album","artist"]"#),
    (#"{"album":{"title":"T","artist":{"name":null}}}"#, #"["album","artist","name"]"#),
  ])
  func `a null of a non-null field is thrown`(_ data: String, _ path: String) throws {
    typealias Other = ErrorsNotPropagatedByDirective.OtherQuery.Data
    #expect(try response(Other.self, data, errors: "[\(error("gone", path))]").data == nil)
    for errors in ["[]", #"[{"message":"else","path":["album","id"]}]"#] {
      let text = #"{"data":\#(data),"errors":\#(errors)}"#
      let failure = #expect(throws: GraphQLDecodingError.self) { try GraphQLResponse<Other>(json: text) }
      #expect(failure?.kind == .typeMismatch)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(GraphQLResponse<Other>.self, from: Data(text.utf8))
      }
    }
  }

  @Test func `a non-null field that catches errors as null is optional, whether or not errors propagate`()
    throws
  {
    typealias Other = ErrorsNotPropagatedByDirective.OtherQuery.Data
    let data = #"{"album":{"title":null,"artist":{"name":"N"}}}"#
    let found = try response(Other.self, data, errors: "[\(error("gone", #"["album","title"]"#))]").data
    #expect(try #require(found?.album).title == nil)
  }

  @Test func `what is thrown within a non-null field that catches errors as null makes it nil`() throws {
    typealias Home = CatchesOfNonNullFields.HomeQuery.Data
    let data = #"{"box":{"n":null},"boxes":[{"n":1},{"n":null}],"plain":{"m":null}}"#
    let errors = "[\(error("gone", #"["box","n"]"#)),\(error("lost", #"["boxes",1,"n"]"#))]"
    let found = try #require(try response(Home.self, data, errors: errors).data)
    #expect(found.box == nil)
    #expect(found.boxes.map { $0?.n } == [1, nil])
    #expect(found.plain != nil)
  }

  @Test func `an operation with the directive catches them`() throws {
    typealias Home = ErrorsNotPropagatedByDirective.HomeQuery.Data
    let data = #"{"album":{"title":null,"artist":{"name":"N"}}}"#
    let found = try response(Home.self, data, errors: "[\(error("gone", #"["album","title"]"#))]").data
    #expect(try #require(found?.album).title == nil)
    let within = #"{"album":{"title":"T","artist":{"name":null}}}"#
    let errors = "[\(error("gone", #"["album","artist","name"]"#))]"
    #expect(try #require(try response(Home.self, within, errors: errors).data).album == nil)
  }

  @Test func `requests say it`() {
    #expect(ErrorsNotPropagated.PlainQuery.onError == .null)
    #expect(ErrorsNotPropagatedByDirective.HomeQuery.onError == nil)
  }

  // MARK: - Required fields

  private typealias Required = RequiredFields.HomeQuery.Data

  @Test func `a required null takes its nearest nullable parent along`() throws {
    let data =
      #"{"album":null,"albums":[{"title":null,"tracks":[],"artist":null},{"tracks":[{"title":"S","length":1},{"title":null,"length":1}],"artist":{"name":null},"title":"T"}],"shelves":[[{"title":"a"},{"title":null}],[{"title":"b"}]],"owner":{"name":"O"}}"#
    let required = try response(Required.self, data, errors: "[]").data
    #expect(required?.albums?.count == 2)
    #expect(required?.albums?[0] == nil)
    #expect(required?.albums?[1]?.title == "T")
    #expect(required?.albums?[1]?.tracks == nil)
    #expect(required?.albums?[1]?.artist == nil)
    #expect(required?.shelves.map { $0?.map(\.title) } == [nil, ["b"]])
  }

  @Test func `a required null is thrown with its path`() throws {
    let text =
      #"{"data":{"album":{"id":"a","title":null,"label":null},"albums":null,"shelves":[],"owner":{"name":"O"}}}"#
    let failure = #expect(throws: GraphQLDecodingError.self) {
      try RequiredFields.HomeQuery(full: true).response(json: text.utf8)
    }
    #expect(failure?.kind == .requiredNull)
    #expect(failure?.path == ["album", "title"])
  }

  @Test func `a required null with an error is that error`() throws {
    let data =
      #"{"album":{"id":"a","title":null,"label":null},"albums":null,"shelves":[],"owner":{"name":"O"}}"#
    let response = try response(Required.self, data, errors: "[\(error("gone", #"["album","title"]"#))]")
    #expect(response.data == nil)
    #expect(response.errors.map(\.message) == ["gone"])
  }

  @Test func `a type that has no nullable parent throws`() throws {
    let failure = #expect(throws: GraphQLDecodingError.self) {
      try RequiredFields.NamedData.Artist(json: #"{"name":null}"#)
    }
    #expect(failure?.kind == .requiredNull)
    #expect(failure?.path == ["name"])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RequiredFields.NamedData.Artist.self, from: Data(#"{"name":null}"#.utf8))
    }
  }

  private typealias RequiredLists = RequiredListsOfRequired.HomeQuery.Data

  @Test func `a required list keeps elements that miss something`() throws {
    let data =
      #"{"album":{"tracks":[{"title":"T"},{"title":null},null],"sides":[[{"title":null},{"title":"S"}],[]]},"shelf":{"albums":[{"title":null},{"title":"A"}]}}"#
    let lists = try response(RequiredLists.self, data, errors: "[]").data
    #expect(lists?.album?.tracks.map { $0?.title } == ["T", nil, nil])
    #expect(lists?.album?.sides.map { $0.map { $0?.title } } == [[nil, "S"], []])
    #expect(lists?.shelf.albums.map { $0?.title } == [nil, "A"])
    // The list's own null takes its parent along.
    let without = #"{"album":{"tracks":null,"sides":[]},"shelf":{"albums":[]}}"#
    #expect(try response(RequiredLists.self, without, errors: "[]").data?.album == nil)
  }

  private typealias Booleans = ListsOfBooleans.HomeQuery.Data

  @Test(arguments: [
    (#""flags":[true,null]"#, #"["album","flags",1]"#),
    (#""sides":[null,[true,null]]"#, #"["album","sides",1,1]"#),
    (#""counts":[null]"#, #"["album","counts",0]"#),
  ])
  func `a null in a list of Booleans has its error`(_ member: String, _ path: String) throws {
    let members = [#""flags":[true]"#, #""sides":null"#, #""counts":[1]"#, #""marks":[false]"#].map {
      $0.hasPrefix(member.prefix(5)) ? member : $0
    }
    let data = "{\"album\":{\(members.joined(separator: ","))}}"
    let response = try response(Booleans.self, data, errors: "[\(error("gone", path))]")
    guard case .failure(let failure)? = response.data?.album else { throw Unexpected() }
    #expect(failure.errors == response.errors)
    #expect(failure.errors.map(\.message) == ["gone"])
  }

  @Test func `a null in a list of Booleans is its fields result`() throws {
    let data = #"{"album":{"flags":[true],"sides":null,"counts":[1],"marks":[true,null]}}"#
    let response = try response(
      Booleans.self, data, errors: "[\(error("gone", #"["album","marks",1]"#))]")
    let album = try #require(try response.data?.album.get())
    guard case .failure(let failure) = album.marks else { throw Unexpected() }
    #expect(failure.errors.map(\.message) == ["gone"])
    #expect(album.flags == [true])
  }

  private struct Unexpected: Error {}
}

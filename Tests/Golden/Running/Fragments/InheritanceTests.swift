import Apus
import Testing

/// A fragment that spreads another inherits its protocol: what takes the one takes the other, known by its protocol alone.
@Suite(.timeLimit(.minutes(15))) struct InheritanceTests {
  private typealias Ways = InheritanceByManyWays
  private typealias Conditions = InheritsTypeConditions

  // MARK: - Fields

  private func base(_ album: some Ways.BaseFragment) -> String { "\(album.title), \(album.artist.name)" }

  private func left(_ album: some Ways.LeftFragment) -> String {
    "\(base(album)), \(album.artist.born ?? 0)"
  }

  private func top(_ album: some Ways.TopFragment) -> String {
    "\(left(album)), \(album.artist.country ?? "?"), \(album.tracks.count)"
  }

  @Test func `functions call those over what their fragment spreads`() throws {
    let data = try Ways.HomeQuery.Data(
      json: """
        {"album": {"title": "T", "artist": {"name": "N", "born": 1, "country": "NO"}, "tracks": [{"title": "S"}],
          "year": null}}
        """)
    #expect(top(data.album) == "T, N, 1, NO, 1")
    #expect(Ways.BaseData(data.album) == Ways.BaseData(title: "T", artist: .init(name: "N")))
  }

  /// The associated type that a protocol inherits is its primary one, too.
  private func artist<Artist>(_ album: some Ways.LeftFragment<Artist>) -> Artist { album.artist }

  @Test func `an inherited associated type is primary`() {
    let left = Ways.LeftData(title: "T", artist: .init(name: "N", born: 1))
    let result: Ways.LeftData.Artist = artist(left)
    #expect(result.born == 1)
  }

  // MARK: - Type conditions

  private func narrow(_ node: some Conditions.NarrowFragment) -> String {
    switch node.narrowCase {
    case .a(let a): "\(node.id) a1 \(a.a1 ?? 0)"
    case .b(let b): "\(node.id) b1 \(b.b1 ?? 0)"
    case .other: node.id
    }
  }

  private func wide(_ node: some Conditions.WideFragment) -> String {
    switch node.wideCase {
    case .a(let a): "\(narrow(node)), \(payload(a)), \(a.name ?? "?")"
    case .b: narrow(node)
    case .c(let c): "\(narrow(node)), c1 \(c.c1 ?? 0)"
    case .other: "other"
    }
  }

  /// A case inherits the protocol of the case that it is in the fragment that is spread.
  private func payload(_ a: some Conditions.NarrowFragment_A) -> Int { a.a1 ?? 0 }

  @Test func `a fragment inherits one with type conditions`() throws {
    func node(_ fields: String) throws -> Conditions.HomeQuery.Data.Node {
      try Conditions.HomeQuery.Data(json: #"{"a": null, "node": {\#(fields)}}"#).node
    }
    #expect(try wide(node(#""__typename": "A", "id": "1", "name": "n", "a1": 4"#)) == "1 a1 4, 4, n")
    #expect(try wide(node(#""__typename": "B", "id": "2", "name": null, "b1": 5"#)) == "2 b1 5")
    #expect(try wide(node(#""__typename": "C", "id": "3", "name": null, "c1": 6"#)) == "3, c1 6")
    #expect(try wide(node(#""__typename": "D", "id": "4", "name": null"#)) == "other")
  }

  @Test func `a fragment on one type is that case always`() {
    let value = Conditions.OnAData(id: "1", a1: 2, a2: 3)
    #expect(narrow(value) == "1 a1 2")
    #expect(payload(value) == 2)
  }
}

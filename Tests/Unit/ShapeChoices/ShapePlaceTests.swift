import Testing

@testable import ApusShapeChoices

/// The spelling of places, which samples in tests and the mock server share.
@Suite(.timeLimit(.minutes(15))) struct ShapePlaceTests {
  @Test func `a place has response names and no indices`() {
    let albums = ShapePlace.element(of: ShapePlace.member("albums", of: ""))
    #expect(albums == "albums[]")
    #expect(ShapePlace.member("title", of: albums) == "albums[].title")
    #expect(ShapePlace.element(of: ShapePlace.element(of: "")) == "[][]")
  }

  @Test(arguments: [
    ("", "a"), ("a", "a"), ("a", "a.b"), ("a", "a[]"), ("a[]", "a[].b"),
  ])
  func `a place is above those in its value`(_ place: String, _ inner: String) {
    #expect(ShapePlace.isAbove(place, inner))
    #expect(place == inner || !ShapePlace.isAbove(inner, place))
  }

  @Test func `a name that begins with another one is a different place`() {
    #expect(!ShapePlace.isAbove("album", "albums"))
    #expect(!ShapePlace.isAbove("album.title", "album.titles[]"))
  }

  @Test func `forms without a value hide what is below them`() {
    for form in [
      ShapeForm.null, ShapeForm.empty, ShapeForm.error, ShapeForm.leftOut, ShapeForm.pending,
      ShapeForm.failed,
    ] {
      #expect(ShapeForm.hides(form))
    }
    for form in [ShapeForm.present, ShapeForm.count(1), ShapeForm.count(2), ShapeForm.otherType] {
      #expect(!ShapeForm.hides(form))
    }
    #expect(ShapeForm.count(0) == ShapeForm.empty && ShapeForm.count(7) == ShapeForm.count(2))
  }
}

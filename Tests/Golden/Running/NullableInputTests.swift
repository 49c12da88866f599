import Apus
import Testing

/// Nullable inputs of generated types are written as other parameters are.
@Suite(.timeLimit(.minutes(15))) struct NullableInputTests {
  @Test func `an enum is written as its case`() {
    let filter = AbsentNullAndValue.Filter(name: "a", ids: [], kind: .film)
    #expect(filter.kind == .value(AbsentNullAndValue.Kind.film))
    #expect(AbsentNullAndValue.Filter(name: "a", ids: [], kind: .null).kind.isNull)
  }

  @Test func `an input object is written as .init`() throws {
    let query = Recursive.FindQuery(
      where: .init(not: .init(field: "a"), either: .init(left: .init(field: "b"), right: .null)))
    #expect(
      try query.jsonString()
        == #"{"where":{"either":{"left":{"field":"b"},"right":null},"not":{"field":"a"}}}"#)
  }

  @Test func `a case of a @oneOf input object is written as such`() {
    let by: GraphQLNullable<OneOf.By> = .inner(.id("a"))
    #expect(by == .value(OneOf.By.inner(OneOf.By.id("a"))))
  }
}

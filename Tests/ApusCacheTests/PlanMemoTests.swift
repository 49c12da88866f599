import Apus
import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(5))) struct PlanMemoTests {
  private static let kept = 256

  private func source(_ id: Int) -> PlanSource {
    PlanSource(
      key: PlanSource.Key(
        type: ObjectIdentifier(PlanMemoTests.self), variables: Array("{\"id\":\"\(id)\"}".utf8)),
      name: "Post", text: "query Post($id:ID!){post(id:$id){title ___:__typename ___id:id}}")
  }

  private struct Kept {
    weak var plan: Plan?
  }

  @Test func `The plans used last are kept, and others are not`() throws {
    var memo = PlanMemo(TypeTable([cacheSchema]), FieldRules(), FieldNames(), LearnedTypes())
    let all = try (0..<2_000).map { Kept(plan: try memo.plan(source($0))) }
    #expect(all.filter { $0.plan != nil }.count <= 2 * Self.kept)
    #expect(all.suffix(Self.kept).allSatisfy { $0.plan != nil })
    let last = try memo.plan(source(1_800))
    #expect(last === all[1_800].plan)
  }

  @Test func `A plan that is used again stays`() throws {
    var memo = PlanMemo(TypeTable([cacheSchema]), FieldRules(), FieldNames(), LearnedTypes())
    let first = Kept(plan: try memo.plan(source(0)))
    for id in 1..<2_000 {
      _ = try memo.plan(source(id))
      if id % 100 == 0 { #expect(try memo.plan(source(0)) === first.plan) }
    }
    #expect(first.plan != nil)
  }

  @Test func `Plans of one document differ where their variables do`() throws {
    var memo = PlanMemo(TypeTable([cacheSchema]), FieldRules(), FieldNames(), LearnedTypes())
    let names = try (1...2).map { id in
      let plan = try memo.plan(source(id))
      let shape = plan.onlyShape(plan.root)
      return (0..<shape.count).map { plan.name(of: shape.fields[$0].id) }
    }
    #expect(names == [["post({\"id\":\"1\"})"], ["post({\"id\":\"2\"})"]])
  }

  @Test(arguments: [true, false]) func `A condition's variable decides what is selected`(
    _ isWanted: Bool
  ) throws {
    var memo = PlanMemo(TypeTable([cacheSchema]), FieldRules(), FieldNames(), LearnedTypes())
    for value in [isWanted, !isWanted] {
      let source = PlanSource(
        key: PlanSource.Key(
          type: ObjectIdentifier(PlanMemoTests.self), document: 1,
          variables: Array("{\"a\":\(value)}".utf8)),
        name: "Me",
        text: "query Me($a:Boolean!){me{name ___:__typename ___id:id}other:me@include(if:$a){name}}")
      let plan = try memo.plan(source)
      #expect(plan.onlyShape(plan.root).count == (value ? 2 : 1))
    }
  }
}

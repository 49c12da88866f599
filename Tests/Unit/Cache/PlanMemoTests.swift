import Apus
import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct PlanMemoTests {
  private func source(_ id: Int) -> PlanSource {
    PlanSource(
      key: PlanSource.Key(
        type: ObjectIdentifier(PlanMemoTests.self), variables: Array("{\"id\":\"\(id)\"}".utf8)),
      name: "Post", text: "query Post($id:ID!){post(id:$id){title ___:__typename ___id:id}}")
  }

  private struct Kept {
    weak var plan: BoundPlan?
  }

  @Test func `An operation has one plan, whatever its variables are`() throws {
    var memo = PlanMemo(TypeTable([cacheSchema]), AppRules(), FieldNames(), LearnedTypes())
    let all = try (0..<2_000).map { id in
      let bound = try memo.plan(source(id))
      _ = bound.onlyShape(bound.root)
      return (bound.plan, Kept(plan: bound))
    }
    #expect(all.allSatisfy { $0.0 === all[0].0 })
    #expect(all[0].0.root.shapes.count == 1)
    // Code that reads and then writes needs the last one again.
    #expect(all.filter { $0.1.plan != nil }.count == 1)
    #expect(try memo.plan(source(1_999)) === all[1_999].1.plan)
  }

  @Test func `A document without variables is bound once`() throws {
    var memo = PlanMemo(TypeTable([cacheSchema]), AppRules(), FieldNames(), LearnedTypes())
    let me = { (variables: String) in
      PlanSource(
        key: PlanSource.Key(
          type: ObjectIdentifier(PlanMemoTests.self), document: 2, variables: Array(variables.utf8)),
        name: "Me", text: "query Me{me{name ___:__typename ___id:id}}")
    }
    let first = try memo.plan(me("{}"))
    _ = try memo.plan(source(1))
    #expect(try memo.plan(me("{}")) === first)
    #expect(try memo.plan(me("{\"id\":1}")) === first)
  }

  @Test func `Plans of one document differ where their variables do`() throws {
    var memo = PlanMemo(TypeTable([cacheSchema]), AppRules(), FieldNames(), LearnedTypes())
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
    var memo = PlanMemo(TypeTable([cacheSchema]), AppRules(), FieldNames(), LearnedTypes())
    var plans: [Plan] = []
    for value in [isWanted, !isWanted, isWanted] {
      let source = PlanSource(
        key: PlanSource.Key(
          type: ObjectIdentifier(PlanMemoTests.self), document: 1,
          variables: Array("{\"a\":\(value)}".utf8)),
        name: "Me",
        text: "query Me($a:Boolean!){me{name ___:__typename ___id:id}other:me@include(if:$a){name}}")
      let plan = try memo.plan(source)
      #expect(plan.onlyShape(plan.root).count == (value ? 2 : 1))
      plans.append(plan.plan)
    }
    #expect(plans.allSatisfy { $0 === plans[0] && $0.root.shapes.count == 2 })
  }
}

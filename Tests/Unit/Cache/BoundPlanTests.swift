import Apus
import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct BoundPlanTests {
  private struct Memo {
    var plans = PlanMemo(TypeTable([cacheSchema]), AppRules(), FieldNames(), LearnedTypes())

    mutating func plan(_ text: String, _ variables: String) throws -> BoundPlan {
      let key = PlanSource.Key(type: ObjectIdentifier(BoundPlanTests.self), variables: Array(variables.utf8))
      return try plans.plan(PlanSource(key: key, name: "Post", text: text))
    }
  }

  /// The first root field with its arguments.
  private func field(_ text: String, _ variables: String) throws -> String {
    var memo = Memo()
    let plan = try memo.plan(text, variables)
    return plan.name(of: plan.onlyShape(plan.root).fields[0].id)
  }

  @Test(arguments: [
    ("1", "1"), ("1.0", "1"), ("1e3", "1000"), ("-5", "-5"), ("-0", "0"), ("0", "0"), ("0.5", "0.5"),
    ("123456789012345678901234567890", "123456789012345678901234567890"), ("true", "true"), ("null", "null"),
    (#""a""#, #""a""#), (#""\u0061é""#, #""aé""#), (#""\"""#, #""\"""#),
    (#"{"b":[1.0,{"d":1,"c":"\u0061"}],"a":null}"#, #"{"a":null,"b":[1,{"c":"a","d":1}]}"#),
    (#" [ 1 , 2 ] "#, "[1,2]"),
  ])
  func `Equal values of a variable are the same field`(_ value: String, _ text: String) throws {
    let document = "query Post($a:X){post(a:$a){title}}"
    #expect(try field(document, "{\"a\":\(value)}") == "post({\"a\":\(text)})")
    #expect(try field(document, "{ \"ab\" : 7 , \"a\" : \(value) }") == "post({\"a\":\(text)})")
  }

  @Test(arguments: [
    (#"{}"#, #"post({"filter":{"a":1,"c":[null,"X"]},"z":{"y":2}})"#),
    (#"{"b":2}"#, #"post({"b":2,"filter":{"a":1,"b":2,"c":[2,"X"]},"z":{"y":2}})"#),
    (#"{"a":null,"b":{}}"#, #"post({"b":{},"filter":{"a":null,"b":{},"c":[{},"X"]},"z":{"y":2}})"#),
  ])
  func `A variable without a value has its default, or is left out`(_ variables: String, _ text: String)
    throws
  {
    let document = "query Post($a:X=1.0,$b:X){post(z:{y:2},filter:{c:[$b,X],b:$b,a:$a},b:$b){title}}"
    #expect(try field(document, variables) == text)
  }

  @Test func `Arguments that are all left out leave no parentheses`() throws {
    #expect(try field("query Post($a:X){post(a:$a)@other(b:$a){title}}", "{}") == "post@other")
  }

  @Test func `A condition's variable may have a default`() throws {
    let document = "query Post($a:Boolean=true){me@include(if:$a){name}post{title}}"
    var memo = Memo()
    for (variables, count) in [("{}", 2), ("{\"a\":false}", 1), ("{\"a\":null}", 1), ("{\"a\":true}", 2)] {
      let plan = try memo.plan(document, variables)
      #expect(plan.onlyShape(plan.root).count == count)
    }
  }

  @Test func `Two fields are one where their variables are equal`() throws {
    let document = "query Post($a:ID!,$b:ID!){one:post(id:$a){title}two:post(id:$b){body}}"
    var memo = Memo()
    for (variables, isSame) in [(#"{"a":"1","b":"2"}"#, false), (#"{"a":"1","b":"1"}"#, true)] {
      let plan = try memo.plan(document, variables)
      let shape = plan.onlyShape(plan.root)
      #expect(shape.fields[1].isRepeated == isSame)
      #expect(shape.hasRepeatedObjects == isSame)
    }
  }

  @Test func `Variables that cannot be read are an error`() throws {
    #expect(throws: GraphQLCacheError.self) {
      try field("query Post($a:X){post(a:$a){title}}", #"{"a":"\x"}"#)
    }
  }
}

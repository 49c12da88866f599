import Foundation
import TestSupport
import Testing

@testable import ApusDriver

/// The documents of an app that was written for Relay, as they are but for the `graphql` literals around them.
@Suite(.timeLimit(.minutes(15))) struct RelayProjectTests {
  private static let files = [
    "schema.graphqls": """
    type Query { node(id: ID!): Node repository(owner: String!, name: String!): Repository }
    type Mutation { addComment(input: AddCommentInput!): AddCommentPayload }
    input AddCommentInput { body: String! subject: ID! }
    type AddCommentPayload { commentEdge: CommentEdge subject: Issue }
    interface Node { id: ID! }
    interface Actor { login: String! avatar(size: Int, scale: Float): String! }
    type User implements Node & Actor { id: ID! login: String! avatar(size: Int, scale: Float): String! }
    type Repository implements Node {
      id: ID! name: String! owner: Actor!
      issues(first: Int, after: String, states: [IssueState!], labels: [String!], orderBy: IssueOrder): IssueConnection!
    }
    enum IssueState { OPEN CLOSED }
    input IssueOrder { field: String! isAscending: Boolean }
    type IssueConnection { edges: [IssueEdge] pageInfo: PageInfo! totalCount: Int! }
    type IssueEdge { cursor: String! node: Issue }
    type Issue implements Node {
      id: ID! title: String! body: String closed: Boolean! author: Actor
      comments(first: Int, after: String): CommentConnection!
    }
    type CommentConnection { edges: [CommentEdge] pageInfo: PageInfo! }
    type CommentEdge { cursor: String! node: Comment }
    type Comment implements Node { id: ID! body: String! author: Actor }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    """,
    "apus.json": #"{ "schema": "schema.graphqls", "fragmentArguments": true }"#,
    "Home.graphql": """
    query HomeQuery($owner: String!, $name: String!, $labels: [String!], $isWide: Boolean!) {
      repository(owner: $owner, name: $name) {
        name
        owner { ...Avatar_actor @arguments(size: 24) }
        ...IssueList_repository @arguments(labels: $labels, showsAuthor: $isWide)
      }
    }
    query IssueListPaginationQuery($id: ID!, $count: Int = 20, $cursor: String, $labels: [String!]) {
      node(id: $id) { ...IssueList_repository @arguments(count: $count, cursor: $cursor, labels: $labels, showsAuthor: true) }
    }
    """,
    "IssueList.graphql": """
    fragment IssueList_repository on Repository
    @argumentDefinitions(
      count: { type: "Int", defaultValue: 10 }
      cursor: { type: "String" }
      labels: { type: "[String!]" }
      states: { type: "[IssueState!]", defaultValue: ["OPEN"] }
      order: { type: "IssueOrder", defaultValue: { field: "created", isAscending: false } }
      showsAuthor: { type: "Boolean!" }
    )
    @refetchable(queryName: "IssueListPaginationQuery") {
      issues(first: $count, after: $cursor, states: $states, labels: $labels, orderBy: $order)
        @connection(key: "IssueList_issues") {
        __id
        edges { __id node { id ...IssueRow_issue @arguments(showsAuthor: $showsAuthor) } }
      }
      id
    }
    """,
    "IssueRow.graphql": """
    fragment IssueRow_issue on Issue @argumentDefinitions(showsAuthor: { type: "Boolean", defaultValue: false }) {
      title
      closed
      author @include(if: $showsAuthor) { login ...Avatar_actor }
    }
    """,
    "Avatar.graphql": """
    fragment Avatar_actor on Actor
    @argumentDefinitions(size: { type: "Int", defaultValue: 48 }, scale: { type: "Float", defaultValue: 2.0 }) {
      login
      avatar(size: $size, scale: $scale)
    }
    """,
    "Issue.graphql": """
    query IssueQuery($id: ID!, $cursor: String) {
      node(id: $id) {
        ... on Issue {
          title body author { ...Avatar_actor @arguments(size: 96, scale: 3.0) }
          ...IssueComments_issue @arguments(cursor: $cursor)
        }
      }
    }
    fragment IssueComments_issue on Issue
    @argumentDefinitions(cursor: { type: "String" }, count: { type: "Int", defaultValue: 10 })
    @refetchable(queryName: "IssueCommentsQuery") {
      comments(after: $cursor, first: $count) @connection(key: "IssueComments_comments") {
        edges { node { id ...Comment_comment } }
      }
    }
    fragment Comment_comment on Comment { body author { ...Avatar_actor } }
    mutation AddCommentMutation($input: AddCommentInput!) {
      addComment(input: $input) { commentEdge { node { id ...Comment_comment } } subject { id } }
    }
    """,
  ]

  @Test func `compiles whole`() throws {
    let folder = try TemporaryFolder(Self.files)
    let (configuration, problems) = ConfigurationFile.read(folder["apus.json"])
    #expect(problems.isEmpty && configuration.validation.allowsFragmentArguments)
    let documents = Self.files.keys.filter { $0.hasSuffix(".graphql") }.sorted()
    let inputs = Inputs(
      schemas: [folder["schema.graphqls"]], documents: documents.map { Document(path: folder[$0]) },
      configuration: configuration)
    let result = Pipeline.generate(inputs, into: OutputFolder(folder["out"]))
    // What Relay's pages and store need is told, and nothing else.
    #expect(Set(result.diagnostics.map(\.code.name)) == ["unheeded-directive", "local-field"])
    let lowered = Pipeline.lower(inputs)
    let program = try #require(lowered.output?.program)
    let sent = Dictionary(uniqueKeysWithValues: program.operations.map { ($0.name, $0.document) })
    #expect(sent.count == 4)
    for text in sent.values {
      #expect(!text.contains("@arg") && !text.contains("@connection") && !text.contains("__id"))
    }
    let home = try #require(sent["HomeQuery"])
    #expect(
      home.contains(
        "issues(first:10 states:[OPEN]labels:$labels orderBy:{field:\"created\"isAscending:false}){"))
    #expect(home.contains("avatar(size:24 scale:2.0)") && home.contains("avatar(size:48 scale:2.0)"))
    #expect(home.contains("author@include(if:$isWide)"))
    let page = try #require(sent["IssueListPaginationQuery"])
    #expect(page.contains("first:$count after:$cursor") && page.contains("author@include(if:true)"))
    #expect(try #require(sent["AddCommentMutation"]).contains("avatar(size:48 scale:2.0)"))
    // What is sent is a whole project without the key.
    let plain = try TemporaryFolder(["s.graphqls": Self.files["schema.graphqls"] ?? ""])
    for (name, text) in sent {
      try plain.write(text, to: "\(name).graphql")
      let checked = Pipeline.check(
        Inputs(schemas: [plain["s.graphqls"]], documents: [Document(path: plain["\(name).graphql"])]))
      #expect(checked.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    }
  }

  /// A fragment with arguments belongs to another module, whose configuration allows them.
  @Test func `in modules`() throws {
    let folder = try TemporaryFolder(Self.files)
    var configuration = Configuration()
    configuration.validation.allowsFragmentArguments = true
    configuration.generation.accessLevel = .public
    let low = Dependency("LowAPI", configuration: configuration, dependencies: [])
    let shared = ["Avatar.graphql", "IssueRow.graphql"]
    let own = ["Home.graphql", "IssueList.graphql"]
    let inputs = Inputs(
      schemas: [folder["schema.graphqls"]],
      documents: own.map { Document(path: folder[$0], output: "\($0).swift") }
        + shared.map { Document(path: folder[$0], module: "LowAPI") }, dependencies: [low])
    let result = Pipeline.generate(inputs, into: OutputFolder(folder["out"]))
    #expect(!result.hasErrors)
    let home = try folder.text(of: "out/Home.graphql.swift")
    #expect(home.contains("import LowAPI") && home.contains("avatar(size:24 scale:2.0)"))
    let list = try folder.text(of: "out/IssueList.graphql.swift")
    #expect(list.contains(#"["IssueRow_issue.showsAuthor": r.isTrue("IssueList_repository.showsAuthor")]"#))
    #expect(!list.contains("struct IssueRowIssueData"))
  }
}

/// The schema of the random documents, as SDL and as what their generator looks at.
enum TextSchema {
  static let sdl = """
    type Query {
      node(id: ID!): Node
      user(name: String, filter: Filter, tags: [String!], kind: Kind! = A, size: Float, count: Int, flag: Boolean): User
      search(term: String!, deep: [[Int]]): [Result!]!
      me: User
    }
    type Mutation { rename(name: String!, filter: Filter): User }
    type Subscription { changed(id: ID, kind: Kind): User }
    interface Node { id: ID! }
    type User implements Node { id: ID! name: String! kind: Kind! friends(first: Int, kinds: [Kind!]): [User!]! best: User node: Node }
    type Post implements Node { id: ID! title: String author: User }
    union Result = User | Post
    enum Kind { A B null_ on query }
    input Filter { text: String! kind: Kind not: Filter tags: [String!] pick: Pick size: Float = 1.5 }
    input Pick @oneOf { id: ID name: String kind: Kind }
    directive @mark(text: String, kind: Kind) repeatable on QUERY | MUTATION | SUBSCRIPTION | FIELD | FRAGMENT_DEFINITION | FRAGMENT_SPREAD | INLINE_FRAGMENT
    """

  struct FieldType {
    var name: String
    /// Nil of a leaf.
    var type: String?
    var arguments: [(name: String, type: String)] = []
  }

  static let fields: [String: [FieldType]] = [
    "Query": [
      FieldType(name: "node", type: "Node", arguments: [("id", "ID!")]),
      FieldType(
        name: "user", type: "User",
        arguments: [
          ("name", "String"), ("filter", "Filter"), ("tags", "[String!]"), ("kind", "Kind!"),
          ("size", "Float"),
          ("count", "Int"), ("flag", "Boolean"),
        ]),
      FieldType(name: "search", type: "Result", arguments: [("term", "String!"), ("deep", "[[Int]]")]),
      FieldType(name: "me", type: "User"),
    ],
    "Mutation": [
      FieldType(name: "rename", type: "User", arguments: [("name", "String!"), ("filter", "Filter")])
    ],
    "Subscription": [FieldType(name: "changed", type: "User", arguments: [("id", "ID"), ("kind", "Kind")])],
    "Node": [FieldType(name: "id")],
    "User": [
      FieldType(name: "id"), FieldType(name: "name"), FieldType(name: "kind"),
      FieldType(name: "friends", type: "User", arguments: [("first", "Int"), ("kinds", "[Kind!]")]),
      FieldType(name: "best", type: "User"), FieldType(name: "node", type: "Node"),
    ],
    "Post": [FieldType(name: "id"), FieldType(name: "title"), FieldType(name: "author", type: "User")],
    "Result": [],
  ]

  /// The types that a fragment can be of where one of these stands.
  static let conditions: [String: [String]] = [
    "Query": ["Query"], "Mutation": ["Mutation"], "Subscription": ["Subscription"],
    "Node": ["Node", "User", "Post", "Result"], "Result": ["Node", "User", "Post", "Result"],
    "User": ["Node", "User", "Result"], "Post": ["Node", "Post", "Result"],
  ]
}

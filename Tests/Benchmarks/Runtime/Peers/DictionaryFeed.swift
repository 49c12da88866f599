// The feed's selection over dictionary storage.

struct DictionaryFeed: DictionarySelection, FeedFields {
  static let selections = [
    DictionaryField("viewer", .object(Actor.self)),
    DictionaryField("repositories", .objects(Repository.self)),
  ]
  let data: DictionaryObject

  var viewer: Actor { data["viewer"] }
  var repositories: [Repository] { data["repositories"] }

  struct Actor: DictionarySelection, ActorFields {
    static let selections = [
      DictionaryField("id", .string), DictionaryField("login", .string),
      DictionaryField("name", .nullable(.string)), DictionaryField("avatarUrl", .string),
    ]
    let data: DictionaryObject

    var id: String { data["id"] }
    var login: String { data["login"] }
    var name: String? { data["name"] }
    var avatarUrl: String { data["avatarUrl"] }
  }

  struct Repository: DictionarySelection, RepositoryFields {
    static let selections = [
      DictionaryField("id", .string), DictionaryField("name", .string),
      DictionaryField("description", .nullable(.string)), DictionaryField("url", .string),
      DictionaryField("stargazerCount", .int), DictionaryField("forkCount", .int),
      DictionaryField("isPrivate", .bool), DictionaryField("score", .double),
      DictionaryField("primaryLanguage", .nullable(.object(Language.self))),
      DictionaryField("owner", .object(Actor.self)), DictionaryField("topics", .strings),
      DictionaryField("issues", .objects(Issue.self)),
    ]
    let data: DictionaryObject

    var id: String { data["id"] }
    var name: String { data["name"] }
    var description: String? { data["description"] }
    var url: String { data["url"] }
    var stargazerCount: Int { data["stargazerCount"] }
    var forkCount: Int { data["forkCount"] }
    var isPrivate: Bool { data["isPrivate"] }
    var score: Double { data["score"] }
    var primaryLanguage: Language? { data["primaryLanguage"] }
    var owner: Actor { data["owner"] }
    var topics: [String] { data["topics"] }
    var issues: [Issue] { data["issues"] }
  }

  struct Language: DictionarySelection, LanguageFields {
    static let selections = [
      DictionaryField("name", .string), DictionaryField("color", .nullable(.string)),
    ]
    let data: DictionaryObject

    var name: String { data["name"] }
    var color: String? { data["color"] }
  }

  struct Issue: DictionarySelection, IssueFields {
    static let selections = [
      DictionaryField("id", .string), DictionaryField("number", .int), DictionaryField("title", .string),
      DictionaryField("body", .string), DictionaryField("state", .state), DictionaryField("locked", .bool),
      DictionaryField("createdAt", .string), DictionaryField("closedAt", .nullable(.string)),
      DictionaryField("author", .nullable(.object(Actor.self))),
      DictionaryField("labels", .objects(Label.self)), DictionaryField("commentCount", .int),
      DictionaryField("reactions", .object(Reactions.self)),
    ]
    let data: DictionaryObject

    var id: String { data["id"] }
    var number: Int { data["number"] }
    var title: String { data["title"] }
    var body: String { data["body"] }
    var state: FeedState { data["state"] }
    var locked: Bool { data["locked"] }
    var createdAt: String { data["createdAt"] }
    var closedAt: String? { data["closedAt"] }
    var author: Actor? { data["author"] }
    var labels: [Label] { data["labels"] }
    var commentCount: Int { data["commentCount"] }
    var reactions: Reactions { data["reactions"] }
  }

  struct Label: DictionarySelection, LabelFields {
    static let selections = [
      DictionaryField("id", .string), DictionaryField("name", .string), DictionaryField("color", .string),
    ]
    let data: DictionaryObject

    var id: String { data["id"] }
    var name: String { data["name"] }
    var color: String { data["color"] }
  }

  struct Reactions: DictionarySelection, ReactionsFields {
    static let selections = [
      DictionaryField("thumbsUp", .int), DictionaryField("thumbsDown", .int), DictionaryField("heart", .int),
    ]
    let data: DictionaryObject

    var thumbsUp: Int { data["thumbsUp"] }
    var thumbsDown: Int { data["thumbsDown"] }
    var heart: Int { data["heart"] }
  }
}

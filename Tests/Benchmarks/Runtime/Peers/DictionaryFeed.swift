// The feed's selection over dictionary storage. As in Apollo's generated code, every object but the root has `__typename`, lists of
// selections are computed, and a property looks its field up.

struct DictionaryFeed: DictionarySelection, FeedFields {
  static var selections: [DictionaryField] {
    [
      DictionaryField("viewer", Actor.self),
      DictionaryField("repositories", [Repository].self),
    ]
  }
  let data: DictionaryObject

  var viewer: Actor { data["viewer"] }
  var repositories: [Repository] { data["repositories"] }

  struct Actor: DictionarySelection, ActorFields {
    static var selections: [DictionaryField] {
      [
        DictionaryField("__typename", String.self),
        DictionaryField("id", String.self),
        DictionaryField("login", String.self),
        DictionaryField("name", String?.self),
        DictionaryField("avatarUrl", String.self),
      ]
    }
    let data: DictionaryObject

    var id: String { data["id"] }
    var login: String { data["login"] }
    var name: String? { data["name"] }
    var avatarUrl: String { data["avatarUrl"] }
  }

  struct Repository: DictionarySelection, RepositoryFields {
    static var selections: [DictionaryField] {
      [
        DictionaryField("__typename", String.self),
        DictionaryField("id", String.self),
        DictionaryField("name", String.self),
        DictionaryField("description", String?.self),
        DictionaryField("url", String.self),
        DictionaryField("stargazerCount", Int.self),
        DictionaryField("forkCount", Int.self),
        DictionaryField("isPrivate", Bool.self),
        DictionaryField("score", Double.self),
        DictionaryField("primaryLanguage", Language?.self),
        DictionaryField("owner", Actor.self),
        DictionaryField("topics", [String].self),
        DictionaryField("issues", [Issue].self),
      ]
    }
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
    static var selections: [DictionaryField] {
      [
        DictionaryField("__typename", String.self),
        DictionaryField("name", String.self),
        DictionaryField("color", String?.self),
      ]
    }
    let data: DictionaryObject

    var name: String { data["name"] }
    var color: String? { data["color"] }
  }

  struct Issue: DictionarySelection, IssueFields {
    static var selections: [DictionaryField] {
      [
        DictionaryField("__typename", String.self),
        DictionaryField("id", String.self),
        DictionaryField("number", Int.self),
        DictionaryField("title", String.self),
        DictionaryField("body", String.self),
        DictionaryField("state", FeedState.self),
        DictionaryField("locked", Bool.self),
        DictionaryField("createdAt", String.self),
        DictionaryField("closedAt", String?.self),
        DictionaryField("author", Actor?.self),
        DictionaryField("labels", [Label].self),
        DictionaryField("commentCount", Int.self),
        DictionaryField("reactions", Reactions.self),
      ]
    }
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
    static var selections: [DictionaryField] {
      [
        DictionaryField("__typename", String.self),
        DictionaryField("id", String.self),
        DictionaryField("name", String.self),
        DictionaryField("color", String.self),
      ]
    }
    let data: DictionaryObject

    var id: String { data["id"] }
    var name: String { data["name"] }
    var color: String { data["color"] }
  }

  struct Reactions: DictionarySelection, ReactionsFields {
    static var selections: [DictionaryField] {
      [
        DictionaryField("__typename", String.self),
        DictionaryField("thumbsUp", Int.self),
        DictionaryField("thumbsDown", Int.self),
        DictionaryField("heart", Int.self),
      ]
    }
    let data: DictionaryObject

    var thumbsUp: Int { data["thumbsUp"] }
    var thumbsDown: Int { data["thumbsDown"] }
    var heart: Int { data["heart"] }
  }
}

import Apus

// A selection of some breadth and depth, in the shape that the compiler emits.

enum FeedState: GraphQLEnum {
  case open, closed
  case unrecognized(String)

  static var allCases: [FeedState] { [.open, .closed] }

  init(rawValue: String) {
    switch rawValue {
    case "OPEN": self = .open
    case "CLOSED": self = .closed
    default: self = .unrecognized(rawValue)
    }
  }

  var rawValue: String {
    switch self {
    case .open: "OPEN"
    case .closed: "CLOSED"
    case .unrecognized(let name): name
    }
  }
}

struct Feed: GraphQLObject {
  let viewer: Actor
  let repositories: [Repository]

  init(
    viewer: Actor, repositories: [Repository]
  ) {
    self.viewer = viewer
    self.repositories = repositories
  }

  init(reading reader: inout ObjectReader) throws {
    self.init(
      viewer: try reader.selection("viewer"),
      repositories: try reader.selections("repositories"))
  }

  func write(to writer: inout ObjectWriter) throws {
    try writer.selection("viewer", viewer)
    try writer.selections("repositories", repositories)
  }

  struct Actor: GraphQLObject {
    let id: String
    let login: String
    let name: String?
    let avatarUrl: String

    init(
      id: String, login: String, name: String?, avatarUrl: String
    ) {
      self.id = id
      self.login = login
      self.name = name
      self.avatarUrl = avatarUrl
    }

    init(reading reader: inout ObjectReader) throws {
      self.init(
        id: try reader.id("id"),
        login: try reader.string("login"),
        name: try reader.stringOrNil("name"),
        avatarUrl: try reader.string("avatarUrl"))
    }

    func write(to writer: inout ObjectWriter) throws {
      try writer.id("id", id)
      try writer.string("login", login)
      try writer.string("name", name)
      try writer.string("avatarUrl", avatarUrl)
    }
  }

  struct Repository: GraphQLObject {
    let id: String
    let name: String
    let description: String?
    let url: String
    let stargazerCount: Int
    let forkCount: Int
    let isPrivate: Bool
    let score: Double
    let primaryLanguage: Language?
    let owner: Actor
    let topics: [String]
    let issues: [Issue]

    init(
      id: String, name: String, description: String?, url: String, stargazerCount: Int, forkCount: Int,
      isPrivate: Bool, score: Double, primaryLanguage: Language?, owner: Actor, topics: [String],
      issues: [Issue]
    ) {
      self.id = id
      self.name = name
      self.description = description
      self.url = url
      self.stargazerCount = stargazerCount
      self.forkCount = forkCount
      self.isPrivate = isPrivate
      self.score = score
      self.primaryLanguage = primaryLanguage
      self.owner = owner
      self.topics = topics
      self.issues = issues
    }

    init(reading reader: inout ObjectReader) throws {
      self.init(
        id: try reader.id("id"),
        name: try reader.string("name"),
        description: try reader.stringOrNil("description"),
        url: try reader.string("url"),
        stargazerCount: try reader.int("stargazerCount"),
        forkCount: try reader.int("forkCount"),
        isPrivate: try reader.bool("isPrivate"),
        score: try reader.double("score"),
        primaryLanguage: try reader.selectionOrNil("primaryLanguage"),
        owner: try reader.selection("owner"),
        topics: try reader.strings("topics"),
        issues: try reader.selections("issues"))
    }

    func write(to writer: inout ObjectWriter) throws {
      try writer.id("id", id)
      try writer.string("name", name)
      try writer.string("description", description)
      try writer.string("url", url)
      try writer.int("stargazerCount", stargazerCount)
      try writer.int("forkCount", forkCount)
      try writer.bool("isPrivate", isPrivate)
      try writer.double("score", score)
      try writer.selection("primaryLanguage", primaryLanguage)
      try writer.selection("owner", owner)
      try writer.strings("topics", topics)
      try writer.selections("issues", issues)
    }
  }

  struct Language: GraphQLObject {
    let name: String
    let color: String?

    init(
      name: String, color: String?
    ) {
      self.name = name
      self.color = color
    }

    init(reading reader: inout ObjectReader) throws {
      self.init(
        name: try reader.string("name"),
        color: try reader.stringOrNil("color"))
    }

    func write(to writer: inout ObjectWriter) throws {
      try writer.string("name", name)
      try writer.string("color", color)
    }
  }

  struct Issue: GraphQLObject {
    let id: String
    let number: Int
    let title: String
    let body: String
    let state: FeedState
    let locked: Bool
    let createdAt: String
    let closedAt: String?
    let author: Actor?
    let labels: [Label]
    let commentCount: Int
    let reactions: Reactions

    init(
      id: String, number: Int, title: String, body: String, state: FeedState, locked: Bool, createdAt: String,
      closedAt: String?, author: Actor?, labels: [Label], commentCount: Int, reactions: Reactions
    ) {
      self.id = id
      self.number = number
      self.title = title
      self.body = body
      self.state = state
      self.locked = locked
      self.createdAt = createdAt
      self.closedAt = closedAt
      self.author = author
      self.labels = labels
      self.commentCount = commentCount
      self.reactions = reactions
    }

    init(reading reader: inout ObjectReader) throws {
      self.init(
        id: try reader.id("id"),
        number: try reader.int("number"),
        title: try reader.string("title"),
        body: try reader.string("body"),
        state: try reader.enumeration("state"),
        locked: try reader.bool("locked"),
        createdAt: try reader.string("createdAt"),
        closedAt: try reader.stringOrNil("closedAt"),
        author: try reader.selectionOrNil("author"),
        labels: try reader.selections("labels"),
        commentCount: try reader.int("commentCount"),
        reactions: try reader.selection("reactions"))
    }

    func write(to writer: inout ObjectWriter) throws {
      try writer.id("id", id)
      try writer.int("number", number)
      try writer.string("title", title)
      try writer.string("body", body)
      try writer.enumeration("state", state)
      try writer.bool("locked", locked)
      try writer.string("createdAt", createdAt)
      try writer.string("closedAt", closedAt)
      try writer.selection("author", author)
      try writer.selections("labels", labels)
      try writer.int("commentCount", commentCount)
      try writer.selection("reactions", reactions)
    }
  }

  struct Label: GraphQLObject {
    let id: String
    let name: String
    let color: String

    init(
      id: String, name: String, color: String
    ) {
      self.id = id
      self.name = name
      self.color = color
    }

    init(reading reader: inout ObjectReader) throws {
      self.init(
        id: try reader.id("id"),
        name: try reader.string("name"),
        color: try reader.string("color"))
    }

    func write(to writer: inout ObjectWriter) throws {
      try writer.id("id", id)
      try writer.string("name", name)
      try writer.string("color", color)
    }
  }

  struct Reactions: GraphQLObject {
    let thumbsUp: Int
    let thumbsDown: Int
    let heart: Int

    init(
      thumbsUp: Int, thumbsDown: Int, heart: Int
    ) {
      self.thumbsUp = thumbsUp
      self.thumbsDown = thumbsDown
      self.heart = heart
    }

    init(reading reader: inout ObjectReader) throws {
      self.init(
        thumbsUp: try reader.int("thumbsUp"),
        thumbsDown: try reader.int("thumbsDown"),
        heart: try reader.int("heart"))
    }

    func write(to writer: inout ObjectWriter) throws {
      try writer.int("thumbsUp", thumbsUp)
      try writer.int("thumbsDown", thumbsDown)
      try writer.int("heart", heart)
    }
  }
}

/// Reads every field once and makes something of it, so that no reading can be left out.
///
/// Lists are gone through by index and fields read from the element where it stands: a copy of an element, as `for … in` makes it,
/// takes longer than its fields do, and would be what is measured.
struct FeedReading {
  private(set) var sum = 0

  mutating func read(_ feed: some FeedFields) {
    read(feed.viewer)
    read(feed.repositories)
  }

  private mutating func read(_ actor: some ActorFields) {
    add(actor.id)
    add(actor.login)
    add(actor.name)
    add(actor.avatarUrl)
  }

  private mutating func read(_ repositories: [some RepositoryFields]) {
    for index in repositories.indices {
      add(repositories[index].id)
      add(repositories[index].name)
      add(repositories[index].description)
      add(repositories[index].url)
      sum &+= repositories[index].stargazerCount &+ repositories[index].forkCount
      if repositories[index].isPrivate { sum &+= 1 }
      if repositories[index].score > 0.25 { sum &+= 1 }
      if let language = repositories[index].primaryLanguage {
        add(language.name)
        add(language.color)
      }
      read(repositories[index].owner)
      let topics = repositories[index].topics
      for index in topics.indices { add(topics[index]) }
      read(repositories[index].issues)
    }
  }

  private mutating func read(_ issues: [some IssueFields]) {
    for index in issues.indices {
      add(issues[index].id)
      sum &+= issues[index].number
      add(issues[index].title)
      add(issues[index].body)
      if issues[index].state == .open { sum &+= 1 }
      if issues[index].locked { sum &+= 1 }
      add(issues[index].createdAt)
      add(issues[index].closedAt)
      if let author = issues[index].author { read(author) }
      read(issues[index].labels)
      sum &+= issues[index].commentCount
      let reactions = issues[index].reactions
      sum &+= reactions.thumbsUp &+ reactions.thumbsDown &+ reactions.heart
    }
  }

  private mutating func read(_ labels: [some LabelFields]) {
    for index in labels.indices {
      add(labels[index].id)
      add(labels[index].name)
      add(labels[index].color)
    }
  }

  private mutating func add(_ string: String) { sum &+= string.utf8.count }

  private mutating func add(_ string: String?) { sum &+= string?.utf8.count ?? 0 }
}

// Copies of a feed in the emitted types, to compare two kinds of storage.

extension Feed {
  init(copying feed: some FeedFields) {
    self.init(
      viewer: Actor(copying: feed.viewer), repositories: feed.repositories.map { Repository(copying: $0) })
  }
}

extension Feed.Actor {
  init(copying actor: some ActorFields) {
    self.init(id: actor.id, login: actor.login, name: actor.name, avatarUrl: actor.avatarUrl)
  }
}

extension Feed.Repository {
  init(copying other: some RepositoryFields) {
    self.init(
      id: other.id, name: other.name, description: other.description, url: other.url,
      stargazerCount: other.stargazerCount, forkCount: other.forkCount, isPrivate: other.isPrivate,
      // JSONSerialization, which is behind one kind of storage, loses a double's last digit on Linux.
      score: (other.score * 1e9).rounded() / 1e9,
      primaryLanguage: other.primaryLanguage.map { Feed.Language(name: $0.name, color: $0.color) },
      owner: Feed.Actor(copying: other.owner), topics: other.topics,
      issues: other.issues.map { Feed.Issue(copying: $0) })
  }
}

extension Feed.Issue {
  init(copying other: some IssueFields) {
    let reactions = other.reactions
    self.init(
      id: other.id, number: other.number, title: other.title, body: other.body, state: other.state,
      locked: other.locked, createdAt: other.createdAt, closedAt: other.closedAt,
      author: other.author.map { Feed.Actor(copying: $0) },
      labels: other.labels.map { Feed.Label(id: $0.id, name: $0.name, color: $0.color) },
      commentCount: other.commentCount,
      reactions: Feed.Reactions(
        thumbsUp: reactions.thumbsUp, thumbsDown: reactions.thumbsDown, heart: reactions.heart))
  }
}

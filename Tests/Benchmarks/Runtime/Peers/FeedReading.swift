/// Reads every field once and makes something of it, so that no reading can be left out.
struct FeedReading {
  private(set) var sum = 0

  mutating func read(_ feed: some FeedFields) {
    read(feed.viewer)
    for repository in feed.repositories { read(repository) }
  }

  private mutating func read(_ actor: some ActorFields) {
    add(actor.id)
    add(actor.login)
    add(actor.name)
    add(actor.avatarUrl)
  }

  private mutating func read(_ repository: some RepositoryFields) {
    add(repository.id)
    add(repository.name)
    add(repository.description)
    add(repository.url)
    sum &+= repository.stargazerCount &+ repository.forkCount
    if repository.isPrivate { sum &+= 1 }
    if repository.score > 0.25 { sum &+= 1 }
    if let language = repository.primaryLanguage {
      add(language.name)
      add(language.color)
    }
    read(repository.owner)
    for topic in repository.topics { add(topic) }
    for issue in repository.issues { read(issue) }
  }

  private mutating func read(_ issue: some IssueFields) {
    add(issue.id)
    sum &+= issue.number
    add(issue.title)
    add(issue.body)
    if issue.state == .open { sum &+= 1 }
    if issue.locked { sum &+= 1 }
    add(issue.createdAt)
    add(issue.closedAt)
    if let author = issue.author { read(author) }
    for label in issue.labels {
      add(label.id)
      add(label.name)
      add(label.color)
    }
    sum &+= issue.commentCount
    let reactions = issue.reactions
    sum &+= reactions.thumbsUp &+ reactions.thumbsDown &+ reactions.heart
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

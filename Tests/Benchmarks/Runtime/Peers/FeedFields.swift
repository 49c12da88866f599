/// The fields of a feed, whatever stores them: the same code reads each kind of storage.
protocol FeedFields {
  associatedtype Viewer: ActorFields
  associatedtype Repository: RepositoryFields
  var viewer: Viewer { get }
  var repositories: [Repository] { get }
}

protocol ActorFields {
  var id: String { get }
  var login: String { get }
  var name: String? { get }
  var avatarUrl: String { get }
}

protocol RepositoryFields {
  associatedtype Language: LanguageFields
  associatedtype Owner: ActorFields
  associatedtype Issue: IssueFields
  var id: String { get }
  var name: String { get }
  var description: String? { get }
  var url: String { get }
  var stargazerCount: Int { get }
  var forkCount: Int { get }
  var isPrivate: Bool { get }
  var score: Double { get }
  var primaryLanguage: Language? { get }
  var owner: Owner { get }
  var topics: [String] { get }
  var issues: [Issue] { get }
}

protocol LanguageFields {
  var name: String { get }
  var color: String? { get }
}

protocol IssueFields {
  associatedtype Author: ActorFields
  associatedtype Label: LabelFields
  associatedtype Reactions: ReactionsFields
  var id: String { get }
  var number: Int { get }
  var title: String { get }
  var body: String { get }
  var state: FeedState { get }
  var locked: Bool { get }
  var createdAt: String { get }
  var closedAt: String? { get }
  var author: Author? { get }
  var labels: [Label] { get }
  var commentCount: Int { get }
  var reactions: Reactions { get }
}

protocol LabelFields {
  var id: String { get }
  var name: String { get }
  var color: String { get }
}

protocol ReactionsFields {
  var thumbsUp: Int { get }
  var thumbsDown: Int { get }
  var heart: Int { get }
}

extension Feed: FeedFields {}
extension Feed.Actor: ActorFields {}
extension Feed.Repository: RepositoryFields {}
extension Feed.Language: LanguageFields {}
extension Feed.Issue: IssueFields {}
extension Feed.Label: LabelFields {}
extension Feed.Reactions: ReactionsFields {}

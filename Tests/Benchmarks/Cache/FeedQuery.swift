import Apus

/// The benchmark's feed as an operation, as the compiler writes it for a cache.
struct FeedQuery: GraphQLQuery {
  typealias Data = Feed

  static let operationName = "Feed"
  static let operationID = ""
  static let operationDocument = {
    let actor = "{id login name avatarUrl ___:__typename}"
    let issue =
      "{id number title body state locked createdAt closedAt author\(actor)labels{id name color ___:__typename}commentCount "
      + "reactions{thumbsUp thumbsDown heart} ___:__typename}"
    return
      "query Feed{viewer\(actor)repositories{id name description url stargazerCount forkCount isPrivate score "
      + "primaryLanguage{name color}owner\(actor)topics issues\(issue) ___:__typename}}"
  }()

  static let cacheSchema = GraphQLCacheSchema(
    """
    1 Query - -;*!id;Actor;Label;Language;Reactions;Query.viewer:Actor.repositories:Repository;\
    Repository.primaryLanguage:Language.owner:Actor.issues:Issue;Issue.author:Actor.labels:Label.reactions:Reactions
    """)

  init() {}
  init(_reading r: inout GraphQLReader) throws { self.init() }
  func _write(to w: inout GraphQLWriter) {}
}

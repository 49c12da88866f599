/// A list on a server, of which pages are asked for.
struct PagedList {
  var posts: [Int]
  var likes: [Int: Int] = [:]
  /// How many elements the server gives at most, however many are asked for.
  var limit = Int.max

  /// The connection as the reference algorithm answers it.
  ///
  /// Specification: <https://relay.dev/graphql/connections.htm#sec-Pagination-algorithm>.
  func json(
    first: Int? = nil, after: String? = nil, last: Int? = nil, before: String? = nil, pins: Bool = false
  )
    -> String
  {
    var low = 0
    var high = posts.count
    if let after, let at = posts.firstIndex(where: { cursor($0) == after }) { low = at + 1 }
    if let before, let at = posts.firstIndex(where: { cursor($0) == before }) { high = at }
    if let first { high = min(high, low + min(first, limit)) }
    if let last { low = max(low, high - min(last, limit)) }
    let edges = posts[low..<high].map { post in
      (pins ? "{\"pinned\":\(post % 2 == 0)," : "{")
        + "\"node\":{\"title\":\"T\(post)\"," + (pins ? "" : "\"likes\":\(likes[post] ?? 0),")
        + "\"___\":\"Post\",\"___id\":\"\(post)\"},\"___cursor\":\"\(cursor(post))\"}"
    }
    let hasNext = first != nil && high < posts.count
    let hasPrevious = last != nil && low > 0
    func text(_ post: Int?) -> String { post.map { "\"\(cursor($0))\"" } ?? "null" }
    let range = posts[low..<high]
    let info =
      pins
      ? "{\"hasNextPage\":\(hasNext)}"
      : "{\"hasNextPage\":\(hasNext),\"endCursor\":\(text(range.last)),\"hasPreviousPage\":\(hasPrevious),\"startCursor\":\(text(range.first))}"
    let total = pins ? "" : "\"total\":\(posts.count),"
    return "{\"posts\":{\(total)\"edges\":[\(edges.joined(separator: ","))],\"pageInfo\":\(info)}}"
  }

  func cursor(_ post: Int) -> String { "c\(post)" }
}

/// The reviews that arrive while a medium is shown.
public enum Reviews {
  /// Adds a review at the start, so that the latest comes first.
  @Sendable public static func add(_ reviews: inout [ReviewLineData], _ event: ReviewAddedSubscription.Data) {
    reviews.insert(event.reviewAdded, at: 0)
  }
}

extension ReviewLineFragment {
  /// A line for a list.
  public var line: String {
    String(repeating: "★", count: max(0, min(stars, 5))) + (text.map { " \($0)" } ?? "")
  }
}

/// The reviews that come while a medium is shown.
public enum Reviews {
  /// Adds a review: the latest first.
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

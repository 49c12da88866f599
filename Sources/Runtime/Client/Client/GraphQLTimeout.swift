/// A time limit of one request; `nil` means the client's.
///
/// ```swift
/// let patient = GraphQLRequestOptions(timeout: .seconds(300))
/// let data = try await client.fetch(AlbumQuery(id: "a1"), options: patient)
/// ```
public enum GraphQLTimeout: Hashable, Sendable {
  /// No limit.
  case unlimited
  /// A limit of a given duration.
  case after(Duration)

  /// Creates a limit in seconds.
  public static func seconds(_ seconds: Double) -> GraphQLTimeout { .after(.seconds(clamped(seconds))) }

  /// Creates a limit in milliseconds.
  public static func milliseconds(_ milliseconds: Double) -> GraphQLTimeout {
    .after(.seconds(clamped(milliseconds / 1000)))
  }

  /// Seconds that a `Duration` can hold.
  private static func clamped(_ seconds: Double) -> Double {
    seconds.isNaN ? 0 : min(max(seconds, 0), 1e10)
  }
}

extension GraphQLTimeout? {
  /// The limit of a request, where the client's is `duration`; `nil` means the client's.
  ///
  /// - Returns: `nil` for no limit.
  func resolved(_ duration: Duration?) -> Duration? {
    switch self {
    case nil: duration
    case .unlimited: nil
    case .after(let duration): duration
    }
  }
}

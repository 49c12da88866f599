/// What a view shows of an operation: a wait, data, or an error.
///
/// ```swift
/// switch album {
/// case .loading: ProgressView()
/// case .loaded(let data): AlbumCard(album: data.album)
/// case .failed(let error, let last): AlbumFailure(error: error, last: last?.album)
/// }
/// ```
public enum GraphQLState<Data: Sendable>: Sendable {
  /// There is no data yet.
  case loading
  /// The data.
  case loaded(Data)
  /// The last request failed, and the data from before, if there was any.
  case failed(any Error, last: Data?)

  /// The data: of the last success, also while an error is shown beside it.
  public var data: Data? {
    switch self {
    case .loading: nil
    case .loaded(let data): data
    case .failed(_, let last): last
    }
  }

  /// Why the last request failed; nil where it did not.
  public var error: (any Error)? {
    if case .failed(let error, _) = self { error } else { nil }
  }

  /// Whether there is neither data nor an error yet.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// The same with the data transformed.
  ///
  /// - Throws: what `transform` throws.
  public func map<Other>(_ transform: (Data) throws -> Other) rethrows -> GraphQLState<Other> {
    switch self {
    case .loading: .loading
    case .loaded(let data): .loaded(try transform(data))
    case .failed(let error, let last): .failed(error, last: try last.map(transform))
    }
  }
}

extension GraphQLState where Data: Equatable {
  init(data: Data?, error: (any Error)?) {
    if let error {
      self = .failed(error, last: data)
    } else if let data {
      self = .loaded(data)
    } else {
      self = .loading
    }
  }

  /// Whether a view looks the same with both. An error is never the same as another: errors are not comparable.
  func looksLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.loading, .loading): true
    case (.loaded(let data), .loaded(let other)): data == other
    default: false
    }
  }
}

import ApusCache

/// The state of an operation that a view shows: loading, data, or an error.
///
/// ```swift
/// switch album {
/// case .loading: ProgressView()
/// case .loaded(let data): AlbumCard(album: data.album)
/// case .failed(let error, let last): AlbumFailure(error: error, last: last?.album)
/// }
/// ```
public enum GraphQLState<Data: Sendable>: Sendable {
  /// No data has arrived yet.
  case loading
  /// The data, loaded without errors.
  case loaded(Data)
  /// The last request failed; with the earlier data, if any.
  case failed(any Error, last: Data?)

  /// The data of the last success, even if there is an error now.
  public var data: Data? {
    switch self {
    case .loading: nil
    case .loaded(let data): data
    case .failed(_, let last): last
    }
  }

  /// The error of the last request; nil if it did not fail.
  public var error: (any Error)? {
    if case .failed(let error, _) = self { error } else { nil }
  }

  /// Whether neither data nor an error has arrived yet.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Returns the same state with the data transformed.
  ///
  /// - Throws: the errors of `transform`.
  public func map<Other>(_ transform: (Data) throws -> Other) rethrows -> GraphQLState<Other> {
    switch self {
    case .loading: .loading
    case .loaded(let data): .loaded(try transform(data))
    case .failed(let error, let last): .failed(error, last: try last.map(transform))
    }
  }
}

extension GraphQLState {
  init(_ update: GraphQLUpdate<Data>) {
    if let error = update.error {
      self = .failed(error, last: update.data)
    } else if let data = update.data {
      self = .loaded(data)
    } else {
      self = .loading
    }
  }
}

extension GraphQLUpdate where Data: Equatable {
  /// Whether a view looks the same with both. Errors cannot be compared, so they never do.
  func looksLike(_ other: Self) -> Bool {
    error == nil && other.error == nil && isFetching == other.isFetching && data == other.data
  }
}

import ApusPlatform

/// A test's transport received a request that it has no answer for.
///
/// ```swift
/// let server = ScriptedTransport([])
/// do {
///   _ = try await GraphQLClient(url: url, transport: server).fetch(AlbumQuery(id: "a1"))
/// } catch {
///   print(error)  // the script has no answer
/// }
/// ```
public struct MissingAnswer: Error, CustomStringConvertible {
  public let description: String
}

extension MissingAnswer: LocalizedError {
  /// Equal to ``description``, so that `localizedDescription` shows it too.
  public var errorDescription: String? { description }
}

import ApusPlatform

/// The error of a test's transport without a response for a request.
///
/// ```swift
/// let server = ScriptedTransport([])
/// do {
///   _ = try await GraphQLClient(url: url, transport: server).fetch(AlbumQuery(id: "a1"))
/// } catch {
///   print(error)  // the script lacks a response
/// }
/// ```
public struct MissingAnswer: Error, CustomStringConvertible {
  public let description: String
}

extension MissingAnswer: LocalizedError {
  /// Equal to ``description``, so that `localizedDescription` shows it too.
  public var errorDescription: String? { description }
}

import Foundation

/// The reason why a sample could not be created.
///
/// ```swift
/// do {
///   _ = try AlbumCardData.sample(["titel": "Blue Train"])
/// } catch let error as GraphQLSampleError {
///   print(error)  // suggests "title"
/// }
/// ```
public struct GraphQLSampleError: Error, LocalizedError, CustomStringConvertible {
  /// The problem, its place, and how to fix it.
  public let description: String

  public var errorDescription: String? { description }

  init(_ description: String) { self.description = description }

  init(_ error: DecodingError, of type: Any.Type) {
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default:
      self.init("\(type): \(error)")
      return
    }
    let place = SampleValues.place(context.codingPath)
    self.init("\(type): \(place.isEmpty ? "" : place + ": ")\(context.debugDescription)")
  }
}

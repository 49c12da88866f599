import ApusPlatform

/// The reason why a sample could not be created, or why a test's transport has no response for a request.
package struct TestingError: Error, LocalizedError, CustomStringConvertible {
  /// The problem, its path, and how to fix it.
  package let description: String

  package var errorDescription: String? { description }

  init(_ description: String) { self.description = description }

  init(_ error: DecodingError, of type: Any.Type) {
    guard let context = error.context else {
      self.init("\(type): \(error)")
      return
    }
    let place = SampleValues.place(context.codingPath)
    self.init("\(type): \(place.isEmpty ? "" : place + ": ")\(context.debugDescription)")
  }
}

extension DecodingError {
  /// The place and the description; nil for a case of a later version of Swift.
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}

#if canImport(FoundationEssentials) && !canImport(Darwin)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension GraphQLWritable {
  /// Encodes the object as compact JSON in UTF-8, with members in the order of the selection.
  ///
  /// - Throws: an `EncodingError` for values that JSON cannot represent, such as a `Double` that is not finite.
  public func jsonData() throws -> Data {
    try withJSON { Data($0) }
  }
}

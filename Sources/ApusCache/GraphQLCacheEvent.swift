/// What a cache could not do, for logs.
public enum GraphQLCacheEvent: Sendable {
  /// Two modules' schemas disagree, or one is of another version. What the first says counts.
  case schema(GraphQLCacheError)
  /// An optimistic layer's closure threw when what is below it had changed: the layer is gone.
  case layerDropped(any Error)
  /// Something was not read or written: its document or its variables cannot be understood.
  case unusable(String, GraphQLCacheError)
  /// A value that is kept has another form than the operation or fragment of this name expects: it counts as missing.
  case undecodable(String, any Error)
}

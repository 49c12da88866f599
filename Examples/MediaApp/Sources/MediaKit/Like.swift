public import ApusCache

extension LikeMutation {
  /// Predicts the effect of a like: the cache shows one more until the server responds.
  public static func oneMore(
    of media: MediaReference
  ) -> @Sendable (borrowing GraphQLCacheTransaction) throws -> Void {
    { transaction in try transaction.update(MediaRowData.self, media.key) { $0.likes += 1 } }
  }
}

public import ApusCache

extension LikeMutation {
  /// What a like will probably do: the cache has one more until the server has answered.
  public static func oneMore(
    of media: MediaReference
  ) -> @Sendable (borrowing GraphQLCacheTransaction) throws -> Void {
    { transaction in try transaction.update(MediaRowData.self, media.key) { $0.likes += 1 } }
  }
}

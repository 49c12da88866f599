/// A record as it was stored when this cache changed it: what differs from it is somebody's change.
final class StoredBase {
  let blob: Blob
  let age: StoredAge

  /// - Parameter values: the values, which are copied; nil if it had none.
  init(_ values: Blob?, _ age: StoredAge) {
    (blob, self.age) = (Blob(values?.copy ?? Blob.empty(isDeleted: false)), age)
  }

  deinit { blob.base.deallocate() }
}

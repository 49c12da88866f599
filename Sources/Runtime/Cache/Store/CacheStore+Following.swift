/// Takes over what another cache has stored. Only the storage's thread calls this.
extension CacheStore {
  /// Starts to note the records that this cache writes: they differ from the stored ones. The caller has held `writers` since before anyone could
  /// write.
  func beginFollowing() { unsaved = UnsavedRecords() }

  /// Applies rows that another cache has changed, below the layers. The caller holds `writers`.
  ///
  /// A record that only the other cache writes becomes the stored one. Where this cache has written as well, both are merged by ``StoredMerge``.
  func apply(_ found: [StoredImage.Found]) {
    // What is stored is not this cache's own.
    let generation = generation
    var own = unsaved
    unsaved = nil
    var settled: Set<UInt32> = []
    transaction { writer in
      writer.origin = .other
      for entry in found {
        if own.map({ !$0.parts(of: entry.record).isEmpty }) ?? false {
          if merge(entry, &own) {
            settled.insert(entry.record)
          } else {
            // An own value of which only the time was unsaved may have won over another.
            own?.add(entry.record, .values)
          }
        } else {
          apply(entry)
        }
      }
    }
    // A layer may have cleared the cache.
    unsaved = generation === self.generation ? own?.without(settled) : UnsavedRecords()
  }

  private func apply(_ entry: StoredImage.Found) {
    if let blob = entry.blob {
      put(blob, at: entry.record, entry.age)
    } else {
      pending.restore(entry.record, entry.age, changed: [])
    }
  }

  /// Applies a row of a record that this cache has written.
  ///
  /// - Returns: whether the record is the stored one now.
  private func merge(_ entry: StoredImage.Found, _ own: inout UnsavedRecords?) -> Bool {
    let record = entry.record
    guard let old = pending.blob(record) else {
      apply(entry)
      return true
    }
    readers.lock()
    let age = table.times.stored(record)
    readers.unlock()
    let base = own?.base(of: record)
    var entry = entry
    // Only the times have changed, so the stored values are those of the base.
    if entry.blob == nil, let base { entry.blob = base.blob.copy }
    if isShared, let blob = entry.blob {
      own?.set(StoredBase(Blob(blob), entry.age), of: record)
    }
    let merge = StoredMerge(own: old, age, from: base, stored: entry)
    if let blob = merge.blob {
      put(blob, at: record, merge.age)
    } else {
      pending.restore(record, merge.age, changed: [])
    }
    return merge.isStored
  }

  /// Sets a record's values, if they differ; takes ownership of the blob.
  private func put(_ blob: UnsafeMutableRawPointer, at record: UInt32, _ age: StoredAge) {
    let (new, old) = (Blob(blob), pending.blob(record))
    let changed = old.map { new.differences(from: $0) } ?? new.fields
    pending.restore(record, age, changed: changed)
    if let old, changed.isEmpty, old.isDeleted == new.isDeleted {
      blob.deallocate()
    } else {
      pending.put(blob, at: record)
    }
  }

  /// Forgets everything, because what was stored is gone: it may have been another account's.
  func forget() {
    ViewUpdateQueue.shared.gather {
      forgetAll()
      clearObservers.notify()
    }
  }
}

/// A query in flight, for as long as this object lives: its response does not overwrite what others write in the meantime.
final class CacheTicket: Sendable {
  let store: CacheStore
  let number: Int
  let generation: CacheGeneration

  init(_ store: CacheStore) {
    self.store = store
    (number, generation) = store.beginRequest()
  }

  deinit { store.endRequest(number) }
}

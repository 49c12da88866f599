import Apus
import ApusClient
import ApusPlatform

extension GraphQLCache {
  /// Writes a response, whenever its request was sent.
  package func write<Operation: GraphQLOperation>(
    _ body: GraphQLDecodedBody, of operation: Operation, ticket: Int?
  ) {
    write(body, of: operation, computedKeys(of: body, operation), ticket: ticket, sentIn: nil)
  }

  /// Computes the keys of a response's objects, which writing it needs. The caller must not have locked the cache, since the closures of rules run.
  ///
  /// - Returns: nil if no rule computes keys, or if the response cannot be written: then writing it reports that.
  package func computedKeys<Operation: GraphQLOperation>(
    of body: GraphQLDecodedBody, _ operation: Operation
  ) -> ComputedKeys? {
    if store.rules.keys.isEmpty || !writes(body) { return nil }
    return try? body.json.withUnsafeBytes { bytes -> ComputedKeys? in
      try bytes.withMemoryRebound(to: UInt8.self) { json -> ComputedKeys? in
        guard let data = data(in: json) else { return nil }
        return try store.computedKeys(in: data, PlanSource(operation), Operation._cacheEdits)
      }
    }
  }

  /// Whether a response is written, if it has data.
  private func writes(_ body: GraphQLDecodedBody) -> Bool {
    body.errors.isEmpty || store.configuration.cachesPartialResponses
  }

  /// The data of a response; nil if it has none, or is too long: offsets have 32 bits.
  private func data(in json: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    json.count < Int32.max ? ResponsePlaces.data(in: json) : nil
  }

  /// Writes a response, except for the fields that failed.
  ///
  /// - Parameters:
  ///   - keys: the result of ``computedKeys(of:_:)``.
  ///   - ticket: the request's ticket; nil if it is not a query.
  ///   - layer: the optimistic layer that the response replaces.
  ///   - generation: the cache's generation when the request was sent: nothing is written if the cache was cleared since. Nil skips the
  ///     check.
  func write<Operation: GraphQLOperation>(
    _ body: GraphQLDecodedBody, of operation: Operation, _ keys: ComputedKeys?, ticket: Int?,
    replacing layer: Int? = nil, sentIn generation: CacheGeneration?
  ) {
    // The layer is removed when the mutation fails.
    if !writes(body) { return }
    _ = reporting(Operation.operationName) {
      let source = try PlanSource(operation)
      try body.json.withUnsafeBytes { bytes in
        try bytes.withMemoryRebound(to: UInt8.self) { json in
          guard let data = data(in: json) else { return }
          let errors = body.errors.isEmpty ? [:] : ResponsePlaces.nulls(of: body.errors, in: data)
          try store.transaction { writer in
            if let generation, generation !== store.generation { return }
            writer.note(.response, Operation.operationName, body.operation)
            if let layer { store.removeLayer(layer) }
            if let keys { writer.keys = keys }
            try writer.write(
              data, source, .operation, errors: errors, ticket: ticket, edits: Operation._cacheEdits)
            if store.configuration.usesCacheControl, ticket != nil {
              let limit = body.maxAge.map { CacheTime.seconds(.seconds($0)) }
              writer.note(source, expiry: limit.map { store.now &+ $0 })
            }
          }
        }
      }
    }
  }
}

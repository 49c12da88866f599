import Apus
import ApusClient
import ApusPlatform

extension GraphQLCache {
  /// Writes a response, whenever its request was sent.
  package func write<Operation: GraphQLOperation>(
    _ body: GraphQLDecodedBody, of operation: Operation, ticket: Int?
  ) {
    write(body, of: operation, ticket: ticket, sentIn: nil)
  }

  /// Writes a response, except for the fields that failed.
  ///
  /// - Parameters:
  ///   - ticket: the request's ticket; nil if it is not a query.
  ///   - layer: the optimistic layer that the response replaces.
  ///   - generation: the cache's generation when the request was sent: nothing is written if the cache was cleared since. Nil skips the
  ///     check.
  func write<Operation: GraphQLOperation>(
    _ body: GraphQLDecodedBody, of operation: Operation, ticket: Int?, replacing layer: Int? = nil,
    sentIn generation: CacheGeneration?
  ) {
    // The layer is removed when the mutation fails.
    if !body.errors.isEmpty, !store.configuration.cachesPartialResponses { return }
    _ = reporting(Operation.operationName) {
      let source = try PlanSource(operation)
      try body.json.withUnsafeBytes { bytes in
        try bytes.withMemoryRebound(to: UInt8.self) { json in
          // Offsets have 32 bits.
          guard json.count < Int32.max, let data = ResponsePlaces.data(in: json) else { return }
          let errors = body.errors.isEmpty ? [:] : ResponsePlaces.nulls(of: body.errors, in: data)
          try store.transaction { writer in
            if let generation, generation !== store.generation { return }
            if let layer { store.removeLayer(layer) }
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

/// A result that is there, or is made when it is asked for: the executor's steps are put together of these, so that a source which
/// loads its objects in batches can wait until all of them are known.
enum DictionaryDeferred<Value> {
  case made(Result<Value, any Error>)
  case later(() async throws -> Value)

  init(_ make: () throws -> Value) { self = .made(Result(catching: make)) }

  func value() async throws -> Value {
    switch self {
    case .made(let result): try result.get()
    case .later(let make): try await make()
    }
  }

  func map<Other>(_ transform: @escaping (Value) throws -> Other) -> DictionaryDeferred<Other> {
    switch self {
    case .made(let result): .made(Result { try transform(result.get()) })
    case .later(let make): .later { try transform(try await make()) }
    }
  }

  func flatMap<Other>(
    _ transform: @escaping (Value) async -> DictionaryDeferred<Other>
  ) async -> DictionaryDeferred<Other> {
    switch self {
    case .made(.success(let value)): await transform(value)
    case .made(.failure(let error)): .made(.failure(error))
    case .later(let make): .later { try await transform(make()).value() }
    }
  }

  func mapError(_ transform: @escaping (any Error) -> any Error) -> DictionaryDeferred<Value> {
    switch self {
    case .made(let result): .made(result.mapError(transform))
    case .later(let make):
      .later {
        do { return try await make() } catch { throw transform(error) }
      }
    }
  }

  /// All of them, one after the other, when they are asked for.
  static func all(_ parts: [DictionaryDeferred<Value>]) -> DictionaryDeferred<[Value]> {
    .later {
      var values: [Value] = []
      values.reserveCapacity(parts.count)
      for part in parts { values.append(try await part.value()) }
      return values
    }
  }
}

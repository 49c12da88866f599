import Apus
import ApusPlatform

/// The outcome of a mutation according to a response.
///
/// The server executes the root fields one after the other. If a root field's own resolver fails, the field is null with an error at its path, and
/// counts as rejected. If an error deeper inside makes a root field null because all types in between are non-null, the field was executed, although
/// its result is lost. If a root field itself is non-null, its null makes all of `data` null, so nothing is known about the others.
///
/// Specification: <https://spec.graphql.org/draft/#sec-Handling-Execution-Errors>.
enum MutationOutcome {
  /// The server has executed at least part of it.
  case carriedOut
  case rejected
  case unknown

  /// - Parameter rootFieldCount: the number of root fields in the mutation; nil if it is unknown.
  init(_ json: Data, _ errors: [GraphQLError], rootFieldCount: () -> Int?) {
    if errors.isEmpty {
      self = .carriedOut
      return
    }
    guard let data = try? GraphQLValue(json: json).object?["data"] else {
      // The errors come from before the execution.
      self = .rejected
      return
    }
    let paths = errors.compactMap { $0.path?.components }.filter { !$0.isEmpty }
    if paths.contains(where: { $0.count > 1 }) {
      self = .carriedOut
      return
    }
    guard let fields = data.object else {
      // Some servers send null instead of omitting the data. None of the errors has a path then.
      self = paths.isEmpty || rootFieldCount() == 1 ? .rejected : .unknown
      return
    }
    let failed = Set(paths.compactMap { if case .key(let key)? = $0.first { key } else { nil } })
    // An error without a path may explain every null.
    let explainsAll = paths.count < errors.count
    let isCarriedOut = fields.contains { key, value in
      key != "__typename" && (value != .null || !explainsAll && !failed.contains(key))
    }
    self = isCarriedOut ? .carriedOut : .rejected
  }
}

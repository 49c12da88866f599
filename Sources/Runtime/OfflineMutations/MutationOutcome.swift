import Apus
import ApusPlatform

/// The outcome of a mutation according to a response.
///
/// The server executes the root fields one after the other. One whose own resolver fails is null with an error at its path, and counts as
/// rejected. An error further down takes a root field with it if all types in between are non-null: that field was carried out, although its
/// result is gone. If a root field is itself non-null, its null takes all of `data`, so that nothing is known of the others.
///
/// Specification: <https://spec.graphql.org/draft/#sec-Handling-Execution-Errors>.
enum MutationOutcome {
  /// The server has carried out at least a part of it.
  case carriedOut
  case refused
  case unknown

  /// - Parameter rootFieldCount: how many root fields the mutation has; nil if that is not known.
  init(_ json: Data, _ errors: [GraphQLError], rootFieldCount: () -> Int?) {
    if errors.isEmpty {
      self = .carriedOut
      return
    }
    guard let data = try? GraphQLValue(json: json).object?["data"] else {
      // The errors come from before the execution.
      self = .refused
      return
    }
    let paths = errors.compactMap { $0.path?.components }.filter { !$0.isEmpty }
    if paths.contains(where: { $0.count > 1 }) {
      self = .carriedOut
      return
    }
    guard let fields = data.object else {
      // Some servers say null instead of nothing: then no error has a path.
      self = paths.isEmpty || rootFieldCount() == 1 ? .refused : .unknown
      return
    }
    let failed = Set(paths.compactMap { if case .key(let key)? = $0.first { key } else { nil } })
    // An error that does not say where it belongs may explain each null.
    let explainsAll = paths.count < errors.count
    let isCarriedOut = fields.contains { key, value in
      key != "__typename" && (value != .null || !explainsAll && !failed.contains(key))
    }
    self = isCarriedOut ? .carriedOut : .refused
  }
}

import Apus

/// Compares the variables that were enqueued with those that would be sent.
enum VariableDifferences {
  /// The paths of variables and members of input objects that differ; at most a dozen, in order.
  static func paths(from stored: String, to sent: String) throws -> [String] {
    // Nearly always true, because both were encoded by the same code.
    if stored == sent { return [] }
    var found: [String] = []
    try compare(GraphQLValue(json: stored), GraphQLValue(json: sent), at: "", &found)
    return Array(found.sorted().prefix(12))
  }

  /// Recursive: the decoder of the values limits nesting.
  private static func compare(
    _ stored: GraphQLValue, _ sent: GraphQLValue, at path: String, _ found: inout [String]
  ) {
    switch (stored, sent) {
    case (.object(let old), .object(let new)):
      for name in Set(old.keys).union(new.keys) {
        let path = path.isEmpty ? name : path + "." + name
        // A null member differs from an absent one.
        if let old = old[name], let new = new[name] {
          compare(old, new, at: path, &found)
        } else {
          found.append(path)
        }
      }
    case (.list(let old), .list(let new)) where old.count == new.count:
      for (index, pair) in zip(old, new).enumerated() {
        compare(pair.0, pair.1, at: path + ".\(index)", &found)
      }
    default: if stored != sent { found.append(path) }
    }
  }
}

import Apus

extension SampleFindings {
  /// - Throws: ``TestingError`` for a given member that was never requested.
  func check(_ given: GraphQLValue, of type: Any.Type) throws {
    var open = [(given, "")]
    while let (value, place) = open.popLast() {
      switch value {
      case .object(let object):
        // If the value of a custom scalar is an object, its members are not checked.
        guard let known = members[place] else { continue }
        for (name, value) in object.sorted(by: { $0.key < $1.key }) {
          let inner = place.isEmpty ? name : place + "." + name
          if !known.contains(name), !SampleValues.isTypename(name) {
            let like = known.filter { !$0.hasPrefix("__") }.sorted().min { first, second in
              Self.distance(first, name) < Self.distance(second, name)
            }
            throw TestingError(
              "\(type): \(inner): there is no such member" + (like.map { ". Did you mean \"\($0)\"?" } ?? ""))
          }
          open.append((value, inner))
        }
      case .list(let list):
        for (index, value) in list.enumerated() {
          open.append((value, place.isEmpty ? "\(index)" : "\(place).\(index)"))
        }
      default: break
      }
    }
  }

  /// The edit distance: letters changed, added or removed.
  private static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var next = [index + 1]
      for (column, other) in second.enumerated() {
        next.append(min(row[column] + (letter == other ? 0 : 1), row[column + 1] + 1, next[column] + 1))
      }
      row = next
    }
    return row[second.count]
  }
}

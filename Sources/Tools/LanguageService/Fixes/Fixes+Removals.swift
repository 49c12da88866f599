import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Fixes that remove something.
extension Analysis {
  func removal(_ title: String, of node: NodeID) -> Fix {
    var place = tree.range(of: node)
    // Include the blanks before it, and the line end if that leaves an empty line.
    while place.start > 0, [0x20, 0x09].contains(place.file.bytes[place.start - 1]) { place.start -= 1 }
    let isAtLineStart = place.start == 0 || [0x0A, 0x0D].contains(place.file.bytes[place.start - 1])
    if isAtLineStart {
      while place.end < place.file.count, [0x20, 0x09].contains(place.file.bytes[place.end]) {
        place.end += 1
      }
      if place.file.bytes[place.end] == 0x0D { place.end += 1 }
      if place.file.bytes[place.end] == 0x0A { place.end += 1 }
    }
    return Fix(title: title, edits: [(place, "")])
  }

  func removalOfVariable(_ node: NodeID) -> Fix {
    let title = "Remove \"$\(tree.name(node))\""
    let all = tree.children(NodeID(index.parents[node]), .variableDefinition)
    var place = tree.range(of: node)
    guard let number = all.firstIndex(of: node), all.count > 1 else {
      // Removing the only argument also removes the parentheses.
      let p = place.file.bytes
      while place.start > 0, p[place.start] != UInt8(ascii: "(") { place.start -= 1 }
      // The variable itself may end with one, of a directive.
      repeat { place.end += 1 } while place.end < place.file.count && p[place.end - 1] != UInt8(ascii: ")")
      return Fix(title: title, edits: [(place, "")])
    }
    if number + 1 < all.count {
      place.end = tree.range(of: all[number + 1]).start
    } else {
      place.start = tree.range(of: all[number - 1]).end
    }
    return Fix(title: title, edits: [(place, "")])
  }

  /// Removes duplicates, each with the separator before it.
  func fixesOfDuplicates(_ nodes: [NodeID]) -> [Fix] {
    let edits = nodes.compactMap { node -> (place: SourceRange, text: String)? in
      let siblings = tree.children(NodeID(index.parents[node])).filter { $0 < node }
      guard let before = siblings.last else { return nil }
      var place = tree.range(of: node)
      place.start = tree.kind(before) == tree.kind(node) ? tree.range(of: before).end : place.start
      return (place, "")
    }
    guard let first = nodes.first, edits.count == nodes.count else { return [] }
    return [Fix(title: "Remove the second \"\(tree.name(first))\"", edits: edits)]
  }
}

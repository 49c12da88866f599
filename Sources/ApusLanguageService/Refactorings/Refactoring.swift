import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// A change that keeps what a document means.
package struct Refactoring {
  /// The protocol's kinds.
  package enum Kind: String {
    case extract = "refactor.extract"
    case inline = "refactor.inline"
    case rewrite = "refactor.rewrite"
  }

  package var kind: Kind
  package var change: Fix
}

extension Analysis {
  /// What can be done with the selected part of a document, or at a place of it.
  ///
  /// - Parameter makesFiles: whether a new fragment can have a file of its own.
  package func refactorings(of source: SourceFile, in range: Range<Int>, makesFiles: Bool) -> [Refactoring] {
    guard let file = file(of: source) else { return [] }
    var found: [Refactoring] = []
    func add(_ kind: Refactoring.Kind, _ changes: [Fix]) {
      found += changes.map { Refactoring(kind: kind, change: $0) }
    }
    let nodes = nodes(around: range, in: file)
    if let selected = selectedSelections(range, nodes) {
      if !range.isEmpty { add(.extract, extraction(of: selected, makesFile: makesFiles)) }
      add(.rewrite, wrapping(selected))
      if range.isEmpty { add(.rewrite, expansion(of: selected.set)) }
    }
    if let spread = nodes.last(where: { tree.kind($0) == .fragmentSpread }) {
      add(.inline, inlining(spread))
    } else if let fragment = nodes.last, tree.kind(fragment) == .fragmentDefinition {
      add(.inline, inliningEverywhere(fragment))
    }
    if let argument = nodes.last(where: { tree.kind($0) == .argument }) {
      add(.rewrite, variable(for: argument))
    }
    return found
  }

  /// The nodes that contain a stretch of a file, the innermost last.
  private func nodes(around range: Range<Int>, in file: SyntaxTree.File) -> [NodeID] {
    var found: [NodeID] = []
    var node = file.first
    var end = file.end
    while node < end {
      let entry = tree.nodes[node]
      if Int(entry.start) <= range.lowerBound, range.upperBound <= Int(entry.end) {
        found.append(node)
        end = Int(entry.next)
        node += 1
      } else {
        node = Int(entry.next)
      }
    }
    return found
  }

  /// Selections that follow one another in a selection set.
  struct SelectedSelections {
    var set: NodeID
    var selections: [NodeID]
  }

  /// The selections that a range touches, or the one at a place.
  private func selectedSelections(_ range: Range<Int>, _ nodes: [NodeID]) -> SelectedSelections? {
    guard let set = nodes.last(where: { tree.kind($0) == .selectionSet }), index.parentType(set) != 0 else {
      return nil
    }
    let touched = tree.children(set).filter { node in
      let entry = tree.nodes[node]
      if range.isEmpty { return Int(entry.start) <= range.lowerBound && range.lowerBound <= Int(entry.end) }
      return Int(entry.start) < range.upperBound && range.lowerBound < Int(entry.end)
    }
    return SelectedSelections(set: set, selections: touched)
  }

  /// The place from the first to the last of some selections.
  func place(of selected: SelectedSelections) -> SourceRange? {
    guard let first = selected.selections.first, let last = selected.selections.last else { return nil }
    var place = tree.range(of: first)
    place.end = tree.range(of: last).end
    return place
  }

  /// A stretch of a document with each line but the first moved by as much as the first one has to be.
  ///
  /// - Parameter indentation: the blanks of the lines that it will stand on.
  func moved(_ place: SourceRange, to indentation: Int) -> String {
    let file = place.file
    let firstLine = file.line(at: place.start)
    let own = Analysis.indentation(file, file.lineBounds(firstLine).start)
    var text = ""
    for line in firstLine...file.line(at: max(place.start, place.end - 1)) {
      let bounds = file.lineBounds(line)
      if line == firstLine {
        text += file.text(place.start, min(bounds.end, place.end))
        continue
      }
      let blanks = Analysis.indentation(file, bounds.start)
      let isInBlockString = isWithinString(bounds.start, of: file)
      let moved = isInBlockString ? blanks : max(0, blanks - own + indentation)
      let content = file.text(bounds.start + blanks, min(bounds.end, place.end))
      text += "\n" + (content.isEmpty ? "" : String(repeating: " ", count: moved) + content)
    }
    return text
  }

  /// Whether a line begins within a block string, whose blanks are a part of it.
  private func isWithinString(_ offset: Int, of source: SourceFile) -> Bool {
    guard let file = file(of: source) else { return false }
    return nodes(around: offset..<offset, in: file).last.map { node in
      tree.kind(node) == .stringValue && Int(tree.nodes[node].start) < offset
    } ?? false
  }

  /// The blanks of the line that a place is on.
  func indentation(of place: SourceRange) -> Int {
    Analysis.indentation(place.file, place.file.lineBounds(place.file.line(at: place.start)).start)
  }
}

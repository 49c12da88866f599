import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// A change that preserves a document's meaning.
package struct Refactoring {
  /// The code action kinds of the language server protocol.
  package enum Kind: String {
    case extract = "refactor.extract"
    case inline = "refactor.inline"
    case rewrite = "refactor.rewrite"
  }

  package var kind: Kind
  package var change: Fix
}

extension Analysis {
  /// The refactorings available for the selected range of a document.
  ///
  /// - Parameter makesFiles: whether a new fragment can be put into a separate file.
  package func refactorings(of source: SourceFile, in range: Range<Int>, makesFiles: Bool) -> [Refactoring] {
    guard let file = file(of: source) else { return [] }
    var found: [Refactoring] = []
    func add(_ kind: Refactoring.Kind, _ changes: [Fix]) {
      found += changes.map { Refactoring(kind: kind, change: $0) }
    }
    let nodes = tree.nodes(around: range, from: file.first, to: file.end)
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

  /// Consecutive selections in a selection set.
  struct SelectedSelections {
    var set: NodeID
    var selections: [NodeID]
  }

  /// The selections that a range touches, or the one at an empty range.
  private func selectedSelections(_ range: Range<Int>, _ nodes: [NodeID]) -> SelectedSelections? {
    guard let set = nodes.last(where: { tree.kind($0) == .selectionSet }), index.parentType(set) != nil else {
      return nil
    }
    let touched = tree.children(set).filter { node in
      let entry = tree.nodes[node]
      if range.isEmpty { return Int(entry.start) <= range.lowerBound && range.lowerBound <= Int(entry.end) }
      return Int(entry.start) < range.upperBound && range.lowerBound < Int(entry.end)
    }
    return SelectedSelections(set: set, selections: touched)
  }

  /// The types that the fragments among some selections apply to.
  func conditions(of selections: [NodeID]) -> [TypeID] {
    selections.compactMap { node in
      switch tree.kind(node) {
      case .fragmentSpread: index.fragment(ofSpread: node).flatMap(index.type)
      case .inlineFragment: index.type(node)
      default: nil
      }
    }
  }

  /// The range from the first to the last of the selections.
  func place(of selected: SelectedSelections) -> SourceRange? {
    guard let first = selected.selections.first, let last = selected.selections.last else { return nil }
    var place = tree.range(of: first)
    place.end = tree.range(of: last).end
    return place
  }

  /// The text of a range, re-indented: all lines but the first are shifted like the first.
  ///
  /// - Parameter indentation: the target indentation, in blanks.
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

  /// Whether a line begins inside a block string, where blanks are part of the value.
  private func isWithinString(_ offset: Int, of source: SourceFile) -> Bool {
    guard let file = file(of: source) else { return false }
    return tree.nodes(around: offset..<offset, from: file.first, to: file.end).last.map { node in
      tree.kind(node) == .stringValue && Int(tree.nodes[node].start) < offset
    } ?? false
  }

  /// The indentation of a place's line, in blanks.
  func indentation(of place: SourceRange) -> Int {
    Analysis.indentation(place.file, place.file.lineBounds(place.file.line(at: place.start)).start)
  }
}

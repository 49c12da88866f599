import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Extracts selections into a fragment.
extension Analysis {
  func extraction(of selected: SelectedSelections, makesFile: Bool) -> [Fix] {
    guard let place = place(of: selected) else { return [] }
    // Extracting a single spread into another fragment would be pointless.
    let isSpread = selected.selections.count == 1 && tree.kind(selected.selections[0]) == .fragmentSpread
    if isSpread || selected.selections.contains(where: usesFragmentVariables) { return [] }
    let type = schema.name(index.parentType(selected.set))
    let taken = definitions.map { tree.name(index.node($0)) }
    let stem = "\(type)Parts"
    let name = taken.contains(stem) ? free(stem, among: taken) : stem
    let own = indentation(of: place)
    let isAtLineStart = place.file.lineBounds(place.file.line(at: place.start)).start + own == place.start
    // Selections that share a line with others are not indented separately.
    let content = isAtLineStart ? moved(place, to: 2) : place.file.text(place.start, place.end)
    let text = "fragment \(name) on \(type) {\n  \(content)\n}\n"
    var fix = Fix(title: "Extract the fragment \"\(name)\"", edits: [(place, "...\(name)")])
    if makesFile {
      let folder = place.file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      fix.newFile = ((folder + ["\(name).graphql"]).joined(separator: "/"), text)
    } else {
      let end = place.file.count
      let endsLine = end == 0 || place.file.bytes[end - 1] == 0x0A || place.file.bytes[end - 1] == 0x0D
      fix.edits.append(
        (SourceRange(file: place.file, start: end, end: end), (endsLine ? "\n" : "\n\n") + text))
    }
    return [fix]
  }
}

import ApusSource
import SwiftSyntax

/// Maps lines of a file after the move to its edits and listed places.
struct PlaceMap {
  /// The origin of a line.
  enum Line {
    /// It belongs to a place that is listed for a person, with the task.
    case listed(String)
    /// A person has written it after the edits.
    case changed
    /// An edit is in it, with the reason.
    case edited(String)
    case untouched
  }

  /// For each line of the file now, the number of the same line after the edits; nil if people wrote it.
  private var lines: [Int?] = []
  private var listed: [(lines: ClosedRange<Int>, task: String)] = []
  private var edited: [(lines: ClosedRange<Int>, reason: String)] = []

  init(_ file: SwiftFile, now: [UInt8]) {
    let expected = PlaceMap.split(SourceEdit.apply(file.edits, to: file.source))
    let current = PlaceMap.split(now)
    let difference = current.difference(from: expected)
    let removed = Set(difference.removals.compactMap(PlaceMap.offset))
    let inserted = Set(difference.insertions.compactMap(PlaceMap.offset))
    var next = 0
    for number in current.indices {
      if inserted.contains(number) {
        lines.append(nil)
        continue
      }
      while removed.contains(next) { next += 1 }
      next += 1
      lines.append(next)
    }
    for edit in file.edits where edit.text == nil {
      let whole = file.unit(around: edit)
      let first = file.lineAfter(whole.lowerBound)
      listed.append((first...max(first, file.lineAfter(whole.upperBound)), edit.task))
    }
    for edit in SourceEdit.effective(file.edits) {
      let first = file.lineAfter(edit.start)
      let count = (edit.text ?? "").utf8.count { $0 == UInt8(ascii: "\n") }
      edited.append((first...first + count, edit.task))
    }
  }

  private static func offset(_ change: CollectionDifference<ArraySlice<UInt8>>.Change) -> Int? {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }

  private static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  /// The origin of the line with a 1-based number.
  func line(_ number: Int) -> Line {
    guard number > 0, number <= lines.count, let line = lines[number - 1] else { return .changed }
    let places = listed.filter { $0.lines.contains(line) }
    if let place = places.min(by: { $0.lines.count < $1.lines.count }) { return .listed(place.task) }
    if let edit = edited.first(where: { $0.lines.contains(line) }) { return .edited(edit.reason) }
    return .untouched
  }

  /// The number of listed places whose lines nobody has changed.
  var remaining: Int {
    let kept = Set(lines.compactMap { $0 })
    return listed.count { place in place.lines.allSatisfy(kept.contains) }
  }
}

extension SwiftFile {
  /// The offsets of the statement or declaration that a listed place is in: an error that comes of the place may be
  /// anywhere in it. Of a type only what the place itself covers, unless the place is what the type conforms to.
  fileprivate func unit(around place: SourceEdit) -> Range<Int> {
    var node = tree.token(at: AbsolutePosition(utf8Offset: place.start)).map(Syntax.init)
    var isConformance = false
    while let current = node {
      if current.is(InheritanceClauseSyntax.self) { isConformance = true }
      if current.is(CodeBlockItemSyntax.self) || current.is(MemberBlockItemSyntax.self) {
        let item =
          current.as(CodeBlockItemSyntax.self).map { Syntax($0.item) }
          ?? current.as(MemberBlockItemSyntax.self).map { Syntax($0.decl) }
        let isType = item?.asProtocol(DeclGroupSyntax.self) != nil
        if !isType || isConformance { return current.start..<max(current.start, current.end) }
        break
      }
      node = current.parent
    }
    return place.start..<max(place.start, place.end)
  }
}

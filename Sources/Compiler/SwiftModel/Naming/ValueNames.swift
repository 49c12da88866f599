import ApusSource
import ApusSyntax

/// The Swift names for the variables of an operation, the fields of an input object or the values of an enum.
///
/// If several have the same default name, the value that is spelled exactly like it keeps it; if there is none, the first in alphabetical order. The
/// order of definitions does not matter. Otherwise, two variables could swap names when a line moves, and callers would set the wrong ones.
struct ValueNames {
  /// A variable, input field or enum value.
  struct Candidate {
    /// The definition, to which diagnostics point.
    var node: NodeID
    /// The name in GraphQL, and the default name in Swift.
    var name: String
    var wanted: String
    /// The name to try first if another value has the default name. If it is taken as well, the default name gets an underscore.
    var fallback: String?
  }

  /// The kind of the values, for messages.
  enum Kind {
    case variable, inputField, enumValue

    /// The definition with its name, to follow an article.
    fileprivate func subject(_ name: String) -> String {
      switch self {
      case .variable: "variable \"$\(name)\""
      case .inputField: "input field \"\(name)\""
      case .enumValue: "enum value \"\(name)\""
      }
    }
  }

  /// The names, in the order of the candidates.
  private(set) var names: [String]
  private let candidates: [Candidate]
  /// The candidates that did not get the default name that they share with others, each with one of the others.
  private var renamed: [(index: Int, other: Int)] = []

  /// - Parameter reserved: names that no value can have.
  init(_ candidates: [Candidate], reserved: Set<String> = []) {
    self.candidates = candidates
    names = candidates.map(\.wanted)
    let groups = Dictionary(grouping: candidates.indices, by: { candidates[$0].wanted })
    if groups.count == candidates.count, reserved.isDisjoint(with: groups.keys) { return }
    var taken = reserved.union(groups.keys)
    // Names are given in one order for all groups, because a fallback or a name with an underscore can be free for only one of them.
    let losers = groups.flatMap { name, group -> [Int] in
      let ranked = group.sorted { rank($0) < rank($1) }
      let kept = reserved.contains(name) ? 0 : 1
      if ranked.count > 1 {
        for index in ranked.dropFirst(kept) {
          renamed.append((index: index, other: index == ranked[0] ? ranked[1] : ranked[0]))
        }
      }
      return Array(ranked.dropFirst(kept))
    }
    for index in losers.sorted(by: { rank($0) < rank($1) }) {
      let isContested = groups[candidates[index].wanted, default: []].count > 1
      names[index] = name(for: candidates[index], isContested: isContested, &taken)
    }
    renamed.sort { $0.index < $1.index }
  }

  /// A key to sort candidates by: first, those with the same spelling in Swift; then, those whose names differ only because Swift reserves a word;
  /// then, all others. Within a group, they are sorted by name.
  private func rank(_ index: Int) -> (Int, String) {
    let candidate = candidates[index]
    let spelling =
      candidate.name == candidate.wanted ? 0 : candidate.fallback == candidate.wanted ? 1 : 2
    return (spelling, candidate.name)
  }

  private func name(for candidate: Candidate, isContested: Bool, _ taken: inout Set<String>) -> String {
    if isContested, let fallback = candidate.fallback, taken.insert(fallback).inserted { return fallback }
    var number = 1
    while true {
      let name = candidate.wanted + "_" + (number == 1 ? "" : String(number))
      if taken.insert(name).inserted { return name }
      number += 1
    }
  }

  /// A warning for each value that did not get its default name because another one wants it, too.
  func warnings(_ kind: Kind, _ tree: SyntaxTree) -> [Diagnostic] {
    renamed.map { index, other in
      let (candidate, rival) = (candidates[index], candidates[other])
      let reason =
        names[other] == candidate.wanted
        ? "the \(kind.subject(rival.name)) is called \"\(candidate.wanted)\""
        : "the \(kind.subject(rival.name)) would be called \"\(candidate.wanted)\", too"
      let advice =
        kind == .variable ? "Rename one of the two, or use \"\(names[index])\"." : "Use \"\(names[index])\"."
      return Diagnostic(
        .warning, .nameCollision,
        "The \(kind == .enumValue ? "case" : "property") for the \(kind.subject(candidate.name)) is called \"\(names[index])\", because \(reason). \(advice)",
        at: [tree.nameRange(of: candidate.node)],
        notes: [Diagnostic.Note("The other one is here.", at: tree.nameRange(of: rival.node))])
    }
  }
}

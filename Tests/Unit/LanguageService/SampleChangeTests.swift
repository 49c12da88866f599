import ApusSource
import ApusSyntax
import TestSupport
import Testing

@testable import ApusLanguageService

/// Changes that an editor offers, applied at many places of the samples.
@Suite(.computing, .timeLimit(.minutes(15))) struct SampleChangeTests {
  /// How a document may be written.
  enum Writing: CaseIterable {
    case asItIs, onOneLine, withComments

    func rewrite(_ text: String) -> String {
      switch self {
      case .asItIs: text
      case .onOneLine:
        text.split(separator: "\n").map { $0.prefix { $0 != "#" } }.joined(separator: " ")
      case .withComments:
        text.split(separator: "\n").map { $0 + " # a comment }" }.joined(separator: "\n") + "\n"
      }
    }
  }

  /// A refactoring leaves a project without errors, and one that only moves selections leaves what operations select.
  @Test(arguments: Writing.allCases)
  func `refactorings keep what documents mean`(writing: Writing) throws {
    var counts: [Refactoring.Kind: Int] = [:]
    for project in try SampleProject.all(writing.rewrite) {
      #expect(project.errors.isEmpty)
      let selections = project.selections
      var seen: Set<String> = []
      for (source, range) in places(of: project) {
        for found in project.analysis.refactorings(of: source, in: range, makesFiles: false) {
          let place = found.change.edits.map { "\($0.place.file.path) \($0.place.start) \($0.place.end)" }
          guard seen.insert("\(found.change.title) \(place)").inserted else { continue }
          let changed = project.applying(found.change.edits)
          let text = "\(found.change.title) at \(source.path) \(source.position(at: range.lowerBound))"
          // A field that is added may be there otherwise already, where fragments and other documents select it.
          let isKnown = found.kind == .rewrite
          #expect(changed.errors.allSatisfy { isKnown && $0.code == .fieldsConflict }, "\(text)")
          if found.kind != .rewrite { #expect(changed.selections == selections, "\(text)") }
          counts[found.kind, default: 0] += 1
        }
      }
    }
    for kind in [Refactoring.Kind.extract, .inline, .rewrite] { #expect(counts[kind] ?? 0 > 10, "\(kind)") }
  }

  /// Some selections and selection sets, each as a caret and as a selected range, and some arguments.
  private func places(of project: SampleProject) -> [(SourceFile, Range<Int>)] {
    let tree = project.analysis.tree
    var found: [(SourceFile, Range<Int>)] = []
    for node in 0..<tree.count where node % 6 == 0 {
      let range = tree.range(of: node)
      switch tree.kind(node) {
      case .field, .fragmentSpread, .inlineFragment, .fragmentDefinition:
        found.append((range.file, range.start..<range.start))
        found.append((range.file, range.start..<range.end))
      case .selectionSet:
        let children = Array(tree.children(node))
        guard let first = children.first, let last = children.last else { continue }
        found.append((range.file, tree.range(of: first).start..<tree.range(of: last).end))
      case .argument: found.append((range.file, range.start..<range.start))
      default: continue
      }
    }
    return found
  }

  /// Fragments, variables, operations and aliases keep their meaning under another name.
  @Test func `renaming keeps what documents mean`() throws {
    var count = 0
    for project in try SampleProject.all() {
      let tree = project.analysis.tree
      let selections = project.selections
      for node in 0..<tree.count where node % 4 == 0 {
        switch tree.kind(node) {
        case .fragmentSpread, .fragmentDefinition, .operation, .variable, .variableDefinition: break
        default: continue
        }
        let name = tree.nameRange(of: node)
        guard let symbol = project.analysis.symbol(in: name.file, at: name.start),
          let places = try? project.analysis.rename(symbol, to: "another")
        else { continue }
        let changed = project.applying(places.map { ($0, "another") })
        #expect(changed.errors.isEmpty, "\(tree.name(node)) in \(name.file.path)")
        switch tree.kind(node) {
        case .fragmentSpread, .fragmentDefinition: #expect(changed.selections == selections)
        default: break
        }
        count += 1
      }
    }
    #expect(count > 30)
  }

  /// A misspelled name has a fix that ends the error and brings no other.
  @Test func `misspelled names are mended`() throws {
    var (mended, misspelled) = (0, 0)
    for project in try SampleProject.all() {
      let tree = project.analysis.tree
      for node in 0..<tree.count where node % 7 == 0 {
        switch tree.kind(node) {
        case .field, .argument, .fragmentSpread, .objectField, .enumValue, .directive: break
        default: continue
        }
        let name = project.analysis.nameRange(node)
        // Without its last letter, and no other name that there is.
        let text = name.file.text(name.start, name.end - 1)
        guard text.utf8.count > 3, project.analysis.names.find(text) == 0 else { continue }
        let broken = project.applying([
          (SourceRange(file: name.file, start: name.end - 1, end: name.end), "")
        ])
        let fixes = broken.errors.flatMap(broken.analysis.fixes)
        guard let fix = fixes.first(where: { $0.title.hasPrefix("Replace by") })
        else { continue }
        misspelled += 1
        let changed = broken.applying(fix.edits)
        #expect(changed.errors.count < broken.errors.count, "\(tree.name(node)): \(fix.title)")
        if changed.selections == project.selections { mended += 1 }
      }
    }
    #expect(misspelled > 30)
    // The nearest name is nearly always the right one.
    #expect(mended * 10 > misspelled * 8, "\(mended) of \(misspelled)")
  }
}

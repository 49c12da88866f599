import ApusDiagnostics
import ApusDocuments
import ApusEmitter

/// The outputs affected by a change to a few documents: their own, and those of documents that spread their fragments.
///
/// They are compiled before the other documents are read, which takes a hundredth of the time. In rare cases their
/// contents depend on other documents, so a run of all documents follows and writes any differences.
struct AffectedOutputs {
  /// The documents whose outputs are affected.
  private let affected: Set<String>
  /// The affected documents and those whose fragments they use.
  private let needed: Set<String>
  private let inputs: Inputs

  /// - Parameters:
  ///   - changed: the changed documents with their current text.
  ///   - index: all documents as of the last run without errors.
  /// - Returns: nil if there is nothing to gain.
  init?(changed: [SourceFile], _ index: DocumentIndex, _ inputs: Inputs) {
    // The declarations of other modules depend on all of their documents.
    guard inputs.dependencies.isEmpty, !changed.isEmpty else { return nil }
    let paths = Set(changed.map(\.path))
    var affected = paths
    for definition in 1..<max(1, index.definitionCount) {
      let reached = index.reached(from: definition).map { AffectedOutputs.path(of: $0, index) }
      if reached.contains(where: paths.contains) {
        affected.insert(AffectedOutputs.path(of: definition, index))
      }
    }
    var needed = affected
    for definition in 1..<max(1, index.definitionCount)
    where affected.contains(AffectedOutputs.path(of: definition, index)) {
      for reached in index.reached(from: definition) {
        needed.insert(AffectedOutputs.path(of: reached, index))
      }
    }
    // Fragments that are newly spread.
    for name in changed.flatMap({ FragmentNames($0).spread }) {
      let fragment = index.fragment(named: index.tree.names.find(name))
      if fragment == 0 { continue }
      for reached in index.reached(from: Int(fragment)) {
        needed.insert(AffectedOutputs.path(of: reached, index))
      }
    }
    guard needed.count * 4 <= inputs.documents.count else { return nil }
    self.affected = affected
    self.needed = needed
    self.inputs = inputs
  }

  private static func path(of definition: Int, _ index: DocumentIndex) -> String {
    index.tree.source(of: index.definitions[definition].node).path
  }

  /// Compiles and writes the outputs; returns nil if they cannot be compiled on their own.
  func write(to folder: OutputFolder, _ session: CheckSession) -> GeneratedFiles? {
    let checked = session.check(needed)
    // Compiled alone, a document may have fewer diagnostics than with all others, but never more that matter.
    guard let index = checked.index, !checked.hasErrors else { return nil }
    var inputs = inputs
    inputs.documents = inputs.documents.filter { needed.contains($0.path) }
    guard let (program, options) = Pipeline.lower(index, inputs).output else { return nil }
    let names = inputs.documents.enumerated().compactMap { number, document in
      affected.contains(document.path) ? document.output.map { (document: number, name: $0) } : nil
    }
    return folder.write(Emitter(program, options), names)
  }
}

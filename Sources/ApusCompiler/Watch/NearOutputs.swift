import ApusDiagnostics
import ApusDocuments
import ApusEmitter

/// The outputs that a change of a few documents concerns: theirs, and those of documents that spread their fragments.
///
/// They are compiled before the other documents are looked at, which is a hundredth of the work. What is in them may depend
/// on others in rare cases, so a run of all documents follows; it writes what it makes otherwise.
struct NearOutputs {
  /// The documents whose outputs are concerned.
  private let affected: Set<String>
  /// These and the documents of the fragments that they reach.
  private let needed: Set<String>
  private let inputs: Inputs

  /// - Parameters:
  ///   - changed: the documents that changed, as they are now.
  ///   - index: all documents as they were when they had no errors last.
  /// - Returns: nil where it is no gain.
  init?(changed: [SourceFile], _ index: DocumentIndex, _ inputs: Inputs) {
    // What other modules declare is found by looking at all of their documents.
    guard inputs.dependencies.isEmpty, !changed.isEmpty else { return nil }
    let paths = Set(changed.map(\.path))
    var affected = paths
    for definition in 1..<max(1, index.definitionCount) {
      let reached = index.reached(from: definition).map { NearOutputs.path(of: $0, index) }
      if reached.contains(where: paths.contains) { affected.insert(NearOutputs.path(of: definition, index)) }
    }
    var needed = affected
    for definition in 1..<max(1, index.definitionCount)
    where affected.contains(NearOutputs.path(of: definition, index)) {
      for reached in index.reached(from: definition) { needed.insert(NearOutputs.path(of: reached, index)) }
    }
    // What is spread now and was not before.
    for name in changed.flatMap({ FragmentNames($0).spread }) {
      let fragment = index.fragment(named: index.tree.names.find(name))
      if fragment == 0 { continue }
      for reached in index.reached(from: Int(fragment)) {
        needed.insert(NearOutputs.path(of: reached, index))
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

  /// Compiles and writes them; nil where they alone cannot be compiled.
  func write(to folder: OutputFolder, _ session: CheckSession) -> GeneratedFiles? {
    let checked = session.check(needed)
    // A document alone may have less to complain about than all together, never more that matters.
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

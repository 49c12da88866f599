import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The user's documents with the compiler's additions, which are ordinary nodes among the user's own.
///
/// The compiler prints this tree as the documents to send, and makes the Swift types from the same tree, so the two cannot disagree.
/// ``NodeFlag`` marks the added nodes and their purpose.
package struct RewrittenDocuments {
  /// The documents with the additions.
  package let index: DocumentIndex
  /// The documents as the user wrote them.
  package let written: DocumentIndex
  /// The number that each of the user's nodes has in the rewritten documents.
  package let numbers: NodeNumbers
  /// The spreads in the rewritten documents.
  package let spreads: FragmentSpreads
  package let separate: FragmentFields
  package let markerNames: MarkerNames
  /// The modules of the rewritten definitions.
  package let modules: DocumentModules

  /// - Parameter below: the modules below this one, each after its dependencies.
  package init(
    _ documents: DocumentIndex, _ options: ShapeOptions, _ below: [DocumentModule], _ rules: CacheRules,
    _ diagnostics: DiagnosticSink
  ) {
    written = documents
    let spreads = FragmentSpreads(documents)
    var separate = FragmentFields(documents, spreads.order, diagnostics)
    let writtenModules = DocumentModules(documents.tree, below)
    markerNames = MarkerNames(
      documents, spreads, usesCache: options.usesCache, modules: writtenModules, diagnostics)
    var rewriter = DocumentRewriter(documents, options, writtenModules, separate, markerNames, rules)
    let copy = rewriter.rewrite()
    numbers = copy.numbers
    index = DocumentIndex(copy.tree, documents.schema)
    modules = DocumentModules(copy.tree, below)
    separate.renumber(copy.numbers)
    self.separate = separate
    self.spreads = FragmentSpreads(index)
  }
}

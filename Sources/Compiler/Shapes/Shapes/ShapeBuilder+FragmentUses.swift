import ApusSource
import ApusDocuments
import ApusSyntax

extension ShapeBuilder {
  /// Reports an object that belongs to one use of a fragment, and spreads the fragment again with other arguments:
  /// `{ album { ...Card(all: true) original { ...Card(all: false) } } }`, if `Card` selects `original` itself.
  ///
  /// A fragment's type reads its variables by name (``FragmentVariables``), so an object cannot have two values for one of them.
  ///
  /// - Parameters:
  ///   - field: the field with the object.
  ///   - nodes: the selections that merge in the field.
  ///   - roots: the selection sets of the object that has the field, before spreads are followed.
  func noteFragmentUses(_ field: Field, _ nodes: [NodeID], _ roots: [NodeID]) {
    for passed in field.passed {
      guard
        let outer = nodes.first(where: {
          fragmentVariables.isOwn(passed, of: documents.definition(around: $0))
        }),
        let inner = nodes.first(where: {
          documents.definition(around: $0) != documents.definition(around: outer)
        })
      else { continue }
      let around = fragmentVariables.values(in: roots)
      func value(_ name: NameID) -> PassedCondition.Value {
        around.first { $0.name == name }?.value ?? .variable(name)
      }
      var own = passed.value
      if case .variable(let name) = own { own = value(name) }
      if own == value(passed.name) { continue }
      let fragment = tree.name(documents.definition(around: outer))
      let key = tree.names.string(field.key)
      conflicts.uses.report(
        inner,
        Diagnostic(
          .error, .fragmentUsesMeet,
          "\"\(key)\" is part of \"\(fragment)\", and here it contains \"\(fragment)\" with a different argument, so one Swift type would need both values. Give this field an alias.",
          at: [tree.place(of: inner)],
          notes: [Diagnostic.Note("\"\(fragment)\" selects it here.", at: tree.place(of: outer))]))
      return
    }
  }
}

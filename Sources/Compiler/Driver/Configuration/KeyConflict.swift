import ApusDocuments
import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// The rule by which two modules' values of a configuration key conflict. Each key's entry has its own.
enum KeyConflict {
  /// Modules may have different values, or ``Lowering`` compares their effects.
  case never
  /// The modules as a whole cannot be used together.
  case ofModules((_ own: GenerationOptions, _ below: GenerationOptions) -> Difference?)
  /// A field of a fragment that is spread would have another type or name here.
  case ofFields((SharedField) -> Difference?)

  /// A field of a fragment in a module below, and the options of both modules.
  struct SharedField {
    let own: GenerationOptions
    let below: GenerationOptions
    let index: DocumentIndex
    let node: NodeID

    var schema: Schema { index.schema }
    var type: TypeReference { index.type(ofField: node) }
    /// The field's response key.
    var key: String { index.tree.names.string(index.tree.responseKey(node)) }

    /// The property's names in both modules, if they differ.
    var differenceOfNames: Difference? {
      let (own, other) = (own.memberName(key), below.memberName(key))
      if own == other { return nil }
      return Difference(own: "\"\(key)\" becomes \"\(own)\" here", other: "\"\(other)\"")
    }
  }

  /// The results of two values.
  struct Difference {
    /// The entry under the key; nil for the key itself.
    var entry: String?
    /// The result here, without a full stop.
    var own: String
    /// The result in the module below.
    var other: String
  }
}

import ApusDocuments
import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// The rule by which two modules' values of a configuration key conflict.
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

  // MARK: - Modules

  /// An input object that can be decoded has fields that can be.
  static var decodableInputs: KeyConflict {
    .ofModules { own, below in
      guard own.hasDecodableInputs, !below.hasDecodableInputs else { return nil }
      return Difference(own: "Input objects can be decoded here", other: "cannot be")
    }
  }

  // MARK: - Types

  static var scalars: KeyConflict {
    .ofFields { field in
      guard let type = field.type.named, field.schema[type].kind == .scalar else { return nil }
      let own = SwiftTypes.swiftType(of: type, field.schema, field.own)
      let other = SwiftTypes.swiftType(of: type, field.schema, field.below)
      guard own.type != other.type || own.codec != other.codec else { return nil }
      let name = field.schema.name(type)
      return Difference(
        entry: name, own: "The scalar \"\(name)\" is \(text(own)) here", other: text(other))
    }
  }

  static var identifiers: KeyConflict {
    .ofFields { field in
      guard field.own.hasIdentifiers != field.below.hasIdentifiers else { return nil }
      return Difference(
        own: "Identifiers \(field.own.hasIdentifiers ? "have" : "do not have") their own types here",
        other: field.below.hasIdentifiers ? "have" : "do not have")
    }
  }

  static var fields: KeyConflict {
    .ofFields { field in
      if field.own.fields.isEmpty && field.below.fields.isEmpty { return nil }
      guard let definition = field.schema[field.index.field(field.node)] else { return nil }
      let coordinate =
        "\(field.schema.name(definition.parent)).\(field.schema.names.string(definition.name))"
      let (own, other) = (field.own.fields[coordinate], field.below.fields[coordinate])
      guard own?.type != other?.type || own?.codec != other?.codec else { return nil }
      func describe(_ binding: GenerationOptions.ScalarBinding?) -> String {
        binding.map { text(($0.type, $0.codec)) } ?? "the scalar's type"
      }
      return Difference(
        entry: coordinate, own: "The field \"\(coordinate)\" is \(describe(own)) here",
        other: describe(other))
    }
  }

  private static func text(_ binding: (type: String, codec: String?)) -> String {
    "\"\(binding.type)\"" + (binding.codec.map { " with \"\($0)\"" } ?? "")
  }

  // MARK: - Nulls and errors

  static var nullability: KeyConflict {
    .ofFields { field in
      let (own, below) = (field.own.nullability ?? .semantic, field.below.nullability ?? .semantic)
      let type = field.type
      guard own != below, (0...type.listDepth).contains(where: { !type.isNonNull(atLevel: $0) }) else {
        return nil
      }
      return Difference(
        own: "Errors of \"\(field.key)\" are handled as \"\(own.rawValue)\" here",
        other: "as \"\(below.rawValue)\"")
    }
  }

  static var onError: KeyConflict {
    .ofFields { field in
      let (own, below) = (field.own.onError == .null, field.below.onError == .null)
      let index = field.index
      let catchesErrors = index.tree.children(field.node, .directive).contains {
        index.clientDirective($0)?.meaning == .catchErrors
      }
      guard own != below, catchesErrors else { return nil }
      return Difference(
        own: "Errors of \"\(field.key)\" \(below ? "propagate" : "do not propagate") here",
        other: below ? "do not propagate" : "propagate")
    }
  }

  // MARK: - Names

  static var fieldCase: KeyConflict {
    .ofFields { field in
      field.own.convertsFieldCase == field.below.convertsFieldCase ? nil : memberNames(of: field)
    }
  }

  static var acronyms: KeyConflict {
    .ofFields { field in
      field.own.convertsFieldCase == field.below.convertsFieldCase ? memberNames(of: field) : nil
    }
  }

  private static func memberNames(of field: SharedField) -> Difference? {
    let (own, other) = (field.own.memberName(field.key), field.below.memberName(field.key))
    if own == other { return nil }
    return Difference(own: "\"\(field.key)\" becomes \"\(own)\" here", other: "\"\(other)\"")
  }

  static var singulars: KeyConflict {
    .ofFields { field in
      let type = field.type
      guard type.isList, field.schema[type.named]?.isComposite == true,
        field.own.singulars != field.below.singulars
      else { return nil }
      let key = field.key
      let (own, other) = (field.own.singularName(ofList: key), field.below.singularName(ofList: key))
      if own == other { return nil }
      let changed = field.own.singulars.filter { field.below.singulars[$0.key] != $0.value }.map(\.key)
      let removed = field.below.singulars.keys.filter { field.own.singulars[$0] == nil }
      let word = (changed + removed).filter { key.lowercased().hasSuffix($0) }.max { $0.count < $1.count }
      return Difference(
        entry: word ?? key, own: "An element of \"\(key)\" becomes \"\(own)\" here",
        other: "\"\(other)\"")
    }
  }
}

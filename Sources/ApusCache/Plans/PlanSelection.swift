/// The selection at a place on an object type, before arguments have values.
///
/// It is the same whatever the values of variables are, unless a condition uses them: the plans of one document share it.
final class PlanSelection {
  struct Key: Hashable {
    var sets: [Int]
    var type: String
  }

  struct Field {
    /// `"key":`.
    let prefix: [UInt8]
    var node: PlanDocument.Field
    /// The selection sets of its objects; empty for a leaf.
    var sets: [Int]
    var isConnection: Bool
    var isReplaced: Bool
    var rule: FieldRules.Entry?
    var maxAge: UInt32
    /// The arguments that are keys of its objects.
    var lookup: TypeTable.Lookup?
    /// The id of the field with its arguments; nil if variables decide on these.
    var id: UInt32?

    /// The arguments that do not make a separate field.
    var ignored: Set<String> {
      isConnection ? ConnectionPage.arguments : rule?.ignored ?? []
    }
  }

  let fields: [Field]
  /// The positions of the key fields; empty if objects of the type have no key, or not all of it is selected.
  let keys: [Int]
  /// The version of the learned types it was made with; nil if they do not affect it.
  let learnedVersion: Int?

  /// - Parameter keyNames: the names of the type's key fields.
  init(_ fields: [Field], keyNames: [String], learnedVersion: Int?) {
    self.fields = fields
    self.learnedVersion = learnedVersion
    let keys = keyNames.compactMap { name in
      fields.firstIndex { $0.node.name == name && $0.sets.isEmpty && $0.node.arguments.isEmpty }
    }
    self.keys = keys.count == keyNames.count ? keys : []
  }
}

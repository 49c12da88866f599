import Apus

/// A selected field on an object type. What it stores and reads is known once its arguments are.
final class PlanField {
  /// `"key":`.
  let prefix: [UInt8]
  let name: String
  /// The place of its objects; nil for a leaf.
  let place: PlanPlace?
  let isHidden: Bool
  let maxAge: UInt32
  /// Whether its arguments, or those of its directives, use variables.
  let usesVariables: Bool
  let hasArguments: Bool

  private let nameBytes: [UInt8]
  private let isReplaced: Bool
  private let isConnection: Bool
  private let rule: FieldRules.Entry?
  /// The arguments that are keys of its objects, and the possible types of these.
  private let lookedUp: (arguments: TypeTable.Lookup, types: [String])?
  private let arguments: ArgumentText
  /// The arguments that make a separate field.
  private let ownArguments: ArgumentText
  private let directives: [(name: String, arguments: ArgumentText)]

  init(
    _ node: PlanDocument.Field, _ place: PlanPlace?, maxAge: UInt32, isConnection: Bool, isReplaced: Bool,
    rule: FieldRules.Entry?, lookup: (arguments: TypeTable.Lookup, types: [String])?,
    _ defaults: [String: [UInt8]]
  ) {
    prefix = Array("\"\(node.key)\":".utf8)
    (name, isHidden, usesVariables) = (node.name, node.isHidden, node.usesVariables)
    hasArguments = !node.arguments.isEmpty
    (self.place, self.maxAge, self.isConnection, self.isReplaced) = (place, maxAge, isConnection, isReplaced)
    nameBytes = Array(name.utf8)
    (self.rule, lookedUp) = (rule, lookup)
    let ignored = isConnection ? ConnectionPage.arguments : rule?.ignored ?? []
    arguments = ArgumentText(node.arguments, defaults)
    ownArguments = ArgumentText(node.arguments.filter { !ignored.contains($0.name) }, defaults)
    directives = node.directives.others.map { ($0.name, ArgumentText($0.arguments, defaults)) }
  }

  /// The id of the field with its arguments.
  func id(_ variables: PlanVariables, _ names: FieldNames) -> UInt32 {
    var key = key(ownArguments, variables)
    if isReplaced { key.append(contentsOf: FieldNames.replacedMark.utf8) }
    return names.id(key)
  }

  /// The id of an incoming value until a rule has merged it.
  func incoming(_ variables: PlanVariables, _ names: FieldNames) -> UInt32 {
    names.id(key(arguments, variables))
  }

  /// Whether more than its id depends on its arguments.
  var readsArguments: Bool { isConnection || rule != nil || lookedUp != nil }

  /// The values of all arguments, without those whose variable is not set.
  func values(_ variables: PlanVariables) -> [String: GraphQLValue] {
    var text: [UInt8] = []
    _ = arguments.append(to: &text, variables)
    return (try? GraphQLValue(json: text))?.object ?? [:]
  }

  func page(_ values: [String: GraphQLValue]) -> ConnectionPage? {
    isConnection ? ConnectionPage(values) : nil
  }

  func readRule(_ values: [String: GraphQLValue]) -> ReadRule? { rule?.read.map { ReadRule($0, values) } }

  func mergeRule(_ id: UInt32, _ values: [String: GraphQLValue]) -> MergeRule? {
    guard let rule, let merge = rule.merge else { return nil }
    return MergeRule(name: rule.field, field: id, arguments: values, merge: merge)
  }

  /// The objects that the arguments identify.
  func lookup(_ values: [String: GraphQLValue]) -> PlanLookup? {
    lookedUp.flatMap { PlanLookup($0.arguments, values, types: $0.types) }
  }

  /// `name`, or `name({"a":1})`.
  private func key(_ arguments: ArgumentText, _ variables: PlanVariables) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(nameBytes.count + 48)
    key.append(contentsOf: nameBytes)
    append(arguments, to: &key, variables)
    for directive in directives {
      key.append(UInt8(ascii: "@"))
      key.append(contentsOf: directive.name.utf8)
      append(directive.arguments, to: &key, variables)
    }
    return key
  }

  private func append(_ arguments: ArgumentText, to key: inout [UInt8], _ variables: PlanVariables) {
    let start = key.count
    key.append(UInt8(ascii: "("))
    _ = arguments.append(to: &key, variables)
    if key.count == start + 3 {
      // Only braces.
      key.removeSubrange(start...)
    } else {
      key.append(UInt8(ascii: ")"))
    }
  }
}

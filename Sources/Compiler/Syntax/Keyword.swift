/// Names that the compiler looks for. They are interned first, so that their numbers are constants.
package enum Keyword {
  package static var query: NameID { 1 }
  package static var mutation: NameID { 2 }
  package static var subscription: NameID { 3 }
  package static var fragment: NameID { 4 }
  package static var on: NameID { 5 }
  package static var `true`: NameID { 6 }
  package static var `false`: NameID { 7 }
  package static var null: NameID { 8 }
  package static var schema: NameID { 9 }
  package static var scalar: NameID { 10 }
  package static var type: NameID { 11 }
  package static var interface: NameID { 12 }
  package static var union: NameID { 13 }
  package static var `enum`: NameID { 14 }
  package static var input: NameID { 15 }
  package static var directive: NameID { 16 }
  package static var extend: NameID { 17 }
  package static var implements: NameID { 18 }
  package static var repeatable: NameID { 19 }
  package static var typename: NameID { 20 }
  package static var schemaField: NameID { 21 }
  package static var typeField: NameID { 22 }
  package static var skip: NameID { 23 }
  package static var include: NameID { 24 }
  package static var `if`: NameID { 25 }
  package static var deprecated: NameID { 26 }
  package static var reason: NameID { 27 }
  package static var specifiedBy: NameID { 28 }
  package static var url: NameID { 29 }
  package static var oneOf: NameID { 30 }
  package static var intType: NameID { 31 }
  package static var floatType: NameID { 32 }
  package static var stringType: NameID { 33 }
  package static var booleanType: NameID { 34 }
  package static var idType: NameID { 35 }
  package static var queryType: NameID { 36 }
  package static var mutationType: NameID { 37 }
  package static var subscriptionType: NameID { 38 }
  package static var apus: NameID { 40 }
  package static var atQuery: NameID { 41 }
  package static var atMutation: NameID { 42 }
  package static var atSubscription: NameID { 43 }
  package static var atField: NameID { 44 }
  package static var atFragmentDefinition: NameID { 45 }
  package static var atFragmentSpread: NameID { 46 }
  package static var atInlineFragment: NameID { 47 }
  package static var atVariableDefinition: NameID { 48 }
  package static var atSchema: NameID { 49 }
  package static var atScalar: NameID { 50 }
  package static var atObject: NameID { 51 }
  package static var atFieldDefinition: NameID { 52 }
  package static var atArgumentDefinition: NameID { 53 }
  package static var atInterface: NameID { 54 }
  package static var atUnion: NameID { 55 }
  package static var atEnum: NameID { 56 }
  package static var atEnumValue: NameID { 57 }
  package static var atInputObject: NameID { 58 }
  package static var atInputFieldDefinition: NameID { 59 }
  package static var atDirectiveDefinition: NameID { 60 }
  /// From the draft of fragment arguments. Schemas of newer servers list it.
  package static var atFragmentVariableDefinition: NameID { 61 }
  package static var `defer`: NameID { 62 }
  package static var stream: NameID { 63 }

  /// All keywords in the order of their numbers, which start at 1.
  static let all = [
    "query", "mutation", "subscription", "fragment", "on", "true", "false", "null", "schema", "scalar",
    "type", "interface", "union", "enum", "input", "directive", "extend", "implements", "repeatable",
    "__typename", "__schema", "__type", "skip", "include", "if", "deprecated", "reason", "specifiedBy",
    "url", "oneOf", "Int", "Float", "String", "Boolean", "ID", "Query", "Mutation", "Subscription", "name",
    "apus", "QUERY", "MUTATION", "SUBSCRIPTION", "FIELD", "FRAGMENT_DEFINITION", "FRAGMENT_SPREAD",
    "INLINE_FRAGMENT", "VARIABLE_DEFINITION", "SCHEMA", "SCALAR", "OBJECT", "FIELD_DEFINITION",
    "ARGUMENT_DEFINITION", "INTERFACE", "UNION", "ENUM", "ENUM_VALUE", "INPUT_OBJECT",
    "INPUT_FIELD_DEFINITION", "DIRECTIVE_DEFINITION", "FRAGMENT_VARIABLE_DEFINITION", "defer",
    "stream",
  ]

  /// The names of all places that a directive can be defined for.
  package static var directiveLocations: ClosedRange<NameID> { atQuery...atFragmentVariableDefinition }

  /// Whether `name` is one of the specification's directive locations (section 3.13).
  package static func isDirectiveLocation(_ name: NameID) -> Bool {
    directiveLocations.contains(name)
  }
}

/// The queries that ask a server for its schema (section 4.2).
enum IntrospectionQuery {
  /// Everything that the specification of September 2025 knows.
  static let current = text(
    schema: "description ", type: "specifiedByURL isOneOf ", directive: "isRepeatable ",
    inputs: "(includeDeprecated: true)", inputValue: "isDeprecated deprecationReason ")

  /// What servers of 2016 answer as well.
  static let old = text(schema: "", type: "", directive: "", inputs: "", inputValue: "")

  private static func text(
    schema: String, type: String, directive: String, inputs: String, inputValue: String
  ) -> String {
    """
    query Introspection { __schema { \(schema)queryType { name } mutationType { name } subscriptionType { name } \
    types { ...FullType } \
    directives { name description \(directive)locations args\(inputs) { ...InputValue } } } } \
    fragment FullType on __Type { kind name description \(type)\
    fields(includeDeprecated: true) { name description args\(inputs) { ...InputValue } type { ...TypeRef } \
    isDeprecated deprecationReason } \
    inputFields\(inputs) { ...InputValue } interfaces { ...TypeRef } \
    enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason } \
    possibleTypes { ...TypeRef } } \
    fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue \(inputValue)} \
    fragment TypeRef on __Type { \(typeReference(depth: 10)) }
    """
  }

  private static func typeReference(depth: Int) -> String {
    depth == 0 ? "kind name" : "kind name ofType { \(typeReference(depth: depth - 1)) }"
  }
}

/// The queries that ask a server for its schema (section 4.2).
enum IntrospectionQuery {
  /// The features that a query requests. Servers reject fields that they do not know.
  enum Extent: Int, CaseIterable {
    /// Everything in the next edition: directives can be deprecated.
    case draft2026
    /// Everything in the September 2025 specification.
    case september2025
    /// Everything in the October 2021 specification except deprecated arguments.
    case october2021
    /// Features that servers from 2016 also support.
    case old
    /// The same, without deprecated fields and enum values, for servers that do not take arguments there.
    case plain
  }

  /// The maximum number of lists and `!` around a type to query. Servers limit the depth of queries.
  static let depths = [10, 6, 4, 3]

  /// The text of a query.
  ///
  /// - Parameter capabilities: whether it also asks for ``ServiceCapabilities``.
  static func text(_ extent: Extent, depth: Int, capabilities: Bool = false) -> String {
    let schema = extent.rawValue <= Extent.october2021.rawValue ? "description " : ""
    let directives = extent == .draft2026 ? "(includeDeprecated: true)" : ""
    let directive =
      switch extent {
      case .draft2026: "isRepeatable isDeprecated deprecationReason "
      case .september2025, .october2021: "isRepeatable "
      case .old, .plain: ""
      }
    let type =
      switch extent {
      case .draft2026, .september2025: "specifiedByURL isOneOf "
      case .october2021: "specifiedByURL "
      case .old, .plain: ""
      }
    let isCurrent = extent.rawValue <= Extent.september2025.rawValue
    let inputs = isCurrent ? "(includeDeprecated: true)" : ""
    let inputValue = isCurrent ? "isDeprecated deprecationReason " : ""
    let service = capabilities ? "__service { capabilities { identifier value } } " : ""
    let deprecated = extent == .plain ? "" : "(includeDeprecated: true)"
    return """
      query Introspection { __schema { \(schema)queryType { name } mutationType { name } subscriptionType { name } \
      types { ...FullType } \
      directives\(directives) { name description \(directive)locations args\(inputs) { ...InputValue } } } \(service)} \
      fragment FullType on __Type { kind name description \(type)\
      fields\(deprecated) { name description args\(inputs) { ...InputValue } type { ...TypeRef } \
      isDeprecated deprecationReason } \
      inputFields\(inputs) { ...InputValue } interfaces { ...TypeRef } \
      enumValues\(deprecated) { name description isDeprecated deprecationReason } \
      possibleTypes { ...TypeRef } } \
      fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue \(inputValue)} \
      fragment TypeRef on __Type { \(typeReference(depth: depth)) }
      """
  }

  private static func typeReference(depth: Int) -> String {
    depth == 0 ? "kind name" : "kind name ofType { \(typeReference(depth: depth - 1)) }"
  }
}

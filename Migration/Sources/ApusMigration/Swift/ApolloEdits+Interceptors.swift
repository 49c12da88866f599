import SwiftSyntax

/// Types that a person writes anew as a whole: interceptors, and the providers that list them.
extension ApolloEdits {
  private static let anew = [
    "ApolloInterceptor": "write it anew as a GraphQLInterceptor, which has one function",
    "HTTPInterceptor": "write it anew as a GraphQLInterceptor, which has one function",
    "ApolloErrorInterceptor": "write it anew as a GraphQLInterceptor that catches",
    "InterceptorProvider": "put its interceptors into client.interceptors, an array, and delete the type",
    "DefaultInterceptorProvider":
      "put its interceptors into client.interceptors, an array, and delete the type",
  ]

  /// Lists a type once, if all that it has belongs to one of Apollo's protocols or classes.
  func writtenAnew(_ node: some DeclGroupSyntax) {
    guard seesApollo, let clause = node.inheritanceClause else { return }
    for inherited in clause.inheritedTypes {
      guard let token = TypeResolver.names(of: inherited.type)?.last, let task = ApolloEdits.anew[token.text],
        !types.declares(token.text, at: clause)
      else { continue }
      chore = .clients
      leave(token, "\(task): all of it, to line \(source.line(at: node.end) + 1)")
      listedTypes.append(node.start..<node.end)
      return
    }
  }
}

import SwiftSyntax

/// A client that is made of Apollo's plain parts: a transport with a URL, the default interceptors and a store in
/// memory. `ApolloClient(networkTransport:store:)` becomes `GraphQLClient(url:)`, and the parts are deleted.
struct ProviderChain {
  /// The call of `ApolloClient`.
  let call: FunctionCallExprSyntax
  private(set) var url: ExprSyntax?
  private(set) var headers: DictionaryExprSyntax?
  /// The declarations of the parts.
  private(set) var parts: [CodeBlockItemSyntax] = []

  private let list: CodeBlockItemListSyntax

  static let reason =
    "the client has the default interceptors and a store in memory, and its parts are used for nothing else"

  /// The types of the parts, none of which may be the app's own.
  static var types: Set<String> { Set(plain.keys) }

  /// - Returns: nil if any part is not plain, or is used for something else.
  init?(_ call: FunctionCallExprSyntax) {
    var parent = call.parent
    while let current = parent, !current.is(CodeBlockItemListSyntax.self) {
      if current.is(ClosureExprSyntax.self) || current.is(FunctionDeclSyntax.self) { return nil }
      parent = current.parent
    }
    guard let list = parent?.as(CodeBlockItemListSyntax.self) else { return nil }
    self.call = call
    self.list = list
    guard isPlain(ExprSyntax(call), "ApolloClient"), url != nil else { return nil }
    let names = Set(parts.compactMap(ProviderChain.name))
    let ranges = (parts.map { $0.position..<$0.endPosition }) + [call.position..<call.endPosition]
    let isElsewhere = list.tokens(viewMode: .sourceAccurate).contains { token in
      names.contains(token.text) && !ranges.contains { $0.contains(token.position) }
        && token.parent?.is(DeclReferenceExprSyntax.self) == true
        && token.parent?.parent?.as(MemberAccessExprSyntax.self)?.declName.id != token.parent?.id
    }
    if isElsewhere { return nil }
  }

  /// The arguments of each part: `*` takes any value, a name asks for that part.
  private static let plain: [String: [String: String]] = [
    "ApolloClient": ["networkTransport": "RequestChainNetworkTransport", "store": "ApolloStore"],
    "RequestChainNetworkTransport": [
      "urlSession": "URLSession.shared", "interceptorProvider": "DefaultInterceptorProvider",
      "store": "ApolloStore",
      "endpointURL": "*", "additionalHeaders": "*",
    ],
    "DefaultInterceptorProvider": [
      "client": "URLSessionClient", "store": "ApolloStore", "shouldInvalidateClientOnDeinit": "true",
    ],
    "URLSessionClient": ["sessionConfiguration": "URLSessionConfiguration.default"],
    "ApolloStore": ["cache": "InMemoryNormalizedCache"], "InMemoryNormalizedCache": [:],
  ]

  private mutating func isPlain(_ value: ExprSyntax, _ wanted: String) -> Bool {
    let text = value.trimmedDescription
    if text == wanted || ["\(wanted).shared", ".shared"].contains(text),
      wanted == "DefaultInterceptorProvider"
    {
      return true
    }
    guard let labels = ProviderChain.plain[wanted] else {
      return text == wanted || wanted.hasSuffix("." + text.drop { $0 == "." })
    }
    if let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text {
      guard let (item, made) = declaration(of: name) else { return false }
      if !parts.contains(where: { $0.id == item.id }) { parts.append(item) }
      return isPlain(made, wanted)
    }
    guard let call = value.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
      call.calledExpression.trimmedDescription == wanted
    else { return false }
    for argument in call.arguments {
      guard let label = argument.label?.text, let part = labels[label] else { return false }
      switch label {
      case "endpointURL": url = argument.expression
      case "additionalHeaders":
        guard let value = argument.expression.as(DictionaryExprSyntax.self) else { return false }
        headers = value
      default: if !isPlain(argument.expression, part) { return false }
      }
    }
    return true
  }

  /// The declaration `let name = value` before the call.
  private func declaration(of name: String) -> (CodeBlockItemSyntax, ExprSyntax)? {
    for item in list where item.position < call.position && ProviderChain.name(item) == name {
      guard let value = item.item.as(VariableDeclSyntax.self)?.bindings.first?.initializer?.value else {
        return nil
      }
      return (item, value)
    }
    return nil
  }

  private static func name(_ item: CodeBlockItemSyntax) -> String? {
    guard let variable = item.item.as(VariableDeclSyntax.self), variable.bindings.count == 1 else {
      return nil
    }
    return variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
  }
}

/// Finds the plain clients of a file.
final class ProviderChainFinder: SyntaxVisitor {
  private(set) var found: [ProviderChain] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "ApolloClient",
      node.arguments.first?.label?.text == "networkTransport", let chain = ProviderChain(node)
    {
      found.append(chain)
    }
    return .visitChildren
  }
}

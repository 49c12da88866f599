/// A type of the app, of generated code or of another module.
struct AppType: Hashable {
  /// The path of a type of the app, such as `Outer.Inner`; for a generated type the namespace and Apollo's path; for
  /// any other its name without the module.
  var name: String
  var arguments: [AppType] = []

  /// Responses of Apollo 2 and of Apollo 1.
  static let responses: Set<String> = ["GraphQLResponse", "GraphQLResult"]

  static func optional(_ type: AppType) -> AppType { AppType(name: "Optional", arguments: [type]) }

  /// The type within all Optionals.
  var unwrapped: AppType {
    var type = self
    while type.name == "Optional", let inner = type.arguments.first { type = inner }
    return type
  }
}

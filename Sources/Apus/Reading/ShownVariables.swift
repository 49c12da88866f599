/// The variables that a response's root shows, where a `Decoder` is behind the reader: nested decoders know nothing of what is
/// around them.
struct ShownVariables: Sendable {
  @TaskLocal static var current: ShownVariables?

  private var markers: Set<String>
  /// Whether an object within may show them: a subscription's root has one field, and the markers are in its selection.
  private var isRootOfOne: Bool

  var isEmpty: Bool { markers.isEmpty }

  func contains(_ marker: StaticString) -> Bool { markers.contains(GraphQLKey(marker).stringValue) }

  /// Reads an object, which is a root unless one is being read around it.
  static func reading<Object>(
    _ container: KeyedDecodingContainer<GraphQLKey>, _ body: () throws -> Object
  ) throws -> Object {
    if let outer = current, !outer.isEmpty || !outer.isRootOfOne { return try body() }
    let keys = container.allKeys.map(\.stringValue)
    // A response is no root; its data is.
    let isResponse = current == nil && (keys.contains("data") || keys.contains("errors"))
    if isResponse { return try body() }
    let markers = Set(keys.filter { $0.hasPrefix("__if_") || $0.hasPrefix("__unless_") })
    let shown = ShownVariables(markers: markers, isRootOfOne: current == nil && keys.count == 1)
    return try $current.withValue(shown, operation: body)
  }
}

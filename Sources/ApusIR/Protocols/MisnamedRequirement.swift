import ApusSyntax

/// Why a type that spreads a fragment does not conform to its protocol: one of its properties has another name there, since
/// two response keys of the type would become one Swift name.
struct MisnamedRequirement: Hashable {
  /// The field, or the fragment that is a property.
  var node: NodeID
  var type: String
  var protocolName: String
  /// The property's name in the type.
  var name: String
  /// Its name in the protocol.
  var required: String

  var message: String {
    "\(type) does not conform to \(protocolName): this is \"\(name)\" there and \"\(required)\" in the protocol, since another "
      + "property has that name. Give the other one an alias, or a name by @apus(name:)."
  }
}

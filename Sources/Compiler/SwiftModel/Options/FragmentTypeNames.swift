/// The names of a fragment's protocol and concrete type in Swift.
package struct FragmentTypeNames {
  package var protocolName: String
  package var typeName: String
}

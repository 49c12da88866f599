/// The version of the programs. Generated code never contains it, so an update alone changes no file.
package enum Version {
  package static let current = "0.1.0"
}

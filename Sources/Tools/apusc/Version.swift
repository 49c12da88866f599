/// The tool's version. Generated code never contains it, so an update alone changes no file.
enum Version {
  static let current = "0.1.0"
}

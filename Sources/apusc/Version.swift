/// The tool's version. Generated code never mentions it: an update alone must not change a file.
enum Version {
  static let current = "0.1.0"
}

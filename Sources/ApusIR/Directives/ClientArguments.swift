import ApusSyntax

/// The arguments of a directive for clients, which no definition need have checked.
struct ClientArguments {
  private let directive: NodeID
  private let tree: SyntaxTree

  init(_ directive: NodeID, _ tree: SyntaxTree) {
    self.directive = directive
    self.tree = tree
  }

  func value(_ name: String) -> NodeID? {
    tree.children(directive, .argument).first { tree.name($0) == name }.flatMap(tree.value)
  }

  /// The names of the arguments.
  var names: [String] { tree.children(directive, .argument).map(tree.name) }

  /// A string, or nil.
  func text(_ name: String) -> String? {
    guard let value = value(name), tree.kind(value) == .stringValue else { return nil }
    return tree.stringValue(value)
  }

  /// The name of an enum value; empty for another value, nil where there is none.
  func word(_ name: String) -> String? {
    guard let value = value(name) else { return nil }
    return tree.kind(value) == .enumValue ? tree.name(value) : ""
  }

  /// `to: NULL`, `RESULT` or `THROW`; nil for anything else.
  var catchPolicy: CatchPolicy? {
    word("to").flatMap { word in CatchPolicy.allCases.first { $0.rawValue.uppercased() == word } }
  }

  /// The levels of lists, by default that of the field; nil for anything but integers.
  var levels: [Int]? {
    guard let value = value("levels") else { return [0] }
    let elements = tree.kind(value) == .listValue ? Array(tree.children(value)) : [value]
    let levels = elements.compactMap { tree.kind($0) == .intValue ? Int(tree.text(of: $0)) : nil }
    return levels.count == elements.count ? levels : nil
  }
}

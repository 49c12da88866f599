import Foundation

/// The cost of the highest of n stacked modules, compared with the same documents as one module.
///
/// A build runs the compiler once per module, and each run reads all modules below. It fails if the highest module takes more than 1.3 times
/// as long.
struct ModuleGrowth {
  /// How the modules depend on one another.
  enum Form: String, CaseIterable {
    case nothingShared = "modules that share nothing"
    case fragmentsSpread = "modules with fragments that each spread one of the module below"
  }

  private let form: Form
  private let count: Int
  private let folder: URL

  private static let fragmentCount = 40
  private static let typeCount = 20
  private static let allowed = 1.3

  private init(_ form: Form, _ count: Int, in folder: URL) throws {
    self.form = form
    self.count = count
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(schema, to: "schema.graphqls")
    try write(#"{ "accessLevel": "public" }"#, to: "apus.json")
    for module in 0..<count {
      for number in 0..<ModuleGrowth.fragmentCount {
        try write(fragment(number, of: module), to: name(number, module))
      }
    }
  }

  /// Measures each form for 1, 2, 4 and 8 modules.
  static func run(tool: String, in folder: URL) throws {
    for form in Form.allCases {
      print(form.rawValue)
      for count in [1, 2, 4, 8] {
        let stack = try ModuleGrowth(form, count, in: folder.appendingPathComponent("modules"))
        // Both are measured in turn: a machine with other work changes its speed.
        var (top, one) = (Double.infinity, Double.infinity)
        for _ in 0..<5 {
          top = min(top, try stack.time(tool, stack.topArguments))
          one = min(one, try stack.time(tool, stack.oneArguments))
        }
        print(String(format: "  %5d  %8.1f ms  as one module  %8.1f ms  %5.2f", count, top, one, top / one))
        if top > one * allowed { throw Failure("\(form.rawValue): modules cost more than their documents.") }
        try FileManager.default.removeItem(at: stack.folder)
      }
    }
  }

  private func time(_ tool: String, _ arguments: [String]) throws -> Double {
    let output = path("Output")
    try? FileManager.default.removeItem(atPath: output)
    return try ChildProcess(tool, ["generate", "--output", output] + arguments).cpuTime
  }

  // MARK: - Files

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func name(_ number: Int, _ module: Int) -> String { "F\(module)_\(number).graphql" }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
  }

  private var schema: String {
    let count = ModuleGrowth.typeCount
    let types = (0..<count).map { number in
      """
      type T\(number) { id: ID! name: String kind\(number): Kind\(number) next: T\((number + 1) % count) other: T\(number) }
      enum Kind\(number) { A B }

      """
    }
    return "type Query { " + (0..<count).map { "t\($0): T\($0) " }.joined() + "}\n" + types.joined()
  }

  private func fragment(_ number: Int, of module: Int) -> String {
    let type = number % ModuleGrowth.typeCount
    let spread = form == .fragmentsSpread && module > 0 ? "...F\(module - 1)_\(number) " : ""
    return """
      fragment F\(module)_\(number) on T\(type) {
        \(spread)id f\(module): name kind\(type) next { id n\(module): name } other { id name next { id } }
      }
      """
  }

  // MARK: - Arguments

  private var shared: [String] { ["--schema", path("schema.graphqls"), "--config", path("apus.json")] }

  private func pairs(_ module: Int) -> [String] {
    (0..<ModuleGrowth.fragmentCount).flatMap { number in
      ["--pair", path(name(number, module)), name(number, module) + ".swift"]
    }
  }

  private var oneArguments: [String] { shared + (0..<count).flatMap(pairs) }

  private var topArguments: [String] {
    let below = (0..<(count - 1)).flatMap { module in
      ["--dependency-config", "M\(module)", path("apus.json")]
        + (0..<ModuleGrowth.fragmentCount).flatMap {
          ["--dependency", "M\(module)", path(name($0, module))]
        }
        + (0..<module).flatMap { ["--dependency-on", "M\(module)", "M\($0)"] }
    }
    return shared + below + pairs(count - 1)
  }
}

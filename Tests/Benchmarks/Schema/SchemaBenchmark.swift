import ApusDriver
import ApusSource
import ApusSchema
import ApusSyntax

/// `apus-benchmark schema FILE [ROUNDS]`: what each step from a schema's text to its tables costs.
func runSchemaBenchmark(_ arguments: [String]) throws {
  guard let path = arguments.first else { throw Failure("usage: schema FILE [ROUNDS]") }
  let source = try FileSystem.read(path)
  let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 15
  var parse = Measurement("parse", byteCount: source.count)
  var rules = Measurement("SDL rules", byteCount: source.count)
  var build = Measurement("tables", byteCount: source.count)
  var types = Measurement("checks of types", byteCount: source.count)
  var all = Measurement("all of them", byteCount: source.count)
  for _ in 0..<rounds {
    let tree = SchemaBuilder.makeTree(names: NameTable())
    let first = tree.count
    parse.run { _ = Parser.parse(source, into: tree) }
    rules.run { _ = SDLChecker.check(first..<tree.count, of: tree) }
    var schema: Schema?
    build.run { schema = SchemaBuilder.build(tree) }
    guard let schema else { throw Failure("the schema was not built") }
    types.run { _ = TypeChecker.checkSpecifiedDirectives(schema) + TypeChecker.check(schema) }
    all.run { _ = SchemaLoader.load([source], names: NameTable()) }
  }
  for measurement in [parse, rules, build, types, all] { print(measurement.line) }
}

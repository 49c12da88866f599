import ApusDiagnostics
import ApusSyntax
import Foundation
let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))
var times: [Double] = []
for _ in 0..<20 {
  let t = clock()
  let names = NameTable()
  let tree = SyntaxTree(names: names)
  let e = Parser.parse(SourceFile(path: "x", bytes: data), into: tree)
  times.append(Double(clock() - t) / 1000)
  if times.count == 1 { print(tree.count, names.count, e.first?.message ?? "ok") }
}
print("ms", times.sorted()[10])

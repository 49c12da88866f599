import ApusSource
import ApusSchema
import ApusSyntax

/// Tries random documents.
struct TextRun {
  private(set) var documents = 0
  private(set) var faults: [String] = []

  init(count: Int, firstSeed: UInt64) {
    let names = NameTable()
    let loaded = SchemaLoader.load(
      [SourceFile(path: "schema.graphqls", text: TextSchema.sdl)], names: names, clientDirectives: [])
    faults += loaded.diagnostics.map { "\($0)" }
    for seed in firstSeed..<firstSeed + UInt64(count) {
      documents += 1
      if let fault = TextTrial.fault(seed: seed, loaded.schema, names) { faults.append(fault) }
    }
  }
}

#if os(macOS) || os(Linux)
  import Foundation

  /// The Swift compiler as a parser, where there is one.
  enum SwiftParser {
    static let compiler: URL? = {
      let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      let found = folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("swiftc") }
      return found.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// What the compiler says of source files; empty when all parse.
    static func errors(in sources: [String]) throws -> String {
      guard let compiler else { return "" }
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      var paths: [String] = []
      for (index, source) in sources.enumerated() {
        let file = folder.appendingPathComponent("\(index).swift")
        try Data(source.utf8).write(to: file)
        paths.append(file.path)
      }
      let process = Process()
      process.executableURL = compiler
      process.arguments = ["-frontend", "-parse"] + paths
      let output = Pipe()
      process.standardError = output
      process.standardOutput = output
      try process.run()
      let text = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return process.terminationStatus == 0 ? "" : String(decoding: text, as: UTF8.self)
    }
  }
#endif

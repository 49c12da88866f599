import Foundation
import TestSupport
import Testing

@testable import ApusDriver

@Suite(.timeLimit(.minutes(15))) struct PathSearchTests {
  @Test(
    arguments: [
      ("none.graphqls", ["none.graphqls"]), ("./b//c.graphqls", ["b/c.graphqls"]),
      ("*.graphqls", ["a.graphqls"]),
      ("**/*.graphqls", ["a.graphqls", "b/c.graphqls", "b/x/y.graphqls"]),
      ("b/**", ["b/c.graphqls", "b/c.txt", "b/x/y.graphqls"]),
      ("b/*", ["b/c.graphqls", "b/c.txt"]), ("./b/?.{txt,graphqls}", ["b/c.graphqls", "b/c.txt"]),
      ("{a,z}.graphqls", ["a.graphqls"]),
      ("b/x/*.graphqls", ["b/x/y.graphqls"]), ("nowhere/*", []), ("*", ["a.graphqls"]),
      ("*/c.txt", ["b/c.txt"]),
    ])
  func `a pattern names the files that it matches, in one order`(_ pattern: String, _ names: [String]) throws
  {
    let folder = try filled()
    #expect(PathSearch.files(pattern, in: folder.path) == names.map { folder[$0] })
    if pattern != "none.graphqls" {
      let absolute = folder.path + "/" + pattern
      #expect(PathSearch.files(absolute, in: "elsewhere") == names.map { Path.normalized(folder[$0]) })
    }
  }

  @Test(arguments: ["/**", "/*"])
  func `the whole file system is not searched`(_ pattern: String) {
    #expect(PathSearch.files(pattern, in: "").isEmpty)
  }

  private func filled() throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "a.graphqls": "", "b/c.graphqls": "", "b/c.txt": "", "b/x/y.graphqls": "", "b/.hidden/d.graphqls": "",
      ".e.graphqls": "",
    ])
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder["b/x/loop"], withDestinationPath: folder["b"])
    try manager.createSymbolicLink(atPath: folder["b/x/gone.graphqls"], withDestinationPath: "nowhere")
    return folder
  }
}

import Testing

@testable import ApusDriver

@Suite(.timeLimit(.minutes(15))) struct PathTests {
  @Test(arguments: [
    ("a/b", "a/b"), ("a/./b//c/", "a/b/c"), ("a/../b", "b"), ("../a", "../a"), ("a/../..", ".."),
    ("/..", "/"),
    (".", "."), ("", "."), ("/", "/"), ("a/..", "."), ("..", ".."), ("../..", "../.."), ("/a/../../b", "/b"),
    ("...", "..."), (".a/..b", ".a/..b"), ("a/.", "a"), ("a//", "a"), ("//a", "/a"), ("./..", ".."),
    ("a/b..", "a/b.."),
  ])
  func `a path is normalized`(_ path: String, _ normalized: String) {
    #expect(Path.normalized(path) == normalized)
  }

  @Test func `takes apart`() {
    #expect(Path.parent(of: "/a/b/") == "/a")
    #expect(Path.parent(of: "/a") == "/")
    #expect(Path.parent(of: "a") == "")
    #expect(Path.lastComponent(of: "/a/b/") == "b")
    #expect(Path.lastComponent(of: "b") == "b")
    #expect(Path.lastComponent(of: "/") == "")
    #expect(Path.parent(of: "/") == "/")
    #expect(Path.parent(of: "a//b") == "a")
    #expect(Path.parent(of: "//a") == "/")
  }

  @Test func `paths are joined by one slash`() {
    #expect(Path.join("a", "b") == "a/b")
    #expect(Path.join("a/", "b") == "a/b")
    #expect(Path.join(".", "b") == "b")
    #expect(Path.join("", "b") == "b")
    #expect(Path.join("/", "b") == "/b")
    #expect(Path.join("a", "/b") == "/b")
  }

  @Test func `tells a path from a folder above it`() {
    #expect(Path.relative("/a/b/c", to: "/a") == "b/c")
    #expect(Path.relative("/ab/c", to: "/a") == nil)
    #expect(Path.relative("./a/b", to: ".") == "a/b")
    #expect(Path.relative("../b", to: ".") == nil)
    #expect(Path.relative("/b", to: ".") == nil)
    #expect(Path.relative("/b", to: "/") == "b")
    #expect(Path.relative("/a", to: "/a") == nil)
    #expect(Path.relative("a/../b/c", to: "./b/") == "c")
  }

  @Test func `tells a path from a folder beside it`() {
    #expect(Path.relativeFrom("/a/b", to: "/a/c/d") == "../c/d")
    #expect(Path.relativeFrom("a", to: "s.graphqls") == "../s.graphqls")
    #expect(Path.relativeFrom(".", to: "s") == "s")
    #expect(Path.relativeFrom("../a", to: "s") == nil)
    #expect(Path.relativeFrom("/a", to: "s") == nil)
    #expect(Path.relativeFrom("a", to: "/s") == nil)
    #expect(Path.relativeFrom("a/b", to: "a/b") == "")
    #expect(Path.relativeFrom("/a/b/c", to: "/a") == "../..")
    #expect(Path.relativeFrom("/", to: "/a") == "a")
  }
}

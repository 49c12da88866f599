import ApusCache
import ApusCacheSQLite
import Foundation
import Testing

@testable import CacheFixtures
@testable import apus_cache_child

/// Other processes: killed, limited, without rights, at the same time.
@Suite(.serialized, .timeLimit(.minutes(15))) struct ProcessTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: ["account.cache", "folder/../account.cache"], [true, false])
  func `Links lead to one file with one writer`(_ target: String, _ isLinkedFirst: Bool) async throws {
    let (link, real) = (folder.url.appendingPathComponent("link.cache"), folder.file)
    let files = FileManager.default
    try files.createDirectory(
      at: folder.url.appendingPathComponent("folder"), withIntermediateDirectories: true)
    func makeLink() throws { try files.createSymbolicLink(atPath: link.path, withDestinationPath: target) }
    if isLinkedFirst { try makeLink() }
    let first = try await Opened(isLinkedFirst ? link : real)
    try first.cache.writeItems(group: 1, value: 5, count: 2)
    try await first.cache.flush()
    if !isLinkedFirst { try makeLink() }
    let second = try await Opened(isLinkedFirst ? real : link)
    #expect(second.eventNames == ["readOnly"])
    #expect(second.values(1) == [5, 5])
    withExtendedLifetime(first) {}
  }

  /// Killed at any moment, it leaves what was written by some commit, and not before what was flushed.
  @Test func `killed at random`() async throws {
    var random = Random(UInt64.random(in: 1...1_000_000))
    var last = -1
    var kills = 0
    while kills < 12 {
      let child = try Child("write", folder.file.path)
      try child.wait(for: "flushed")
      try await Task.sleep(for: .milliseconds(random.below(300)))
      child.kill()
      let flushed = try child.lines().compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.max()
      kills += 1
      let opened = try await Opened(folder.file)
      #expect(opened.events.isEmpty)
      let values = (0..<Children.groups).map { opened.values($0) ?? [] }
      for value in values { #expect(Set(value).count == 1 && value.count == Children.items) }
      // Groups are written in turn.
      let found = values.compactMap(\.first).sorted()
      #expect(found == Array((found[0])..<(found[0] + Children.groups)), "kill \(kills)")
      #expect(found[2] >= max(flushed ?? -1, last))
      last = found[2]
    }
  }

  @Test func `two processes`() async throws {
    let writer = try Child("write", folder.file.path)
    try writer.wait(for: "flushed")
    for _ in 0..<3 {
      let reader = try Child("read", folder.file.path)
      let lines = try reader.lines()
      #expect(reader.status == 0)
      #expect(lines.first?.hasPrefix("event readOnly") == true, "\(lines)")
      let values = lines.first { $0.hasPrefix("values") }?.split(separator: " ").compactMap { Int($0) } ?? []
      #expect(values.count == Children.groups && !values.contains(-1), "\(lines)")
      #expect(lines.contains("memory 3"))
      #expect(lines.last?.hasPrefix("flush failed: another cache writes") == true, "\(lines)")
    }
    writer.kill()
    _ = try writer.lines()
    let after = try Child("read", folder.file.path).lines()
    #expect(after.last == "flush worked")
  }

  /// Whether a user without rights may run the program: not where it stands in root's own folder.
  private static let canBeRunByAll: Bool = {
    guard var url = Child.program?.deletingLastPathComponent() else { return false }
    while url.path != "/", !url.path.isEmpty {
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      guard let mode = attributes?[.posixPermissions] as? NSNumber, mode.intValue & 1 == 1 else {
        return false
      }
      url = url.deletingLastPathComponent()
    }
    return true
  }()

  @Test(.enabled(if: canBeRunByAll)) func `folders that cannot be written`() async throws {
    do {
      let opened = try await Opened(folder.file)
      for group in 0..<Children.groups {
        try opened.cache.writeItems(group: group, value: 4, count: Children.items)
      }
      try await opened.cache.flush()
    }
    try await folder.waitForClosing()
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: folder.url.path) {
      try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.url.path + "/" + name)
    }
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
    defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path) }
    let child = try Child("read-as-nobody", folder.file.path)
    let lines = try child.lines()
    #expect(child.status == 0)
    #expect(lines.first?.hasPrefix("event readOnly") == true, "\(lines)")
    #expect(lines.contains("values 4 4 4"), "\(lines)")
    #expect(lines.contains("memory 3"))
    #expect(lines.last?.hasPrefix("flush failed") == true)
  }

  @Test(.enabled(if: Child.hasSmallDisks, Child.noSmallDisks))
  func `a disk without space`() async throws {
    let child = try Child(
      onSmallDiskAt: folder.url,
      script: "\"$2\" fill-disk \"$1/account.cache\" && \"$2\" count \"$1/account.cache\" 1000")
    let lines = try child.lines()
    #expect(child.status == 0)
    #expect(lines.count == 3, "\(lines)")
    #expect(
      lines.first?.hasPrefix("event failed") == true && lines.first?.contains("full") == true, "\(lines)")
    let stored = try #require(lines.dropFirst().first.flatMap { Int($0.dropFirst("stored ".count)) })
    #expect(stored > 1)
    #expect(lines.last == "complete \(stored)")
  }

  /// Removing rows takes space as well.
  @Test(.enabled(if: Child.hasSmallDisks, Child.noSmallDisks))
  func `evicting everything makes room on a full disk`() async throws {
    let child = try Child(
      onSmallDiskAt: folder.url,
      script: "\"$2\" fill-disk-and-evict \"$1/account.cache\" && \"$2\" read \"$1/account.cache\"")
    try expectEvicted(child.lines())
  }

  @Test func `evicting everything makes room where files may not grow`() async throws {
    let lines = try Child("fill-and-evict", folder.file.path).lines()
    try expectEvicted(lines + Child("read", folder.file.path).lines())
  }

  private func expectEvicted(_ lines: [String]) throws {
    #expect(lines.first?.hasPrefix("event failed") == true, "\(lines)")
    #expect(
      lines.dropFirst().map { $0.hasPrefix("stored") ? "stored" : $0 }
        == ["stored", "values -1 -1 -1", "memory 3", "flush worked"])
  }

  @Test func `files that may not grow`() async throws {
    let child = try Child("fill", folder.file.path)
    let lines = try child.lines()
    #expect(child.status == 0)
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.hasPrefix("event failed") == true)
    let stored = try #require(lines.last.flatMap { Int($0.dropFirst("stored ".count)) })
    #expect(stored > 1)
    #expect(try Child("count", folder.file.path, "\(stored)").lines() == ["complete \(stored)"])
  }
}

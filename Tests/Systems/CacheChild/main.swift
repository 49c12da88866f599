import CacheFixtures
import Foundation

/// `apus-cache-child WORD PATH [ARGUMENT]` is a process with a stored cache or a queue, which tests kill, limit, and run beside another one.
func run(_ words: [String]) async throws {
  switch (words.first, words.dropFirst().first) {
  case ("queue", _): try await QueueChild.run(words)
  case ("full-disk", let folder?): try await FullDisk.run(folder, words.last ?? "")
  case ("write", let path?): try await Children.write(path)
  case ("read", let path?): try await Children.read(path)
  case ("share", let path?):
    try await Children.share(path, group: words.last.flatMap { Int($0) } ?? 0)
  case ("follow", let path?): try await Children.follow(path)
  case ("read-as-nobody", let path?): try await Children.readAsNobody(path)
  case ("fill", let path?): try await Children.fill(path, 400_000)
  case ("fill-and-evict", let path?): try await Children.fill(path, 400_000, thenEvict: true)
  case ("fill-disk", let path?): try await Children.fillDisk(path)
  case ("fill-disk-and-evict", let path?): try await Children.fillDisk(path, thenEvict: true)
  case ("count", let path?): try await Children.count(path, words.last.flatMap { Int($0) } ?? 0)
  default: throw Failure("Unknown words: \(words.joined(separator: " "))")
  }
}

do {
  try await run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("apus-cache-child: \(error)\n".utf8))
  exit(1)
}

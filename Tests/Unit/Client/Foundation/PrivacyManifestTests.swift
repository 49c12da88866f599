import Foundation
import TestSupport
import Testing

/// Apple's store rejects an app if a library in it calls certain functions without a `PrivacyInfo.xcprivacy` that gives the reason.
///
/// Specification: <https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api>.
@Suite(.timeLimit(.minutes(15))) struct PrivacyManifestTests {
  /// A category of Apple's list: the names of its functions, types and constants, and the reasons that a library may give.
  private struct Category {
    let names: Set<String>
    let reasons: Set<String>
  }

  private static let categories: [String: Category] = [
    "FileTimestamp": Category(
      names: [
        "creationDate", "creationDateKey", "modificationDate", "fileModificationDate",
        "contentModificationDate",
        "contentModificationDateKey", "contentAccessDateKey", "attributeModificationDateKey",
        "addedToDirectoryDateKey",
        "NSFileCreationDate", "NSFileModificationDate", "getattrlist", "getattrlistbulk", "fgetattrlist",
        "getattrlistat", "stat", "fstat", "fstatat", "lstat",
        // The dictionary that it returns has the dates in it.
        "attributesOfItem",
      ],
      reasons: ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"]),
    "SystemBootTime": Category(
      names: ["systemUptime", "mach_absolute_time"], reasons: ["35F9.1", "8FFB.1", "3D61.1"]),
    "DiskSpace": Category(
      names: [
        "volumeAvailableCapacityKey", "volumeAvailableCapacity",
        "volumeAvailableCapacityForImportantUsageKey",
        "volumeAvailableCapacityForImportantUsage", "volumeAvailableCapacityForOpportunisticUsageKey",
        "volumeAvailableCapacityForOpportunisticUsage", "volumeTotalCapacityKey", "volumeTotalCapacity",
        "systemFreeSize", "systemSize", "NSFileSystemFreeSize", "NSFileSystemSize", "statfs", "statvfs",
        "fstatfs",
        "fstatvfs", "attributesOfFileSystem",
      ],
      reasons: ["85F4.1", "E174.1", "7D9E.1", "B728.1"]),
    "ActiveKeyboards": Category(names: ["activeInputModes"], reasons: ["3EC4.1", "54BD.1"]),
    "UserDefaults": Category(
      names: ["UserDefaults", "NSUserDefaults", "AppStorage", "SceneStorage"],
      reasons: ["CA92.1", "1C8F.1", "C56D.1", "AC6B.1"]),
  ]

  /// The categories that a file's code needs. Comments do not count.
  private func needs(_ source: String) -> Set<String> {
    var words: Set<Substring> = []
    for line in source.split(whereSeparator: \.isNewline)
    where !line.drop(while: \.isWhitespace).hasPrefix("//") {
      words.formUnion(line.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
    }
    return Set(
      Self.categories.compactMap { $1.names.contains(where: { words.contains(Substring($0)) }) ? $0 : nil })
  }

  /// What the manifest in a module's folder declares: the reasons by category; nil if there is none.
  private func declared(in module: URL) throws -> [String: Set<String>]? {
    let file = module.appendingPathComponent("PrivacyInfo.xcprivacy")
    guard let data = try? Data(contentsOf: file) else { return nil }
    let manifest = try #require(
      try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    #expect(manifest.count == 4)
    let types = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    let pairs = try types.map { type in
      (
        String(
          try #require(type["NSPrivacyAccessedAPIType"] as? String).trimmingPrefix(
            "NSPrivacyAccessedAPICategory")),
        Set(try #require(type["NSPrivacyAccessedAPITypeReasons"] as? [String]))
      )
    }
    return Dictionary(pairs) { one, _ in one }
  }

  /// The folders of the modules that apps link, each with what its sources need.
  private func modules() throws -> [(folder: URL, needs: Set<String>)] {
    let sources = Repository.folder.appendingPathComponent("Sources")
    return try ["Runtime", "Transports", "Shared"].flatMap { room in
      let room = sources.appendingPathComponent(room)
      return try FileManager.default.contentsOfDirectory(atPath: room.path).sorted().map { name in
        let folder = room.appendingPathComponent(name)
        var found: Set<String> = []
        let files =
          FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        for case let file as URL in files where ["swift", "c", "h"].contains(file.pathExtension) {
          found.formUnion(needs(try String(contentsOf: file, encoding: .utf8)))
        }
        return (folder, found)
      }
    }
  }

  @Test func `a module declares the functions of Apple's list that it calls, and no others`() throws {
    let modules = try modules()
    #expect(modules.count > 10)
    for (folder, needs) in modules {
      let declared = try declared(in: folder)
      #expect(Set((declared ?? [:]).keys) == needs, "\(folder.lastPathComponent)")
      for (category, reasons) in declared ?? [:] {
        #expect(!reasons.isEmpty && reasons.isSubset(of: Self.categories[category]?.reasons ?? []))
      }
    }
  }

  @Test func `the package's manifest names exactly the modules with a privacy manifest`() throws {
    let manifest = try String(
      contentsOf: Repository.folder.appendingPathComponent("Package.swift"), encoding: .utf8)
    let list = try #require(manifest.firstMatch(of: /let modulesWithPrivacyManifest = \[([^\]]*)\]/)).1
    let named = Set(list.matches(of: /"Apus(\w+)"/).map { String($0.1) })
    let existing = try modules().map(\.folder).filter { try declared(in: $0) != nil }
    #expect(named == Set(existing.map(\.lastPathComponent)))
    #expect(!named.isEmpty)
  }

  @Test(arguments: [
    ("guard stat(path, &info) == 0 else { return }", "FileTimestamp"), ("// stat(path, &info)", nil),
    ("let status = startOfStat", nil), ("ProcessInfo.processInfo.systemUptime", "SystemBootTime"),
    ("  let free = attributes[.systemFreeSize]", "DiskSpace"),
    ("UITextInputMode.activeInputModes", "ActiveKeyboards"),
    ("@AppStorage(\"name\") var name = \"\"", "UserDefaults"),
  ])
  func `the check finds calls in code`(_ source: String, _ category: String?) {
    #expect(needs(source) == Set([category].compactMap(\.self)))
  }
}

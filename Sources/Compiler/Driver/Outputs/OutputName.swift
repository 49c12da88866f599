/// The names of output files, computed from the documents' paths alone, because a build plans its outputs before
/// reading any contents.
///
/// The plugin compiles this file too, through a symbolic link, so that both agree.
enum OutputName {
  /// A file for all documents of a run, rather than for one.
  enum Shared: String, CaseIterable {
    /// The enums and input objects that the documents use.
    case schema = "Schema"
  }

  /// A shared file of a separately compiled part of a target. `folder` is a relative path, or empty for the whole
  /// target. It cannot collide with a document's output, which begins with an even number of `~`.
  static func shared(_ file: Shared, ofFolder folder: String) -> String {
    folder.isEmpty ? file.rawValue + ending : "~" + forDocument(at: folder + "/\(file.rawValue).graphql")
  }

  /// All shared files of a part of a target.
  static func shared(ofFolder folder: String) -> [String] {
    Shared.allCases.map { shared($0, ofFolder: folder) }
  }

  /// The file next to the outputs in which the tool records what it read and wrote.
  static func record(ofFolder folder: String) -> String { shared(.schema, ofFolder: folder) + ".record" }

  /// The file that lists the files at package roots. It begins like that of a part of a target.
  static let rootNote = "~Package" + ending

  /// The suffix of every name.
  static let ending = ".graphql.swift"

  /// The maximum length, which leaves room for suffixes within a file system's limit of 255 bytes.
  static let lengthLimit = 200

  /// The output of the document at `path`, relative to the folder that was searched: `Views/Album.graphql` gives
  /// `Views_Album.graphql.swift`, and a Swift file `Views/Album.swift` gives `Views_Album.swift.graphql.swift`.
  ///
  /// No two paths have the same output. A folder ends in `_`. Within names, `_` is doubled, except that a leading `_`
  /// inside a folder becomes `~_`; and `~` is doubled. Read from the left, a name therefore has only one path. A name
  /// equal to that of a ``Shared`` file gets a `~` that no other name begins with. Only `A.swift` and `A.swift.graphql` would
  /// have the same, which the tool reports.
  static func forDocument(at path: String) -> String {
    if path.hasSuffix(".swift") { return forDocument(at: path + ".graphql") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(path.utf8.count + 8)
    let slash = UInt8(ascii: "/")
    let underscore = UInt8(ascii: "_")
    let tilde = UInt8(ascii: "~")
    var isWithinComponent = false
    var isLeading = false
    for byte in path.utf8 {
      if byte == slash {
        isWithinComponent = false
        continue
      }
      if !isWithinComponent {
        isWithinComponent = true
        isLeading = !bytes.isEmpty
        if isLeading { bytes.append(underscore) }
      }
      if byte == underscore {
        bytes.append(isLeading ? tilde : underscore)
      } else {
        isLeading = false
        if byte == tilde { bytes.append(tilde) }
      }
      bytes.append(byte)
    }
    var name = String(decoding: bytes, as: UTF8.self)
    let lowercased = name.lowercased()
    if Shared.allCases.contains(where: { $0.rawValue.lowercased() + ".graphql" == lowercased }) {
      name = "~" + name
    }
    if name.utf8.count > lengthLimit { name = shortened(name) }
    return name + ".swift"
  }

  /// Keeps the end of a long name, which is the most informative part, and prefixes a hash that makes it unique.
  private static func shortened(_ name: String) -> String {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in name.utf8 { hash = (hash ^ UInt64(truncatingIfNeeded: byte)) &* 1_099_511_628_211 }
    var end = Substring(name)
    while end.utf8.count > lengthLimit - 20 { end.removeFirst() }
    return "~" + String(hash, radix: 16) + "~" + end
  }
}

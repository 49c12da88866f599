/// The names of the files that come out: a function of the documents' paths alone, because a build plans its outputs
/// before it reads any content.
///
/// The plugin compiles this very file too (through a link), so that both give one answer.
enum OutputName {
  /// The file of the enums and input objects that a target's documents reach.
  static let schema = "Schema" + ending

  /// The same for a part of a target whose documents are compiled by themselves; `folder` is a path like a document's, or
  /// empty for the whole target. No document's output is called so: theirs begin with an even number of `~`.
  static func schema(ofFolder folder: String) -> String {
    folder.isEmpty ? schema : "~" + forDocument(at: folder + "/Schema.graphql")
  }

  /// The file beside them in which the tool notes what it read and wrote.
  static func record(ofFolder folder: String) -> String { schema(ofFolder: folder) + ".record" }

  /// The file that notes what is at the roots of packages. It begins like that of a part of a target.
  static let rootNote = "~Package" + ending

  /// How every name ends.
  static let ending = ".graphql.swift"

  /// Longer names would not fit a file system's limit of 255 bytes with what is put behind them.
  static let lengthLimit = 200

  /// The output of the document at `path`, relative to the folder that was searched: `Views/Album.graphql` gives
  /// `Views_Album.graphql.swift`.
  ///
  /// Two paths never give one name. A folder ends in `_`; within names `_` is doubled, but a name within a folder that
  /// begins with `_` writes `~_` for it, and `~` is doubled: read from the left, a name has one path only. What would
  /// be called like ``schema`` is given a `~` that nothing else begins with.
  static func forDocument(at path: String) -> String {
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
    if name.lowercased() == "schema.graphql" { name = "~" + name }
    if name.utf8.count > lengthLimit { name = shortened(name) }
    return name + ".swift"
  }

  /// The end of a long name, which tells most, behind a number that tells it from others with the same end.
  private static func shortened(_ name: String) -> String {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in name.utf8 { hash = (hash ^ UInt64(truncatingIfNeeded: byte)) &* 1_099_511_628_211 }
    var end = Substring(name)
    while end.utf8.count > lengthLimit - 20 { end.removeFirst() }
    return "~" + String(hash, radix: 16) + "~" + end
  }
}

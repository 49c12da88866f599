/// The names of the protocols for nested places in fragments: `AlbumCardFragment_Artist_Label`.
enum PlaceNames {
  /// The maximum length of a name.
  static let maximumLength = 60
  /// The length to which a fragment's name may be cut.
  private static let shortestFragment = 20

  /// The fragment's name and the types on the way to the place. If that is too long, the first types are left out.
  ///
  /// - Parameter ending: the text after the name.
  static func name(_ fragment: String, _ places: [String], ending: String = "") -> String {
    let length = maximumLength - ending.utf8.count
    for first in places.indices {
      let name = ([fragment] + places[first...]).joined(separator: "_")
      if name.utf8.count <= length { return name + ending }
    }
    guard let place = places.last else { return fragment + ending }
    let last = place.prefix(length - shortestFragment - 1)
    return "\(fragment.prefix(max(shortestFragment, length - 1 - last.utf8.count)))_\(last)\(ending)"
  }
}

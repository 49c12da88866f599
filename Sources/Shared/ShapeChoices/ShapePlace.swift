/// How places in values are spelled: the response names on the way to it, without the indices of list elements, as in
/// `album.artists[]`. Empty for the value itself.
package enum ShapePlace {
  /// The place of a member of the object at a place.
  package static func member(_ name: String, of place: String) -> String {
    place.isEmpty ? name : "\(place).\(name)"
  }

  /// The place of the elements of the list at a place.
  package static func element(of place: String) -> String { place + "[]" }

  /// Whether a place is another one or on the way to it, so that the form of its value may hide what is there.
  static func isAbove(_ place: String, _ other: String) -> Bool {
    guard other.hasPrefix(place) else { return false }
    return place.isEmpty || other.utf8.count == place.utf8.count
      || [".", "["].contains(other.dropFirst(place.count).first)
  }
}

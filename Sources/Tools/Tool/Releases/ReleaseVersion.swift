import ApusSource

/// The version of a shipped release: numbers with dots, and optionally the name of a pre-release, as in `2.3.0-beta.1`.
package struct ReleaseVersion: Comparable {
  /// The version in the spelling of the user, which is also the name of its file.
  package let text: String
  private let numbers: [Int]
  private let preRelease: [Substring]

  /// - Returns: nil if the text is not a version.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let numbers = words.compactMap(ReleaseVersion.number)
    guard numbers.count == words.count else { return nil }
    let names = parts.count == 2 ? parts[1].split(separator: ".", omittingEmptySubsequences: false) : []
    let isName = { (name: Substring) in
      !name.isEmpty
        && name.utf8.allSatisfy {
          ReleaseVersion.isDigit($0) || ReleaseVersion.isLetter($0) || $0 == UInt8(ascii: "-")
        }
    }
    guard names.allSatisfy(isName) else { return nil }
    self.text = text
    self.numbers = numbers
    preRelease = names
  }

  /// `2.10` comes after `2.9`, `2.0` equals `2`, and a pre-release comes before its release (semver.org, section 11).
  package static func < (left: ReleaseVersion, right: ReleaseVersion) -> Bool {
    left.order(to: right) < 0
  }

  package static func == (left: ReleaseVersion, right: ReleaseVersion) -> Bool {
    left.order(to: right) == 0
  }

  /// Negative if this version is older, positive if it is newer.
  private func order(to other: ReleaseVersion) -> Int {
    for index in 0..<max(numbers.count, other.numbers.count) {
      let (own, its) = (
        index < numbers.count ? numbers[index] : 0, index < other.numbers.count ? other.numbers[index] : 0
      )
      if own != its { return own < its ? -1 : 1 }
    }
    if preRelease.isEmpty || other.preRelease.isEmpty {
      return (preRelease.isEmpty ? 1 : 0) - (other.preRelease.isEmpty ? 1 : 0)
    }
    for (own, its) in zip(preRelease, other.preRelease) where own != its {
      switch (ReleaseVersion.number(own), ReleaseVersion.number(its)) {
      case (let own?, let its?) where own != its: return own < its ? -1 : 1
      case (_?, nil): return -1
      case (nil, _?): return 1
      default: return ByteOrder.precedes(String(own), String(its)) ? -1 : 1
      }
    }
    return preRelease.count - other.preRelease.count
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy(isDigit) ? Int(text) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
      || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }
}

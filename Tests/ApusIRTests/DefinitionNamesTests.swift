import Testing

@testable import ApusIR

@Suite(.timeLimit(.minutes(5))) struct DefinitionNamesTests {
  private func stems(_ names: [String]) -> [String] {
    let stems = DefinitionNames(names, suffix: "Fragment")
    return names.map { stems.stem(of: $0) }
  }

  @Test func aSuffixIsNotGivenTwice() {
    #expect(stems(["Album", "trackFragment"]) == ["Album", "Track"])
  }

  @Test func aSuffixThatTellsTwoNamesApartStays() {
    #expect(stems(["Album", "AlbumFragment"]) == ["Album", "AlbumFragment"])
    #expect(stems(["albumFragment", "album"]) == ["AlbumFragment", "Album"])
  }

  @Test func theSuffixAloneIsAName() {
    #expect(stems(["Fragment"]) == ["Fragment"])
  }
}

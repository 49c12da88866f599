import Testing

@testable import ApusSwiftModel

@Suite(.timeLimit(.minutes(15))) struct PlaceNamesTests {
  @Test func `a place is named after the types on the way to it`() {
    #expect(FragmentProtocol.name("CardFragment", ["Artist", "Label"]) == "CardFragment_Artist_Label")
    #expect(FragmentProtocol.name("CardFragment", [], ending: "Case") == "CardFragmentCase")
  }

  @Test func `a long name leaves out the first places`() {
    let places = ["EndOfEpoch", "Node", "Kind", "ConsensusCommitPrologueTransaction", "Epoch"]
    #expect(
      FragmentProtocol.name("RPCCheckpointFieldsFragment", places)
        == "RPCCheckpointFieldsFragment_Epoch")
    #expect(
      FragmentProtocol.name("RPCFieldsFragment", places)
        == "RPCFieldsFragment_ConsensusCommitPrologueTransaction_Epoch")
  }

  @Test(arguments: [0, 10, 30, 58, 59, 60, 90], [1, 10, 30, 58, 59, 60, 90])
  func `a name has at most sixty characters`(_ fragment: Int, _ place: Int) {
    for ending in ["", "Family"] {
      let name = FragmentProtocol.name(
        String(repeating: "f", count: fragment), ["Outer", String(repeating: "p", count: place)],
        ending: ending)
      #expect(name.utf8.count <= FragmentProtocol.maximumNameLength, "\(name)")
      #expect(name.contains("_p") && name.hasSuffix(ending))
    }
  }
}

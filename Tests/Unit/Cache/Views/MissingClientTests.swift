import ApusSwiftUI
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct MissingClientTests {
  @Test func `the localized description says where to set the client`() {
    #expect(MissingClientError().localizedDescription.contains(".graphQLClient(client)"))
  }
}

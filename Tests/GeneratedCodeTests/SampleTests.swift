import Apus
import ApusTesting
import Testing

/// Sample values of every operation of the golden cases.
@Suite struct SampleTests {
  @Test(arguments: GoldenOperation.all.keys.sorted())
  func `each type has a sample that survives encoding and decoding`(_ name: String) throws {
    try #require(GoldenOperation.all[name]).checkSample()
  }
}

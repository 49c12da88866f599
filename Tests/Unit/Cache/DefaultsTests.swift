import ApusCache
import Testing

/// The defaults that the documentation promises: who changes one changes the program of everybody who relies on it.
@Suite(.timeLimit(.minutes(15))) struct DefaultsTests {
  @Test func `the cache's defaults are the documented ones`() {
    let configuration = GraphQLCacheConfiguration()
    #expect(configuration.sizeLimit == 67_108_864)
    #expect(configuration.gracePeriod == .seconds(86_400))
    #expect(!configuration.usesCacheControl)
    #expect(configuration.cachesPartialResponses)
  }
}

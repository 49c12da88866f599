import Apollo

#if canImport(ApolloTestSupport)
  import ApolloTestSupport
#endif
#if canImport(ApolloPagination)
  import ApolloPagination
#endif
#if canImport(ApolloCombine)
  import ApolloCombine
#endif
#if canImport(ApolloUtils)
  import ApolloUtils
#endif
#if canImport(ApolloCore)
  import ApolloCore
#endif
#if canImport(ApolloCodegenLib)
  import ApolloCodegenLib
#endif
#if canImport(ApolloMigration)
  import ApolloMigration
#endif
#if canImport(ApolloWebSocket)
  @testable import ApolloWebSocket

  func socket(_ url: URL) -> WebSocket { WebSocket(url: url) }
#endif

func count(_ response: GraphQLResponse<MusicAPI.AlbumListQuery>) -> Int { response.data?.albums.count ?? 0 }

@preconcurrency import Apollo
import ApolloAPI

func two(_ error: GraphQLError) -> String { error.message ?? "none" }

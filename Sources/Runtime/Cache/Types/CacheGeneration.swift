/// The time between two calls of ``GraphQLCache/clear()``.
package final class CacheGeneration: Sendable {}

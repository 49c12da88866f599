/// An instant in a class.
///
/// The size of `ContinuousClock.Instant` is not known before the program runs, so a struct that holds one is copied and destroyed field by
/// field through the runtime. Requests and their options are copied some ten times on their way.
package final class BoxedInstant: Sendable {
  package let instant: ContinuousClock.Instant

  package init(_ instant: ContinuousClock.Instant) { self.instant = instant }
}

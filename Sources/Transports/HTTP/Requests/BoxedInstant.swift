/// An instant in a class.
///
/// The size of `ContinuousClock.Instant` is not known at compile time, so the runtime copies and destroys a struct that contains one field by field.
/// Requests and their options are copied about ten times on their way.
package final class BoxedInstant: Sendable {
  package let instant: ContinuousClock.Instant

  package init(_ instant: ContinuousClock.Instant) { self.instant = instant }
}

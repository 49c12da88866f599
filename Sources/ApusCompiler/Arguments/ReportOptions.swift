/// The options of every command that reports diagnostics.
package enum ReportOptions {
  package static let all = [maximumErrors, color]

  package static let maximumErrors = CommandSyntax.Option(
    name: "max-errors", values: ["NUMBER"],
    help: "Show this many errors at most, and how many more there are.")
  package static let color = CommandSyntax.Option(
    name: "color", values: ["auto|always|never"],
    help: "Colour messages; by default (auto) on a terminal, unless NO_COLOR is set.")
}

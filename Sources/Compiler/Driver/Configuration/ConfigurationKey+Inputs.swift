import ApusSchema
import ApusShapes
import ApusSource
import ApusSwiftModel
import ApusValidation

/// The keys for input files and for diagnostics.
extension ConfigurationKey {
  static var inputKeys: [ConfigurationKey] {
    [
      ConfigurationKey(
        name: "$schema", form: .text(.word), defaultText: "none",
        summary: "The JSON Schema for editors; Apus does not read it.",
        inheritance: [], conflict: .never
      ) { _, _ in },
      ConfigurationKey(
        name: "schema", form: .oneOrMore(.text(.path)), defaultText: "the files that the plugin finds",
        summary: "The GraphQL schema: SDL or introspection JSON. Several files form one schema.",
        inheritance: [], conflict: .never
      ) { value, configuration in configuration.schemas = value.texts },
      ConfigurationKey(
        name: "clientDirectives", form: .list(.text(.clientDirective)), defaultText: "[]",
        summary:
          "The names, without the `@`, of additional client-side directives, which are not sent.",
        inheritance: [
          .entries { lower, own in
            own.clientDirectives += lower.clientDirectives.filter { !own.clientDirectives.contains($0) }
          }
        ], conflict: .never
      ) { value, configuration in configuration.clientDirectives = value.texts },
      ConfigurationKey(
        name: "fragmentArguments", form: .boolean, defaultText: "false",
        summary:
          "Enable fragment arguments, including Relay's `@argumentDefinitions` and `@arguments`. The server does not see them.",
        inheritance: [
          .entries { lower, own in
            if lower.validation.allowsFragmentArguments { own.validation.allowsFragmentArguments = true }
          }
        ], conflict: .never
      ) { value, configuration in configuration.validation.allowsFragmentArguments = value.boolean ?? false },
    ]
  }

  static var diagnosticKeys: [ConfigurationKey] {
    [
      ConfigurationKey(
        name: "warnings",
        form: .map(.choice(SeverityRules.Rule.allCases.map(\.rawValue)), known: optionalRules),
        defaultText: "{}",
        summary:
          "Ignore warnings or turn them into errors, by code; `swift package apus explain` lists the codes. \"schema\" is for errors in parts of the schema "
          + "that no document uses. These codes are off unless they are listed: "
          + Suggestions.join(optionalRules.map { "`\($0.name)`" }, "and") + ".",
        inheritance: [], conflict: .never
      ) { value, configuration in
        for member in value.members ?? [] {
          let rule = member.value.string.flatMap(SeverityRules.Rule.init)
          if member.name == SeverityRules.unusedSchema {
            configuration.severities.ofUnusedSchema = rule ?? .warning
          } else {
            configuration.severities.set(member.name, member.value)
          }
        }
      }
    ]
  }

  /// The rules that are off by default, by their codes.
  private static var optionalRules: [ConfigurationForm.Member] {
    let names = SeverityRules.Rule.allCases.map(\.rawValue)
    let limited = ConfigurationForm.record([
      .init(
        name: "limit", form: .integer(minimum: 1), isRequired: true,
        summary: "The greatest number of fields that may nest in one another."),
      .init(
        name: "severity", form: .choice(names.filter { $0 != "ignore" }),
        summary: "Whether it is a warning (the default) or an error."),
    ])
    return SeverityRules.optionalCodes.map { code in
      let form =
        code == .deepSelection ? ConfigurationForm.either(.choice(["ignore"]), limited) : .choice(names)
      return .init(name: code.name, form: form, summary: "\(code.title). Off by default.")
    }
  }
}

import ApusDiagnostics

/// The table of keys as text: for people and for editors.
package enum ConfigurationReference {
  /// A list in Markdown: each key with its form, default and meaning.
  package static var markdown: String {
    var text = "`apus.json`, in the target's folder or at the package's root. Every key may be left out.\n\n"
    for key in ConfigurationKey.all {
      text += "- `\(key.name)`: \(key.summary)\n"
      text += "  Value: \(key.form.description). Default: \(key.defaultText).\n"
    }
    return text
  }

  /// A JSON Schema that editors check and complete `apus.json` by.
  package static var jsonSchema: String {
    let properties = ConfigurationKey.all.map { key in
      let summary = "\(key.summary) Default: \(key.defaultText)."
      return "  \(JSONText.quoted(key.name)): \(ConfigurationForm.described(key.form.schema, summary))"
    }
    return """
      {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"apus.json","type":"object",
      "additionalProperties":false,"properties":{
      \(properties.joined(separator: ",\n"))
      }}

      """
  }
}

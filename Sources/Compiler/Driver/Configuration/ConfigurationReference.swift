import ApusSource

/// The reference documentation of all keys, for people and for editors.
package enum ConfigurationReference {
  /// A Markdown list of all keys with form, default and description.
  package static var markdown: String {
    var text = "`apus.json`, in the target's folder or at the package's root. All keys are optional.\n\n"
    for key in ConfigurationKey.all {
      text += "- `\(key.name)`: \(key.summary)\n"
      text += "  Value: \(key.form.description). Default: \(key.defaultText)."
      text += key.inheritance.isEmpty ? "\n" : " Modules above inherit it.\n"
    }
    return text
  }

  /// A JSON Schema for checking and completing `apus.json` in editors.
  package static var jsonSchema: String {
    let properties = ConfigurationKey.all.map { key in
      (name: key.name, value: key.form.schema("\(key.summary) Default: \(key.defaultText)."))
    }
    let schema: JSONOutput = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "apus.json", "type": "object",
      "additionalProperties": .boolean(false), "properties": .object(properties),
    ]
    return schema.text(lineDepth: 2) + "\n"
  }
}

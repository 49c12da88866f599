import ApusFormatter
import ApusSource

/// Converts places to the protocol's format.
enum Form {
  /// The start of a file, for diagnostics without a place.
  static var start: JSONOutput { ["start": position(0, 0), "end": position(0, 0)] }

  static func position(_ line: Int, _ character: Int) -> JSONOutput {
    ["line": .number(line), "character": .number(character)]
  }
}

extension LanguageServer {
  func position(_ offset: Int, in file: SourceFile) -> JSONOutput {
    let place = file.position(at: offset, in: client.columns)
    return Form.position(place.line - 1, place.column - 1)
  }

  func range(_ range: SourceRange) -> JSONOutput {
    [
      "start": position(range.start, in: range.file),
      "end": position(max(range.start, range.end), in: range.file),
    ]
  }

  func range(_ bounds: Range<Int>, in file: SourceFile) -> JSONOutput {
    range(SourceRange(file: file, start: bounds.lowerBound, end: bounds.upperBound))
  }

  func location(_ place: SourceRange) -> JSONOutput {
    ["uri": .string(texts.uri(place.file.path)), "range": range(place)]
  }

  /// The text to put into a file: in a literal of a Swift file, with its indentation and escapes.
  func text(_ text: String, in file: SourceFile) -> String {
    file.origin.map { String(decoding: $0.literal(Array(text.utf8)), as: UTF8.self) } ?? text
  }

  /// A workspace edit: ranges in several files, with their replacements.
  ///
  /// - Parameter newFile: a file to create, for clients that support it.
  func workspaceEdit(
    _ edits: [(place: SourceRange, text: String)], newFile: (path: String, text: String)? = nil
  ) -> JSONOutput {
    var byPath: [(path: String, edits: [JSONOutput])] = []
    for edit in edits {
      let form: JSONOutput = [
        "range": range(edit.place), "newText": .string(text(edit.text, in: edit.place.file)),
      ]
      if let index = byPath.firstIndex(where: { $0.path == edit.place.file.path }) {
        byPath[index].edits.append(form)
      } else {
        byPath.append((edit.place.file.path, [form]))
      }
    }
    if client.takesDocumentChanges {
      var changes: [JSONOutput] = []
      if let newFile {
        let uri = JSONOutput.string(texts.uri(newFile.path))
        changes.append(["kind": "create", "uri": uri])
        changes.append([
          "textDocument": ["uri": uri, "version": .null],
          "edits": [["range": Form.start, "newText": .string(newFile.text)]],
        ])
      }
      changes += byPath.map { path, edits -> JSONOutput in
        let version = texts.open[path]?.version.map(JSONOutput.number) ?? .null
        return [
          "textDocument": ["uri": .string(texts.uri(path)), "version": version], "edits": .array(edits),
        ]
      }
      return ["documentChanges": .array(changes)]
    }
    return ["changes": .object(byPath.map { (name: texts.uri($0.path), value: .array($0.edits)) })]
  }
}

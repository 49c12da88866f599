import Apus
import ApusCache

/// A note, as the compiler writes the types of these three operations with a cache and decodable inputs.
package struct Note: GraphQLObject {
  package var id: String
  package var text: String

  package init(_reading r: inout GraphQLReader) throws { (id, text) = (try r.id("id"), try r.string("text")) }
  package func _write(to w: inout GraphQLWriter) {
    w.id("id", id)
    w.string("text", text)
  }
}

package struct AddNoteMutation: GraphQLMutation, GraphQLObject {
  package var text: String

  package struct Data: GraphQLObject {
    package var note: Note
    package init(_reading r: inout GraphQLReader) throws { note = try r.selection("addNote") }
    package func _write(to w: inout GraphQLWriter) { w.selection("addNote", note) }
  }

  package static let operationName = "AddNote"
  package static let operationID = ""
  package static let operationDocument =
    "mutation AddNote($text:String!){addNote(text:$text){id text ___:__typename}}"

  package init(text: String) { self.text = text }
  package init(_reading r: inout GraphQLReader) throws { text = try r.string("text") }
  package func _write(to w: inout GraphQLWriter) { w.string("text", text) }
}

package struct RenameNoteMutation: GraphQLMutation, GraphQLObject {
  package var id: String
  package var text: String

  package struct Data: GraphQLObject {
    package var note: Note
    package init(_reading r: inout GraphQLReader) throws { note = try r.selection("renameNote") }
    package func _write(to w: inout GraphQLWriter) { w.selection("renameNote", note) }
  }

  package static let operationName = "RenameNote"
  package static let operationID = ""
  package static let operationDocument =
    "mutation RenameNote($id:ID!,$text:String!){renameNote(id:$id,text:$text){id text ___:__typename}}"

  package init(id: String, text: String) { (self.id, self.text) = (id, text) }
  package init(_reading r: inout GraphQLReader) throws { (id, text) = (try r.id("id"), try r.string("text")) }
  package func _write(to w: inout GraphQLWriter) {
    w.id("id", id)
    w.string("text", text)
  }
}

package struct NoteQuery: GraphQLQuery {
  package var id: String

  package struct Data: GraphQLObject {
    package var note: Note?
    package init(_reading r: inout GraphQLReader) throws { note = try r.selectionOrNil("note") }
    package func _write(to w: inout GraphQLWriter) { w.selection("note", note) }
  }

  package static let operationName = "Note"
  package static let operationID = ""
  package static let operationDocument = "query Note($id:ID!){note(id:$id){id text ___:__typename}}"

  package init(id: String) { self.id = id }
  package func _write(to w: inout GraphQLWriter) { w.id("id", id) }
}

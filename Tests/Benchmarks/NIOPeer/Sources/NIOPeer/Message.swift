/// What the server sends, as a program without Apus would declare it.
struct Message: Decodable {
  struct Payload: Decodable {
    let data: Notices
  }

  struct Notices: Decodable {
    let notice: Notice
  }

  struct Notice: Decodable {
    let id: String
    let number: Int
    let kind: Kind
    let at: String
    let title: String
    let text: String
    let author: Author
    let tags: [String]
  }

  enum Kind: String, Decodable {
    case info = "INFO"
    case warning = "WARNING"
    case alarm = "ALARM"
  }

  struct Author: Decodable {
    let id: String
    let name: String
    let avatar: String?
  }

  let type: String
  let payload: Payload?
}

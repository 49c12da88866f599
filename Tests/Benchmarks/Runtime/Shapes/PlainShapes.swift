import Foundation

// The selections of Shapes.graphql as one would write them by hand for JSONDecoder.

enum PlainShapes {
  struct Coordinates: Codable, Hashable, Sendable {
    let coordinates: [Coordinate]
    struct Coordinate: Codable, Hashable, Sendable {
      let latitude: Double
      let longitude: Double
      let altitude: Double
      let accuracy: Double
    }
  }

  struct Texts: Codable, Hashable, Sendable {
    let texts: [Text]
    struct Text: Codable, Hashable, Sendable {
      let title: String
      let summary: String
      let body: String
    }
  }

  struct Conditions: Codable, Hashable, Sendable {
    let texts: [Text]
    struct Text: Codable, Hashable, Sendable {
      let title: String
      let summary: String?
      let body: String?
    }
  }

  struct Optionals: Codable, Hashable, Sendable {
    let optionals: [Sparse]
    struct Sparse: Codable, Hashable, Sendable {
      let a: String?
      let b: Int?
      let c: Double?
      let d: Bool?
      let e: String?
      let f: Int?
      let g: Double?
      let h: Bool?
      let i: String?
      let j: Int?
    }
  }

  enum Kind: String, Codable, Hashable, Sendable {
    case bug = "BUG"
    case featureRequest = "FEATURE_REQUEST"
    case question = "QUESTION"
    case documentationChange = "DOCUMENTATION_CHANGE"
    case performance = "PERFORMANCE"
    case securityAdvisory = "SECURITY_ADVISORY"
  }

  enum Status: String, Codable, Hashable, Sendable {
    case open = "OPEN"
    case inProgress = "IN_PROGRESS"
    case waitingForReview = "WAITING_FOR_REVIEW"
    case closedAsCompleted = "CLOSED_AS_COMPLETED"
    case closedAsDuplicate = "CLOSED_AS_DUPLICATE"
  }

  enum Priority: String, Codable, Hashable, Sendable {
    case low = "LOW"
    case medium = "MEDIUM"
    case high = "HIGH"
    case critical = "CRITICAL"
  }

  enum Visibility: String, Codable, Hashable, Sendable {
    case everyone = "PUBLIC"
    case internalToOrganization = "INTERNAL_TO_ORGANIZATION"
    case members = "PRIVATE"
  }

  struct Enums: Codable, Hashable, Sendable {
    let enums: [Flags]
    struct Flags: Codable, Hashable, Sendable {
      let kind: Kind
      let status: Status
      let priority: Priority
      let visibility: Visibility
    }
  }

  struct Unions: Codable, Hashable, Sendable {
    let unions: [Item]
  }

  enum Item: Codable, Hashable, Sendable {
    case song(Song)
    case film(Film)
    case book(Book)

    struct Song: Codable, Hashable, Sendable {
      let __typename: String
      let id: String
      let title: String
      let seconds: Int
    }

    struct Film: Codable, Hashable, Sendable {
      let __typename: String
      let id: String
      let title: String
      let minutes: Int
      let director: String
    }

    struct Book: Codable, Hashable, Sendable {
      let __typename: String
      let id: String
      let title: String
      let pages: Int
    }

    private enum CodingKeys: CodingKey { case __typename }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .__typename) {
      case "Song": self = .song(try Song(from: decoder))
      case "Film": self = .film(try Film(from: decoder))
      default: self = .book(try Book(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .song(let song): try song.encode(to: encoder)
      case .film(let film): try film.encode(to: encoder)
      case .book(let book): try book.encode(to: encoder)
      }
    }
  }

  struct Levels: Codable, Hashable, Sendable {
    let levels: [Level1]
    struct Level1: Codable, Hashable, Sendable {
      let number: Int
      let next: Level2
    }
    struct Level2: Codable, Hashable, Sendable {
      let number: Int
      let next: Level3
    }
    struct Level3: Codable, Hashable, Sendable {
      let number: Int
      let next: Level4
    }
    struct Level4: Codable, Hashable, Sendable {
      let number: Int
      let next: Level5
    }
    struct Level5: Codable, Hashable, Sendable {
      let number: Int
      let next: Level6
    }
    struct Level6: Codable, Hashable, Sendable {
      let number: Int
      let next: Level7
    }
    struct Level7: Codable, Hashable, Sendable {
      let number: Int
      let next: Level8
    }
    struct Level8: Codable, Hashable, Sendable { let number: Int }
  }

  struct Scalars: Codable, Hashable, Sendable {
    let scalars: [Stamp]
    struct Stamp: Codable, Hashable, Sendable {
      let id: UUID
      let createdAt: Date
      let updatedAt: Date
      let link: URL
    }
  }
}

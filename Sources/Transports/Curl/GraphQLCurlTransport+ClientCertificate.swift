#if os(Linux)
  import ApusPlatform

  extension GraphQLCurlTransport {
    /// A certificate that identifies the client to servers, with its private key.
    ///
    /// ```swift
    /// var configuration = GraphQLCurlTransport.Configuration()
    /// configuration.clientCertificate = GraphQLCurlTransport.ClientCertificate(
    ///   pem: URL(fileURLWithPath: "/etc/ssl/client.pem"), key: URL(fileURLWithPath: "/etc/ssl/client.key"))
    /// ```
    public struct ClientCertificate: Hashable, Sendable {
      /// The format of the files.
      enum Format: String {
        case pem = "PEM"
        case pkcs12 = "P12"
      }

      let format: Format
      let file: URL
      let key: URL?
      let password: String?

      /// Creates a certificate from two files in PEM format.
      ///
      /// - Parameters:
      ///   - pem: the file with the certificate. Intermediate certificates may follow in the same file.
      ///   - key: the file with the private key.
      ///   - password: the password of the private key; nil if it is not encrypted.
      public init(pem: URL, key: URL, password: String? = nil) {
        format = .pem
        file = pem
        self.key = key
        self.password = password
      }

      /// Creates a certificate from a PKCS #12 file (`.p12`, `.pfx`), which also contains the key.
      ///
      /// - Parameters:
      ///   - pkcs12: the file.
      ///   - password: the password of the file.
      public init(pkcs12: URL, password: String) {
        format = .pkcs12
        file = pkcs12
        key = nil
        self.password = password
      }
    }
  }

  extension GraphQLCurlTransport.ClientCertificate: CustomStringConvertible, CustomReflectable {
    /// Contains the file's path, but not the password.
    public var description: String { "client certificate \(file.path)" }

    /// Omits the password, because configurations end up in logs.
    public var customMirror: Mirror { Mirror(self, children: ["file": file.path]) }
  }
#endif

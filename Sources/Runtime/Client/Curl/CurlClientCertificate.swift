#if os(Linux)
  import ApusPlatform

  /// A certificate by which a client proves who it is, and its private key.
  ///
  /// ```swift
  /// var configuration = CurlConfiguration()
  /// configuration.clientCertificate = CurlClientCertificate(
  ///   pem: URL(fileURLWithPath: "/etc/ssl/client.pem"), key: URL(fileURLWithPath: "/etc/ssl/client.key"))
  /// ```
  public struct CurlClientCertificate: Hashable, Sendable {
    /// How the files are written.
    enum Format: String {
      case pem = "PEM"
      case pkcs12 = "P12"
    }

    let format: Format
    let file: URL
    let key: URL?
    let password: String?

    /// A certificate and its key in PEM form.
    ///
    /// - Parameters:
    ///   - pem: the file of the certificate; those between it and the authority may follow in the same file.
    ///   - key: the file of the private key.
    ///   - password: by which the key is encrypted; nil when it is not.
    public init(pem: URL, key: URL, password: String? = nil) {
      format = .pem
      file = pem
      self.key = key
      self.password = password
    }

    /// A certificate and its key in one file, in PKCS #12 form (`.p12`, `.pfx`).
    ///
    /// - Parameters:
    ///   - pkcs12: the file.
    ///   - password: by which the file is encrypted.
    public init(pkcs12: URL, password: String) {
      format = .pkcs12
      file = pkcs12
      key = nil
      self.password = password
    }
  }

  extension CurlClientCertificate: CustomStringConvertible, CustomReflectable {
    /// Names the file, not the password.
    public var description: String { "client certificate \(file.path)" }

    /// Without the password: configurations end up in logs.
    public var customMirror: Mirror { Mirror(self, children: ["file": file.path]) }
  }
#endif

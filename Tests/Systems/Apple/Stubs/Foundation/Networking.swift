// Apple's Foundation, as far as the package calls it: URLSession.
public struct URLError: Error, Hashable, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let unknown = Code(rawValue: -1)
    public static let cancelled = Code(rawValue: -999)
    public static let badURL = Code(rawValue: -1000)
    public static let timedOut = Code(rawValue: -1001)
    public static let unsupportedURL = Code(rawValue: -1002)
    public static let cannotFindHost = Code(rawValue: -1003)
    public static let cannotConnectToHost = Code(rawValue: -1004)
    public static let cannotLoadFromNetwork = Code(rawValue: -2000)
    public static let networkConnectionLost = Code(rawValue: -1005)
    public static let dnsLookupFailed = Code(rawValue: -1006)
    public static let httpTooManyRedirects = Code(rawValue: -1007)
    public static let notConnectedToInternet = Code(rawValue: -1009)
    public static let badServerResponse = Code(rawValue: -1011)
    public static let userAuthenticationRequired = Code(rawValue: -1013)
    public static let fileDoesNotExist = Code(rawValue: -1100)
    public static let secureConnectionFailed = Code(rawValue: -1200)
    public static let serverCertificateHasBadDate = Code(rawValue: -1201)
    public static let serverCertificateUntrusted = Code(rawValue: -1202)
    public static let serverCertificateHasUnknownRoot = Code(rawValue: -1203)
    public static let serverCertificateNotYetValid = Code(rawValue: -1204)
    public static let clientCertificateRejected = Code(rawValue: -1205)
    public static let clientCertificateRequired = Code(rawValue: -1206)
    public static let internationalRoamingOff = Code(rawValue: -1018)
    public static let dataNotAllowed = Code(rawValue: -1020)
    public static let appTransportSecurityRequiresSecureConnection = Code(rawValue: -1022)
  }

  public init(_ code: Code, userInfo: [String: Any] = [:]) {}
  public var code: Code { fatalError() }
  public var failingURL: URL? { nil }
}

public let NSLocalizedDescriptionKey = ""

public struct URLRequest: Hashable, Sendable {
  public init(url: URL) {}
  public var url: URL?
  public var httpMethod: String?
  public var httpBody: Data?
  public var timeoutInterval: TimeInterval {
    get { 0 }
    set {}
  }
  public mutating func setValue(_ value: String?, forHTTPHeaderField: String) {}
  public mutating func addValue(_ value: String, forHTTPHeaderField: String) {}
}

open class URLResponse: NSObject, @unchecked Sendable {
  open var url: URL? { nil }
  open var expectedContentLength: Int64 { 0 }
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  open var statusCode: Int { 0 }
  open var allHeaderFields: [AnyHashable: Any] { [:] }
  @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
  open func value(forHTTPHeaderField: String) -> String? { nil }
}

open class URLCache: NSObject, @unchecked Sendable {}

open class HTTPCookieStorage: NSObject, @unchecked Sendable {}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var ephemeral: URLSessionConfiguration { fatalError() }
  open class var `default`: URLSessionConfiguration { fatalError() }
  open var httpMaximumConnectionsPerHost: Int {
    get { 0 }
    set {}
  }
  open var urlCache: URLCache? {
    get { nil }
    set {}
  }
  open var httpCookieStorage: HTTPCookieStorage? {
    get { nil }
    set {}
  }
  open var timeoutIntervalForRequest: TimeInterval {
    get { 0 }
    set {}
  }
}

open class URLCredential: NSObject, @unchecked Sendable {}

open class URLProtectionSpace: NSObject, @unchecked Sendable {
  open var authenticationMethod: String { "" }
}

open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
  open var protectionSpace: URLProtectionSpace { fatalError() }
}

public let NSURLAuthenticationMethodDefault = ""
public let NSURLAuthenticationMethodHTTPBasic = ""
public let NSURLAuthenticationMethodHTTPDigest = ""
public let NSURLAuthenticationMethodHTMLForm = ""
public let NSURLAuthenticationMethodNTLM = ""
public let NSURLAuthenticationMethodNegotiate = ""
public let NSURLAuthenticationMethodServerTrust = ""

@available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
open class URLSessionTaskTransactionMetrics: NSObject, @unchecked Sendable {
  open var domainLookupStartDate: Date? { nil }
  open var domainLookupEndDate: Date? { nil }
  open var connectStartDate: Date? { nil }
  open var secureConnectionStartDate: Date? { nil }
  open var secureConnectionEndDate: Date? { nil }
  open var connectEndDate: Date? { nil }
  open var responseStartDate: Date? { nil }
  open var isReusedConnection: Bool { false }
}

@available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
open class URLSessionTaskMetrics: NSObject, @unchecked Sendable {
  open var transactionMetrics: [URLSessionTaskTransactionMetrics] { [] }
  open var taskInterval: DateInterval { DateInterval(start: Date(), duration: 0) }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
  open var taskIdentifier: Int { 0 }
  open var response: URLResponse? { nil }
  open var error: (any Error)? { nil }
  open func resume() {}
  open func suspend() {}
  open func cancel() {}
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
open class URLSessionWebSocketTask: URLSessionTask, @unchecked Sendable {
  public enum CloseCode: Int, @unchecked Sendable {
    case invalid = 0
    case normalClosure = 1000
    case goingAway = 1001
    case protocolError = 1002
  }
  public enum Message: Sendable {
    case data(Data)
    case string(String)
  }
  open var maximumMessageSize: Int {
    get { 0 }
    set {}
  }
  open var closeCode: CloseCode { .invalid }
  open var closeReason: Data? { nil }
  public func send(
    _ message: Message, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {}
  public func receive() async throws -> Message { fatalError() }
  public func receive(completionHandler: @escaping @Sendable (Result<Message, any Error>) -> Void) {}
  open func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void) {}
  open func cancel(with closeCode: CloseCode, reason: Data?) {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

open class URLSession: NSObject, @unchecked Sendable {
  public enum AuthChallengeDisposition: Int, @unchecked Sendable {
    case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
  }

  public enum ResponseDisposition: Int, @unchecked Sendable { case cancel, allow }

  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue: OperationQueue?
  ) {}
  open class var shared: URLSession { fatalError() }
  open var configuration: URLSessionConfiguration { fatalError() }
  open var delegate: (any URLSessionDelegate)? { fatalError() }
  open func finishTasksAndInvalidate() {}
  open func invalidateAndCancel() {}
  open func dataTask(with: URLRequest) -> URLSessionDataTask { fatalError() }
  @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
  open func webSocketTask(with: URLRequest) -> URLSessionWebSocketTask { fatalError() }
  open func uploadTask(with: URLRequest, fromFile: URL) -> URLSessionUploadTask { fatalError() }
  open func uploadTask(with: URLRequest, from: Data) -> URLSessionUploadTask { fatalError() }
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public func data(for: URLRequest) async throws -> (Data, URLResponse) { fatalError() }
}

public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
}

extension URLSessionTaskDelegate {
  // An optional method of the protocol, too.
  @available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
  ) {}
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
}

// In Objective-C these methods are optional; the stub has defaults in their place.
extension URLSessionTaskDelegate {
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {}
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {}
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {}
}

extension URLSessionDataDelegate {
  public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {}
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public protocol URLSessionWebSocketDelegate: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?)
  func urlSession(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
    didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?)
}

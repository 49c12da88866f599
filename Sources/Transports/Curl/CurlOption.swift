#if os(Linux)
  /// The options of a transfer, by the numbers of libcurl's binary interface.
  ///
  /// Reference: <https://curl.se/libcurl/c/curl_easy_setopt.html>.
  package enum CurlOption: Int32 {
    case tlsVersion = 32
    case verbose = 41
    case post = 47
    case httpProxyTunnel = 61
    case freshConnect = 74
    case httpGet = 80
    case httpVersion = 84
    case bufferSize = 98
    case noSignal = 99
    case connectOnly = 141
    case connectTimeoutMilliseconds = 156
    case protocols = 181
    case rtspRequest = 189
    case tcpKeepAlive = 213
    case pipeWait = 237
    case suppressConnectHeaders = 265
    case maximumConnectionAge = 288
    case quickExit = 322
    case writeData = 10001
    case url = 10002
    case proxy = 10004
    case readData = 10009
    case errorBuffer = 10010
    case postFields = 10015
    case userAgent = 10018
    case httpHeader = 10023
    case clientCertificate = 10025
    case clientKeyPassword = 10026
    case headerData = 10029
    case customRequest = 10036
    case privateData = 10103
    case certificateAuthorities = 10065
    case clientCertificateType = 10086
    case clientKey = 10087
    case debugData = 10095
    case certificateAuthorityFolder = 10097
    case acceptEncoding = 10102
    case seekData = 10168
    case pinnedPublicKey = 10230
    case unixSocketPath = 10231
    case writeFunction = 20011
    case readFunction = 20012
    case headerFunction = 20079
    case debugFunction = 20094
    case seekFunction = 20167
    case postFieldSize = 30120
  }

  /// The options for all transfers together.
  enum CurlMultiOption: Int32 {
    case maximumIdleConnections = 6
    case maximumConnectionsPerHost = 7
    case socketData = 10002
    case timerData = 10005
    case socketFunction = 20001
    case timerFunction = 20004
  }

  /// Information about a transfer: CURLINFO_LONG and a number, CURLINFO_OFF_T for times in microseconds, or CURLINFO_STRING for the URL that was set.
  enum CurlInformation: Int32 {
    case privateData = 0x100015
    case localPort = 0x20002A
    case requestSize = 0x20000C
    case newConnectionCount = 0x20001A
    case totalTime = 0x600032
    case nameLookupTime = 0x600033
    case connectTime = 0x600034
    case firstByteTime = 0x600036
    case tlsTime = 0x600038
  }

  /// Return values of callbacks other than a number of bytes.
  enum CurlCallback {
    /// CURL_WRITEFUNC_PAUSE and CURL_READFUNC_PAUSE.
    static let pause = 0x1000_0001
    /// CURL_READFUNC_ABORT.
    static let abort = 0x1000_0000
  }
#endif

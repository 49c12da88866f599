// Requests, responses and errors are in a separate module, because transports need them and clients need transports.
@_exported public import ApusHTTP

#if os(Linux)
  @_exported public import ApusCurl
#else
  @_exported public import ApusURLSession
#endif

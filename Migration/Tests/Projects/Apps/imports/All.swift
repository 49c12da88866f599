@_exported import Apollo

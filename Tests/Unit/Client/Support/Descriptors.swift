import Foundation

/// How many file descriptors the process may have; 65,536 where it is more, which would take long to use up.
let mostDescriptors = min(sysconf(Int32(_SC_OPEN_MAX)), 1 << 16)

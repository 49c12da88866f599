// What the package calls of Apple's notifications between processes (notify.h).
import Foundation

public typealias notify_handler_t = @convention(block) (Int32) -> Void
public var NOTIFY_STATUS_OK: Int32 { 0 }

@discardableResult
public func notify_post(_ name: UnsafePointer<CChar>!) -> UInt32 { 0 }
@discardableResult
public func notify_register_dispatch(
  _ name: UnsafePointer<CChar>!, _ outToken: UnsafeMutablePointer<Int32>!, _ queue: DispatchQueue!,
  _ handler: notify_handler_t!
) -> UInt32 { 0 }
@discardableResult
public func notify_cancel(_ token: Int32) -> UInt32 { 0 }

import ApusConcurrency

package typealias Locked = ApusConcurrency.Locked

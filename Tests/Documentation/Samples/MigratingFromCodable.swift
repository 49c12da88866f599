import Apus
import Foundation

let bytes: Data = given()

/// The networking that a project already has.
func post(_ body: [UInt8]) async throws -> [UInt8] { given() }

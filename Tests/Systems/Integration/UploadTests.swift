import ApusClient
import Foundation
import Testing

extension ServerTests {
  @Suite struct UploadTests {
    @Test func `8 MB from a file`() async throws {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
      try Data((0..<(8 << 20)).map { UInt8($0 % 251) }).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let log = RequestLog()
      var client = try await client()
      client.interceptors = [log]
      let upload = GraphQLUpload(file: file, fileName: "bytes \"1\".bin")
      let data = try await client.perform(UploadFileMutation(file: upload))
      #expect(data.upload.size == 8 << 20)
      #expect(data.upload.sha256 == "bdf23837181f5808331800c1ae2b4f7d7a839536b10d58491471c50dde23833a")
      #expect(data.upload.contentType == "application/octet-stream")
      // What was sent was read from where it is.
      guard case .parts(let parts)? = await log.requests.first?.body else {
        Issue.record("the body was in memory")
        return
      }
      #expect(parts.contains(.file(file, byteCount: 8 << 20)))
    }

    @Test func `a list of files, one of them twice`() async throws {
      let first = GraphQLUpload(data: Data("first".utf8), fileName: "a.txt", contentType: "text/plain")
      let second = GraphQLUpload(data: Data("zweite — é".utf8), fileName: "b.txt")
      let mutation = UploadFilesMutation(files: [first, second, first], note: .value("three"))
      let files = try await client().perform(mutation).uploadMany
      #expect(files.map(\.filename) == ["a.txt", "b.txt", "a.txt"])
      #expect(files.map(\.contentType) == ["text/plain", "application/octet-stream", "text/plain"])
      #expect(files.map(\.size) == [5, 13, 5])
      #expect(files.last?.sha256 == files.first?.sha256)
      #expect(files.first?.sha256 == "a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e")
      #expect(
        files.dropFirst().first?.sha256 == "bcce7691d375e6c35a518a5d9c7bf890a931e9c83b0f2567b96f3c82e4b3e0c7")
    }

    @Test func `files of a text`() async throws {
      let first = GraphQLUpload(data: Data("first".utf8), fileName: "a.txt", contentType: "text/plain")
      let text = try GraphQLText(
        "mutation($files: [Upload!]!) { uploadMany(files: $files) { filename contentType sha256 } }",
        uploads: [["files", 0]: first, ["files", 1]: first])
      let data = try await client().perform(text)
      #expect(data["uploadMany"].list?.map { $0["filename"].string } == ["a.txt", "a.txt"])
      #expect(
        data["uploadMany"][1]["sha256"].string
          == "a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e")
    }

    @Test func `a file that is not there`() async throws {
      let upload = GraphQLUpload(file: URL(fileURLWithPath: "/nowhere/at/all"))
      let error = try await clientError { _ = try await client().perform(UploadFileMutation(file: upload)) }
      guard case .invalidRequest(let reason) = error else { throw error }
      #expect(reason.hasPrefix("the file /nowhere/at/all cannot be read"))
    }
  }
}

import ApusDriver
import Testing

@testable import ApusTool

@Suite(.timeLimit(.minutes(15))) struct SecretsTests {
  @Test func `nothing secret stays`() {
    var secrets = Secrets()
    secrets.add(header: "Authorization: Bearer abc123")
    secrets.add(header: "Cookie: session=s3cret; theme=dark")
    secrets.add(address: "https://me:pass%20word@example.com:8080/graphql?key=k-123&v=2")
    secrets.add("service:music:xyz")
    #expect(
      secrets.hide(
        in:
          "401 for Bearer abc123 (abc123) session s3cret at https://me:pass%20word@example.com:8080/graphql?key=k-123&v=2"
      )
        == "401 for … (…) … … at https://…@example.com:8080/graphql?key=…&v=2")
    #expect(secrets.hide(in: "key service:music:xyz of Bearer") == "key … of Bearer")
    #expect(Secrets().hide(in: "as it is") == "as it is")
  }

  @Test func `what is no secret stays`() {
    var secrets = Secrets()
    secrets.add(address: "https://example.com/graphql")
    secrets.add(address: "example.com?a=b")
    secrets.add(header: "X: 1")
    #expect(secrets.hide(in: "https://example.com/graphql 1 a b") == "https://example.com/graphql 1 a b")
  }
}

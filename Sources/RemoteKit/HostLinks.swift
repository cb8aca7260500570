package import ByteKit

/// The addresses of a repository's web pages.
package struct HostLinks: Hashable, Sendable {
  package let kind: HostKind
  /// The repository's own page, without a slash at the end.
  package let repository: ByteString
  /// Azure DevOps' page of the project, where work items are.
  private let project: ByteString
  /// Bitbucket Server and Data Center have other addresses than bitbucket.org.
  private let isBitbucketServer: Bool
  /// What stands for `HEAD` at Azure DevOps, which compares branches, tags and commits by kind.
  private let branch: ByteString

  /// The links for `remote`, or nil if nothing says what its host is.
  ///
  /// `kind` is what `changelog.host` says and wins over the host's name; `branch` carries the
  /// releases.
  package init?(remote: RemoteEndpoint, kind: HostKind?, branch: ByteString = "main") {
    guard let remote = WebAddress(remote), let kind = kind ?? HostKind(host: remote.host) else {
      return nil
    }
    self.kind = kind
    self.branch = branch
    var pieces = remote.path.split(on: UInt8(ascii: "/"))
    switch kind {
    case .azure:
      guard let (repository, project) = Self.azure(remote, pieces) else { return nil }
      self.repository = repository
      self.project = project
      isBitbucketServer = false
    case .bitbucket where remote.host != "bitbucket.org" && remote.host != "altssh.bitbucket.org":
      if let scm = pieces.firstIndex(of: "scm"), remote.isWeb { pieces.remove(at: scm) }
      guard let name = pieces.popLast(), let owner = pieces.popLast() else { return nil }
      let place: ByteString =
        owner.dropping(prefix: "~").map { "users/\($0)" } ?? "projects/\(owner)"
      let base = ([remote.origin] + pieces).joined(separator: "/")
      repository = "\(base)/\(place)/repos/\(name)"
      project = repository
      isBitbucketServer = true
    default:
      let origin: ByteString =
        switch remote.host {
        case "ssh.github.com", "www.github.com": "https://github.com"
        case "altssh.gitlab.com": "https://gitlab.com"
        case "altssh.bitbucket.org": "https://bitbucket.org"
        default: remote.origin
        }
      repository = "\(origin)/\(remote.path)"
      project = repository
      isBitbucketServer = false
    }
  }

  /// Azure DevOps' three spellings, today's, ssh's `v3/…`, and `<organisation>.visualstudio.com`.
  private static func azure(
    _ remote: WebAddress,
    _ given: [ByteString]
  ) -> (repository: ByteString, project: ByteString)? {
    var pieces = given
    if let version = pieces.first, version == "v3" {
      guard pieces.count == 4 else { return nil }
      let project: ByteString = "https://dev.azure.com/\(pieces[1])/\(pieces[2])"
      return ("\(project)/_git/\(pieces[3])", project)
    }
    guard let mark = pieces.firstIndex(of: "_git"), mark + 1 < pieces.count else { return nil }
    let name = pieces[mark + 1]
    pieces = Array(pieces[..<mark])
    // A project's main repository is addressed without the project's name.
    let owner = ([remote.origin] + pieces).joined(separator: "/")
    let needed = remote.host == "dev.azure.com" ? 2 : 1
    let project = pieces.count < needed ? "\(owner)/\(name)" : owner
    return ("\(owner)/_git/\(name)", project)
  }

  /// The page of `#12` or `!12`; nil where the host has none.
  ///
  /// `isPullRequest` says that `#12` stands where forges put the request's number. (GitHub, Gitea
  /// and Forgejo lead from one to the other.)
  package func url(ofReference reference: ByteString, isPullRequest: Bool) -> ByteString? {
    let number = ByteString(reference.bytes.dropFirst())
    let isExclamation = reference.hasPrefix("!")
    switch kind {
    case .github:
      if isExclamation { return nil }
      return "\(repository)/\(isPullRequest ? "pull" : "issues")/\(number)"
    case .gitlab:
      return "\(repository)/-/\(isExclamation ? "merge_requests" : "issues")/\(number)"
    case .gitea, .forgejo:
      return "\(repository)/\(isPullRequest || isExclamation ? "pulls" : "issues")/\(number)"
    case .bitbucket:
      if isExclamation { return nil }
      if isPullRequest { return "\(repository)/pull-requests/\(number)" }
      return isBitbucketServer ? nil : "\(repository)/issues/\(number)"
    case .azure:
      if isExclamation { return "\(repository)/pullrequest/\(number)" }
      return "\(project)/_workitems/edit/\(number)"
    }
  }

  /// The page of the commit with this full or abbreviated name.
  package func url(ofCommit name: ByteString) -> ByteString? {
    switch kind {
    case .github, .gitea, .forgejo, .azure: "\(repository)/commit/\(name)"
    case .gitlab: "\(repository)/-/commit/\(name)"
    case .bitbucket: "\(repository)/commits/\(name)"
    }
  }

  /// The page that compares two revisions: tags, or `HEAD` for the newest.
  package func compare(from older: ByteString, to newer: ByteString) -> ByteString {
    if isBitbucketServer {
      return "\(repository)/compare/commits?targetBranch=\(Self.fullName(older))"
        + "&sourceBranch=\(Self.fullName(newer))"
    }
    let (from, to) = (older.percentEncoded, newer.percentEncoded)
    switch kind {
    case .github, .gitea, .forgejo: return "\(repository)/compare/\(from)...\(to)"
    case .gitlab: return "\(repository)/-/compare/\(from)...\(to)"
    case .bitbucket:
      // The newer comes first, a carriage return between them.
      return "\(repository)/branches/compare/\(to)%0D\(from)"
    case .azure:
      return "\(repository)/branchCompare?baseVersion=GT\(from)"
        + "&targetVersion=\(newer == "HEAD" ? "GB\(branch.percentEncoded)" : "GT\(to)")"
    }
  }

  /// The page that opens a request to merge `branch` (without `refs/heads/`).
  package func newRequest(for branch: ByteString) -> ByteString {
    let name = branch.percentEncoded
    if isBitbucketServer {
      return "\(repository)/pull-requests?create&sourceBranch=refs/heads/\(name)"
    }
    return switch kind {
    case .github: "\(repository)/pull/new/\(name)"
    case .gitlab:
      "\(repository)/-/merge_requests/new?merge_request%5Bsource_branch%5D=\(name)"
    case .gitea, .forgejo: "\(repository)/compare/\(name)"
    case .bitbucket: "\(repository)/pull-requests/new?source=\(name)&t=1"
    case .azure: "\(repository)/pullrequestcreate?sourceRef=\(name)"
    }
  }

  /// The page of a release's tag.
  package func release(tag: ByteString) -> ByteString {
    if isBitbucketServer { return "\(repository)/commits?until=\(Self.fullName(tag))" }
    let name = tag.percentEncoded
    return switch kind {
    case .github, .gitea, .forgejo: "\(repository)/releases/tag/\(name)"
    case .gitlab: "\(repository)/-/tags/\(name)"
    case .bitbucket: "\(repository)/commits/tag/\(name)"
    case .azure: "\(repository)?version=GT\(name)"
    }
  }

  private static func fullName(_ revision: ByteString) -> ByteString {
    revision == "HEAD" ? revision : ("refs/tags/" + revision).percentEncoded
  }
}

extension ByteString {
  /// With all but letters, digits and `-._~/` percent-encoded: for a revision in an address.
  fileprivate var percentEncoded: ByteString {
    var result: [UInt8] = []
    for byte in bytes {
      if byte.isASCIILetterOrDigit || "-._~/".utf8.contains(byte) {
        result.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return ByteString(result)
  }
}

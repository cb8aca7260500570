import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit
import ToolKit

/// What is wrong in the environment, and in the repositories looked at.
struct PlaceFindings {
  let doctor: Doctor

  var findings: [Finding] { variables + doctor.repositories.compactMap(override) }

  private var variables: [Finding] {
    let names: [ByteString] = [
      "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL",
    ]
    return names.filter { doctor.context.environment[$0] != nil }.map { name in
      Finding(
        code: .env,
        path: nil,
        line: nil,
        message: "$\(name.text) beats every identity",
        cure: .command("unset \(name.text)")
      )
    }
  }

  /// A name or an address of the repository's own that beats what is promised there.
  private func override(_ repository: ByteString) -> Finding? {
    guard let config = doctor.config(in: repository),
      let promised = doctor.known.promised(in: config)
    else { return nil }
    let own = config.entries.last { entry in
      guard entry.scope == .local || entry.scope == .worktree, entry.subsection == nil,
        entry.origin.source?.inclusion == nil, entry.name == "email" || entry.name == "name",
        entry.section == "user" || entry.section == "author" || entry.section == "committer",
        let value = entry.value
      else { return false }
      return !promised.pairs.contains { pair in
        entry.name == "email"
          ? EmailAddress.isSame(pair.email, value)
          : pair.name.map { IdentityCleaning.isSame($0, value) } ?? true
      }
    }
    guard let own, let source = own.origin.source else { return nil }
    // What `use` includes at the end wins over it.
    let winner = config.all(own.key).last
    guard winner?.origin.source === source else { return nil }
    return Finding(
      code: .localOverride,
      path: source.path,
      line: own.origin.line,
      message: "\(own.key.text) '\(own.value?.text ?? "")' of the repository beats "
        + "'\(promised.name.text)', which is promised there",
      cure: .command(
        "git config --file \(doctor.home.shellWord(source.path).text) --unset-all \(own.key.text)"
      )
    )
  }
}

extension Doctor {
  /// All configuration in a repository that is there; nil if git would not read it.
  func config(in repository: ByteString) -> ConfigStack? {
    var environment = context.environment
    environment["GIT_DIR"] = nil
    environment["GIT_WORK_TREE"] = nil
    environment["PWD"] = repository
    guard
      case .found(let location)? = try? RepositoryLocation.discover(
        environment: environment,
        workingDirectory: repository,
        gitVersion: gitVersion
      )
    else { return nil }
    return try? ConfigStack.load(
      location,
      environment: environment,
      workingDirectory: repository,
      gitVersion: gitVersion
    )
  }

  /// The remotes' URLs of all repositories looked at.
  var urls: [ByteString] {
    repositories.flatMap { repository -> [ByteString] in
      (config(in: repository)?.entries ?? []).filter {
        $0.section == "remote" && $0.subsection != nil && $0.name == "url"
      }.compactMap(\.value)
    }
  }
}

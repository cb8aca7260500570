import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit

/// What will go wrong when a commit is signed or pushed.
struct Pushing {
  let remarks: [Remark]

  init(_ answer: Answer, _ environment: Environment) {
    var found: [Remark] = []
    let place = PlaceText(environment)
    if let signing = answer.signing, signing.signsCommits || signing.signsTags {
      let what = signing.signsCommits ? "commits" : "tags"
      switch signing.key {
      case .file(let path, false):
        let entry = signing.entries["user.signingKey"].map { " (\(place.chain($0.origin)))" } ?? ""
        found.append(
          Remark("\(what) are to be signed, but there is no key '\(place.path(path))'\(entry)")
        )
      case .missing:
        found.append(
          Remark(
            "\(what) are to be signed, but there is no key",
            fix: "git config --global user.signingKey ~/.ssh/id_ed25519.pub"
          )
        )
      case .file, .named, .literal, .committer, .command: break
      }
    }
    if let command = answer.transport?.sshCommand?.value, let key = SSHKey(command: command) {
      let users = UserDatabase.system(environment)
      let path = PathExpansion(environment: environment, users: users).expand(key.path) ?? key.path
      if path.isAbsolutePath, !FileSystem.exists(path) {
        found.append(Remark("ssh is told to use the key '\(place.path(path))', which is not there"))
      }
    }
    remarks = found
  }
}

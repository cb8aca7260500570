import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// On a full disk either nothing is deleted or everything can be undone.
@Suite(.enabled(if: SmallDisk.isPossible, "only root can mount a small disk"))
struct FullDiskTests {
  /// From nothing at all to enough, in KiB.
  @Test(arguments: [0, 4, 8, 12, 16, 20, 28, 36, 48, 64, 128, 4096])
  func littleRoomLosesNothing(free: Int) throws {
    let lab = try Lab("mkdir disk", in: "home")
    let disk = try SmallDisk(lab)
    try lab.bash(
      """
      cd ../disk; new; feat; git merge -q feat; git push -q
      for b in a b c; do git branch -q $b feat; git push -qu origin $b; done
      for b in a b c feat; do git --git-dir=../remote.git branch -qD $b; done; git fetch -qp
      """
    )
    lab.sandbox.workingDirectory = lab.sandbox.path("disk/w")
    let before = try lab.state()
    try disk.fill(leaving: free)
    let result = try lab.prune("--no-fetch")
    try disk.empty()

    _ = try lab.configuration()
    if try lab.branches().count == 5 {
      #expect(try lab.state() == before)
      #expect(result.shellStatus != 0)
      #expect(!result.errorOutput.isEmpty)
    } else {
      #expect(try lab.branches() == ["main"])
    }
    _ = try lab.prune("--undo")
    #expect(try lab.state() == before)
    #expect(try lab.prune("--no-fetch").shellStatus == 0)
    #expect(try lab.branches() == ["main"])
  }
}

/// A file system of a few megabytes.
final class SmallDisk {
  private let lab: Lab
  private let path: ByteString

  static let isPossible: Bool = {
    guard let lab = try? Lab("mkdir w") else { return false }
    return (try? SmallDisk(lab, at: "w")) != nil
  }()

  init(_ lab: Lab, at name: ByteString = "disk") throws {
    self.lab = lab
    path = lab.sandbox.path(name)
    let result = try lab.sandbox.run(
      "mount",
      ["-t", "tmpfs", "-o", "size=8m", "tmpfs", path]
    )
    guard result.succeeded else { throw Failure(arguments: ["mount"], result: result) }
  }

  deinit { _ = try? lab.sandbox.run("umount", ["-l", path]) }

  /// `kilobytes`: what stays free.
  func fill(leaving kilobytes: Int) throws {
    try lab.bash(
      """
      cd '\(path)'; dd if=/dev/zero of=ballast bs=1024 2>/dev/null || true
      size=$(stat -c %s ballast); truncate -s $((size - \(kilobytes) * 1024)) ballast
      """
    )
  }

  func empty() throws { try FileSystem.remove(path.appendingPath("ballast")) }
}

import ByteKit
import ConfigKit
import FileKit
import ToolKit

/// A folder of commands that is registered in the global configuration.
struct Collection: Equatable, Sendable {
  let name: ByteString
  /// Absolute.
  var path: ByteString
  /// What it was cloned from.
  var url: ByteString?
  /// The revision that it stays at.
  var pin: ByteString?
  /// Whether it is the user's own: `new` writes to it and `update --push` pushes it.
  var isOwn = false

  private static let section: ByteString = "toolbox"

  /// All collections, in the order of the configuration.
  static func registered(in context: Context, _ places: Places) throws -> [Collection] {
    let config = try context.config()
    return try config.subsections(of: section).compactMap { name in
      func last(_ key: ByteString) -> ConfigEntry? {
        config.all(ConfigKey(section: section, subsection: name, name: key))
          .last(where: \.isUsersOwn)
      }
      guard CommandName.isCollection(name), let entry = last("path") else { return nil }
      return Collection(
        name: name,
        path: try entry.path(environment: context.environment).absolutePath(in: places.userHome),
        url: try last("url")?.string(),
        pin: try last("pin")?.string(),
        isOwn: try last("own")?.boolean() ?? false
      )
    }
  }

  /// Writes the registration into the user's global configuration file.
  func register(in context: Context, _ places: Places) throws {
    try Self.edit(context) { editor in
      editor.set(key("path"), to: places.short(path))
      if let url { editor.set(key("url"), to: url) }
      if let pin { editor.set(key("pin"), to: pin) }
      if isOwn { editor.set(key("own"), to: "true") }
    }
  }

  func unregister(in context: Context) throws {
    try Self.edit(context) { editor in
      editor.removeSections(Self.section) { $0 == name }
    }
  }

  private func key(_ name: ByteString) -> ConfigKey {
    ConfigKey(section: Self.section, subsection: self.name, name: name)
  }

  private static func edit(_ context: Context, _ body: (inout ConfigEditor) -> Void) throws {
    guard let file = GlobalFile.path(context.environment) else {
      throw ToolError(
        "there is no global configuration file to register the collection in",
        hints: ["GIT_CONFIG_GLOBAL is set to none; unset it and try again"]
      )
    }
    try FileSystem.makeDirectory(file.absolutePath(in: context.workingDirectory).parentPath)
    _ = try ConfigEditor.apply(to: file, timeout: .seconds(1), body)
  }

  /// Whether `file` is in the collection, links resolved.
  func holds(_ file: ByteString) -> Bool {
    guard let root = try? FileSystem.realPath(path), let real = try? FileSystem.realPath(file)
    else { return false }
    return real.hasPrefix(root + "/")
  }
}

package import ConfigKit

extension Sandbox {
  /// The repository that the working directory is in; nil outside.
  package func location() throws -> RepositoryLocation? {
    let discovery = try RepositoryLocation.discover(
      environment: environment,
      workingDirectory: workingDirectory
    )
    guard case .found(let location) = discovery else { return nil }
    return location
  }

  /// The configuration that git reads in the working directory.
  package func config() throws -> ConfigStack {
    try ConfigStack.load(
      location(),
      environment: environment,
      workingDirectory: workingDirectory
    )
  }
}

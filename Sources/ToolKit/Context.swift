package import ByteKit
package import CommandLineKit
package import ConfigKit
package import ProcessKit
package import TerminalKit

/// What a command knows of the world: everything that differs between two runs comes in here.
///
/// Repository and configuration are looked up when first asked for, once.
package final class Context {
  package let environment: Environment
  /// Absolute, without links.
  package let workingDirectory: ByteString
  package let streams: Streams
  /// The current time in seconds since the epoch.
  package let now: @Sendable () -> Int64
  /// What `--color` says; nil when it is absent.
  package var colorWhen: ColorWhen?

  private var foundDiscovery = Looked.notYet
  private var loadedConfig = Loaded.notYet

  // Not `Result?`: the runtime would have to make those types at each start.

  private enum Looked {
    case notYet
    case found(Discovery)
    case failed(ConfigError)
  }

  private enum Loaded {
    case notYet
    case config(ConfigStack)
    case failed(ConfigError)
  }

  package init(
    environment: Environment,
    workingDirectory: ByteString,
    streams: Streams,
    now: @escaping @Sendable () -> Int64
  ) {
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.streams = streams
    self.now = now
  }

  /// Git in the command's own working directory and environment.
  package var git: GitProcess {
    GitProcess(environment: environment, workingDirectory: workingDirectory)
  }

  /// What git would find here.
  package func discovery() throws(ConfigError) -> Discovery {
    switch foundDiscovery {
    case .found(let discovery): return discovery
    case .failed(let error): throw error
    case .notYet: break
    }
    do throws(ConfigError) {
      let discovery = try RepositoryLocation.discover(
        environment: environment,
        workingDirectory: workingDirectory
      )
      foundDiscovery = .found(discovery)
      return discovery
    } catch {
      foundDiscovery = .failed(error)
      throw error
    }
  }

  /// The repository that git accepts here, or the error that says why there is none.
  package func location() throws -> RepositoryLocation {
    switch try discovery() {
    case .found(let location): return location
    case .refused(let refusal): throw ToolError(refusal.message, hints: refusal.hints)
    case .outside:
      throw ToolError("not a git repository (or any of the parent directories): .git")
    }
  }

  /// Takes over a configuration that the command has loaded itself, so that it is not read again.
  package func remember(_ config: ConfigStack) { loadedConfig = .config(config) }

  /// The configuration that git would read here.
  package func config() throws(ConfigError) -> ConfigStack {
    switch loadedConfig {
    case .config(let config): return config
    case .failed(let error): throw error
    case .notYet: break
    }
    var location: RepositoryLocation?
    if case .found(let found) = try discovery() { location = found }
    do throws(ConfigError) {
      let config = try ConfigStack.load(
        location,
        environment: environment,
        workingDirectory: workingDirectory
      )
      loadedConfig = .config(config)
      return config
    } catch {
      loadedConfig = .failed(error)
      throw error
    }
  }
}

// MARK: - Speaking

extension Context {
  /// Colours for standard output.
  package var style: Style { Style(isColored: isColored(streams.output)) }

  /// Colours for standard error.
  package var errorStyle: Style { Style(isColored: isColored(streams.error)) }

  private func isColored(_ sink: any ByteSink) -> Bool {
    var rule = ColorRule(
      option: colorWhen.flatMap { ColorRule.Setting(rawValue: $0.rawValue) },
      noColor: environment["NO_COLOR"],
      terminalType: environment["TERM"]
    )
    // The configuration is read only where it decides.
    if rule.option == nil, environment.nonEmpty("NO_COLOR") == nil,
      let entry = try? config().last("color.ui")
    {
      rule.configured = ColorRule.Setting(configured: entry.value)
    }
    return rule.isColored(isTerminal: sink.isTerminal)
  }

  /// A line on standard output; what comes from outside must have been made harmless.
  package func print(_ line: ByteString) { streams.output.write(line + "\n") }

  /// `warning: <text>` on standard error.
  package func warn(_ text: String) { say("warning", .yellow, text) }

  /// `hint: <text>` on standard error.
  package func hint(_ text: String) { say("hint", .yellow, text) }

  /// A plain line on standard error, for people: progress and what was done.
  package func note(_ text: String) {
    streams.error.write(ByteString(text).redactingCredentials.harmless + "\n")
  }

  func say(_ word: ByteString, _ color: Style.Attribute, _ text: String) {
    let lead = errorStyle.paint(word + ":", color)
    for line in ByteString(text).redactingCredentials.lines {
      streams.error.write("\(lead) \(line.harmless)\n")
    }
  }
}

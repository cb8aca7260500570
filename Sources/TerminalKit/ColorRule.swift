package import ByteKit

/// What decides whether output is coloured: `--color`, then `NO_COLOR`, then `color.ui`, then the
/// terminal.
package struct ColorRule: Sendable {
  /// When colour is used, as `--color=<when>` and `color.ui` say it.
  package enum Setting: String, Sendable {
    case always
    case never
    case auto

    /// Reads a value of `color.ui` (git-config(1)): nil is the bare key, which means true, which means
    /// auto; what git would refuse is auto too.
    package init(configured value: ByteString?) {
      switch value?.lowercasedASCII {
      case "always": self = .always
      case "never", "false", "no", "off", "0", "": self = .never
      default: self = .auto
      }
    }
  }

  /// `--color`, nil if not given.
  package var option: Setting?
  /// The variable `NO_COLOR`; only a value that is not empty counts (no-color.org).
  package var noColor: ByteString?
  /// `color.ui`, nil if not configured.
  package var configured: Setting?
  /// The variable `TERM`; `dumb` and a missing one cannot show colour.
  package var terminalType: ByteString?

  package init(
    option: Setting? = nil,
    noColor: ByteString? = nil,
    configured: Setting? = nil,
    terminalType: ByteString? = nil
  ) {
    self.option = option
    self.noColor = noColor
    self.configured = configured
    self.terminalType = terminalType
  }

  package func isColored(isTerminal: Bool) -> Bool {
    let isNoColor = noColor.map { !$0.isEmpty } ?? false
    let setting = option ?? (isNoColor ? .never : configured ?? .auto)
    return switch setting {
    case .always: true
    case .never: false
    case .auto: isTerminal && terminalType != nil && terminalType != "dumb"
    }
  }
}

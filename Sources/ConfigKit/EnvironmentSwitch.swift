import ByteKit
import ProcessKit

/// A variable that switches something in git on or off.
enum EnvironmentSwitch {
  /// False if it is not set; git dies if it is no boolean.
  static func isOn(
    _ variable: ByteString,
    in environment: Environment
  ) throws(ConfigError) -> Bool {
    guard let value = environment[variable] else { return false }
    guard let isOn = ConfigNumber.boolean(value) else {
      throw ConfigError(
        .environment,
        "bad boolean config value '\(value.text)' for '\(variable.text)'"
      )
    }
    return isOn
  }
}

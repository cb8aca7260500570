package import ByteKit
package import ProcessKit

/// Typed readings of one value; what git dies of, they throw with file and line.
extension ConfigEntry {
  /// The value; throws `missing value` for a name without `=`.
  package func string() throws(ConfigError) -> ByteString {
    guard let value else { throw .missingValue(self) }
    return value
  }

  /// As a boolean: a name alone is true, an empty value false; numbers count.
  package func boolean() throws(ConfigError) -> Bool {
    guard let isTrue = ConfigNumber.boolean(value) else { throw .badBoolean(self, value ?? "") }
    return isTrue
  }

  /// As an integer, with `k`, `m` or `g` behind it, of a magnitude up to `limit`.
  package func integer(limit: Int64 = Int64.max) throws(ConfigError) -> Int64 {
    let text = value ?? ""
    do throws(ConfigNumber.Failure) {
      return try ConfigNumber.integer(text, limit: limit)
    } catch {
      throw .badNumber(self, reason: error.reason)
    }
  }

  /// As a path, with `~/` and `~user/` replaced; not made absolute.
  package func path(
    environment: Environment,
    users: UserDatabase? = nil
  ) throws(ConfigError) -> ByteString {
    let text = try string()
    let expansion = PathExpansion(
      environment: environment,
      users: users ?? .system(environment)
    )
    guard let path = expansion.expand(text) else {
      throw ConfigError(
        .value,
        "failed to expand user dir in: '\(text.text)'",
        file: origin.source?.path,
        line: origin.line
      )
    }
    return path
  }
}

extension ConfigStack {
  /// The last value; nil if the key is not set.
  package func string(_ key: ByteString) throws(ConfigError) -> ByteString? {
    try last(key)?.string()
  }

  package func boolean(_ key: ByteString) throws(ConfigError) -> Bool? { try last(key)?.boolean() }

  package func integer(_ key: ByteString) throws(ConfigError) -> Int64? { try last(key)?.integer() }

  /// All values as strings.
  package func strings(_ key: ByteString) throws(ConfigError) -> [ByteString] {
    var values: [ByteString] = []
    for entry in all(key) { values.append(try entry.string()) }
    return values
  }

  package func path(
    _ key: ByteString,
    environment: Environment
  ) throws(ConfigError) -> ByteString? {
    try last(key)?.path(environment: environment)
  }
}

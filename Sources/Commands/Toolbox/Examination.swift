import ByteKit
import ConfigKit
import FileKit
import ProcessKit
import ToolKit

/// Looks for everything that `doctor` knows.
struct Examination {
  let inventory: Inventory
  let context: Context
  var places: Places { inventory.places }
  var search: SearchPath { inventory.search }

  init(_ inventory: Inventory, _ context: Context) {
    self.inventory = inventory
    self.context = context
  }

  func findings() throws -> [Finding] {
    var findings = searchPath()
    findings += folders()
    findings += shims()
    findings += try inventory.collections.flatMap(collection)
    findings += leftClones()
    findings += names()
    findings += aliases()
    findings += manual()
    return findings
  }
}

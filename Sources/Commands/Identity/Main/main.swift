import IdentityTool
import ToolKit

runTool(IdentityCommand.self)

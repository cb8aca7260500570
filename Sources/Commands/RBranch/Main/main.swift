import RBranchTool
import ToolKit

runTool(RBranchCommand.self)

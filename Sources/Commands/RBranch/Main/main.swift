import RBranchTool
import Toolbox

runTool(RBranchCommand.self)

import PruneGoneTool
import Toolbox

runTool(PruneGoneCommand.self)

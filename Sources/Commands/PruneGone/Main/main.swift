import PruneGoneTool
import ToolKit

runTool(PruneGoneCommand.self)

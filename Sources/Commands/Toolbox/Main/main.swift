import ToolKit
import ToolboxTool

runTool(ToolboxCommand.self)

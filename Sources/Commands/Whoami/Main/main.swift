import ToolKit
import WhoamiTool

runTool(WhoamiCommand.self)

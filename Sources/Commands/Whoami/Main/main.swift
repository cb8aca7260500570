import Toolbox
import WhoamiTool

runTool(WhoamiCommand.self)

import ChangelogTool
import ToolKit

runTool(ChangelogCommand.self)

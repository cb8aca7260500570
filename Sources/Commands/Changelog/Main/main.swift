import ChangelogTool
import Toolbox

runTool(ChangelogCommand.self)

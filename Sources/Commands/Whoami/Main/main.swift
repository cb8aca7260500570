import WhoamiTool

// Outside Electron its npm package gives the path of the program, and downloads it unless told one.
process.env.ELECTRON_OVERRIDE_DIST_PATH ??= '.'

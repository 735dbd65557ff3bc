import type { Electron } from './provide'

/** The oldest Electron that must run what we build: build targets follow it. */
const floor = '33'

/** What a build must know. */
export function buildEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, ELECTRON_MAJOR_VER: floor }
}

/** What a child must know to run this Electron: electron-vite reads the first, others the second. */
export function electronEnvironment(electron: Electron): NodeJS.ProcessEnv {
  // Set in some editors' terminals; with it Electron starts as plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = buildEnvironment()
  return {
    ...inherited,
    ELECTRON_EXEC_PATH: electron.executable,
    ELECTRON_OVERRIDE_DIST_PATH: electron.folder,
  }
}

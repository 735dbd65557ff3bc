import { buildIfStale } from './build'
import { runCommand } from './command'
import { type Electron, electronEnvironment, provideElectron } from './electron/provide'
import { hasDisplay } from './linux/display'
import { prepareLinux } from './linux/prepare'
import { electronLibraries } from './linux/requirements'
import { Problem } from './problem'
import { runInForeground } from './process/run'
import { inProject, root, toolScript } from './project'

const usage = `Use: npm start [-- [--verbose] [switches]], or npm run dev [-- [switches]]
--verbose: also what Chromium says. Switches are handed to the till, for example --lang=sw.`

await runCommand(async () => {
  const args = process.argv.slice(2)
  const dev = args[0] === '--dev'
  if (!hasDisplay()) throw noDisplay(dev)
  const electron = await provideElectron()
  await prepareLinux([electronLibraries(electron.executable)])
  return dev ? startDevelopment(electron, args.slice(1)) : startBuilt(electron, args)
}, usage)

async function startBuilt(electron: Electron, args: string[]): Promise<number> {
  await buildIfStale()
  const rest = args.filter(arg => arg !== '--verbose')
  const switches = ['-r', inProject('scripts', 'start', 'say-open.cjs')]
  if (needsNoSandbox()) switches.push('--no-sandbox')
  // Only what ends it: Chromium complains about D-Bus, GPU and sound, which the till does without.
  if (rest.length === args.length) switches.push('--log-level=3')
  return runInForeground(electron.executable, [...switches, root, ...rest], where(electron))
}

async function startDevelopment(electron: Electron, args: string[]): Promise<number> {
  const script = await toolScript('electron-vite', 'electron-vite')
  const switches = needsNoSandbox() ? ['--noSandbox'] : []
  const all = [script, 'dev', ...switches, '--', ...args]
  return runInForeground(process.execPath, all, where(electron))
}

function where(electron: Electron) {
  return { cwd: root, env: electronEnvironment(electron) }
}

/** Chromium refuses to run sandboxed as root. As anyone else the sandbox stays on. */
function needsNoSandbox(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0
}

function noDisplay(dev: boolean): Problem {
  const command = dev ? 'npm run dev' : 'npm start'
  return new Problem(
    'There is no screen to show the till on: neither DISPLAY nor WAYLAND_DISPLAY is set.',
    `Start it from a desktop session, or on a screen in memory: xvfb-run -a ${command}`,
  )
}

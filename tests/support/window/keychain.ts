import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { TillStart } from './till'

/** A session of its own with a real, unlocked keychain in it. */
export interface Keychain {
  /** What a till needs to find it. */
  start: Pick<TillStart, 'args' | 'env'>
  stop(): Promise<void>
}

/**
 * The daemon goes to the background once it is unlocked; then the session's address is printed, and
 * the session lives as long as its standard input is open.
 */
const script = `
printf %s test | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 || exit 1
printf '%s\\n' "$DBUS_SESSION_BUS_ADDRESS"
exec cat >/dev/null
`
const startLimit = 15_000

/** Playwright starts Electron without a keychain and has the last word; this runs in main after it. */
const useKeychain =
  "require('electron').app.commandLine.appendSwitch('password-store', 'gnome-libsecret')\n"

/** Starts gnome-keyring in a D-Bus session of its own (Linux). */
export async function startKeychain(): Promise<Keychain> {
  const home = await mkdtemp(path.join(tmpdir(), 'kaunta-keychain-'))
  const folders = {
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_RUNTIME_DIR: path.join(home, 'run'),
  }
  for (const folder of Object.values(folders)) await mkdir(folder, { mode: 0o700 })
  const session = spawn('sh', ['-c', 'exec dbus-run-session -- sh -c "$0"', script], {
    env: { ...process.env, ...folders },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = once(session, 'exit')
  const stop = async () => {
    session.stdin.end()
    await ended
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const lines = createInterface(session.stdout)
    const [address] = await once(lines, 'line', { signal: AbortSignal.timeout(startLimit) })
    const module = path.join(home, 'use-keychain.cjs')
    await writeFile(module, useKeychain)
    const env = { ...folders, DBUS_SESSION_BUS_ADDRESS: String(address) }
    return { start: { args: ['-r', module], env }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { PNG } from 'pngjs'
import { readId } from '../../../electron/main/store/ledger/rows/payment-key'
import { buildForShops } from '../../../scripts/build'
import { packedTills, packFolder } from '../../../scripts/package/pack'
import { onPath } from '../../../scripts/project'
import { startXServer } from './customer-window'
import { electronSwitches, pictureFile } from './electron-switches'
import { inPracticeLedger } from './practice-ledger'

/**
 * Does work that no two workers may do at once, as building into one folder. The kernel holds the lock
 * (Linux's `flock`): a worker that is killed leaves none behind.
 */
async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const file = path.join(tmpdir(), `${name}.lock`)
  const holder = spawn('flock', [file, '-c', 'echo held; exec cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(holder, 'exit')
  const [said] = await Promise.race([once(holder.stdout, 'data'), ended])
  if (!String(said).startsWith('held')) throw new Error(`flock could not lock ${file}`)
  try {
    return await work()
  } finally {
    holder.stdin.end()
    await ended
  }
}

/** A packaged till that was started as any program is: no test tool can look into it. */
export interface PackedTill {
  /** Everything on stdout and stderr so far. */
  output(): string
  /** Its exit code, once it has ended by itself. */
  ended: Promise<number | null>
  end(): Promise<void>
}

/**
 * Builds and packs a till for shops, with the Electron of these tests; gives the executable. Another
 * version than package.json's is for the test of an upgrade.
 */
export async function packTill(output: string, version?: string): Promise<string> {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (!folder) throw new Error('Run these tests with `npm test`: it names the Electron to use')
  const electron = (await readFile(path.join(folder, 'version'), 'utf8')).trim().replace(/^v/, '')
  await oneAtATime('kaunta-pack', async () => {
    await buildForShops()
    await packFolder({ folder, version: electron }, output, version)
  })
  const [executable] = await packedTills(output)
  if (!executable) throw new Error(`Nothing was packed in ${output}`)
  return executable
}

/** The data folder of a packed till in this home: no switch names another one. */
export function dataFolderIn(home: string): string {
  return path.join(home, 'Kaunta')
}

/** Starts a packed till, whose data folder is in `home`. */
export function startPacked(
  executable: string,
  home: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
): PackedTill {
  const all = [...electronSwitches(), ...args]
  const child = spawn(executable, all, { env: { ...process.env, XDG_CONFIG_HOME: home, ...env } })
  const { output, ended } = followed(child)
  return {
    output,
    ended,
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}

/** Everything that it says, and its exit code. */
function followed(child: ChildProcessWithoutNullStreams) {
  const pieces: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', piece => pieces.push(String(piece)))
  const ended = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))
  return { output: () => pieces.join(''), ended }
}

/** What the till has written to its log, or nothing yet. */
export function readLog(dataFolder: string): Promise<string> {
  return readFile(path.join(dataFolder, 'logs', 'main.log'), 'utf8').catch(() => '')
}

const run = promisify(execFile)

/** Why the till cannot be installed here, or null. A person's own installation is left alone. */
export const installingImpossible = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !onPath('apt-get'))
    return 'installing a package needs Debian or Ubuntu, and root'
  return existsSync('/usr/bin/kaunta') ? 'Kaunta is installed on this computer' : null
})()

/** Installs, upgrades or removes with apt, as an owner does; without questions. */
export async function apt(...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const all = ['-y', '-q', '-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends', ...args]
  await run('apt-get', all, { env, maxBuffer: 16 * 1024 * 1024 })
}

/** The packages that are on this computer. */
export async function installedPackages(): Promise<Set<string>> {
  const { stdout } = await run('dpkg', ['--get-selections'])
  const lines = stdout.split('\n').map(line => line.split('\t'))
  return new Set(lines.filter(line => line.at(-1) === 'install').map(([name]) => name ?? ''))
}

const userName = 'kaunta-trial'

/** An ordinary person of this computer, who has nothing but a home folder. */
export interface OrdinaryUser {
  home: string
  dataFolder: string
  uid: number
  gid: number
  remove(): Promise<void>
}

export async function createUser(home: string): Promise<OrdinaryUser> {
  await run('useradd', ['--create-home', '--home-dir', home, '--shell', '/bin/sh', userName])
  const id = async (kind: string) => Number((await run('id', [kind, userName])).stdout)
  return {
    home,
    dataFolder: path.join(home, '.config', 'Kaunta'),
    uid: await id('-u'),
    gid: await id('-g'),
    remove: async () => void (await run('userdel', ['--force', userName])),
  }
}

/** A screen in memory, with a keyboard that a test presses and a picture that it takes. */
export interface Screen {
  name: string
  /** Types into whatever has the focus. */
  type(text: string): Promise<void>
  press(...keys: string[]): Promise<void>
  /** What the screen shows now; kept as `screenshots/<name>.png` where it has a name. */
  picture(name?: string): Promise<PNG>
  /** Gives the keyboard to the till's window: there is no window manager that would. */
  focusTill(): Promise<void>
  stop(): Promise<void>
}

export async function startScreen(): Promise<Screen> {
  const { name, stop } = await startXServer('Xvfb', ['-screen', '0', '1280x800x24'])
  const env = { ...process.env, DISPLAY: name }
  const xdotool = (...given: string[]) => run('xdotool', given, { env })
  return {
    name,
    // At a person's speed: what comes faster is a scanner's.
    type: async text => void (await xdotool('type', '--delay', '90', text)),
    press: async (...keys) => void (await xdotool('key', '--delay', '80', ...keys)),
    picture: named => takePicture(env, named),
    async focusTill() {
      const window = await findTill(() =>
        xdotool('search', '--sync', '--onlyvisible', '--name', '^Kaunta$'),
      )
      await xdotool('windowfocus', '--sync', window)
    },
    stop,
  }
}

/** The till's window. Another window may close in the middle of a search, which ends it (`BadWindow`): it is begun again. */
async function findTill(search: () => Promise<{ stdout: string }>, tries = 5): Promise<string> {
  try {
    return (await search()).stdout.split('\n')[0] ?? ''
  } catch (cause) {
    if (tries === 1 || !String(cause).includes('BadWindow')) throw cause
    return findTill(search, tries - 1)
  }
}

async function takePicture(env: NodeJS.ProcessEnv, name?: string): Promise<PNG> {
  const { stdout } = await run('import', ['-window', 'root', 'png:-'], {
    env,
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (name !== undefined) await writeFile(pictureFile(`${name}.png`), stdout)
  return PNG.sync.read(stdout)
}

/** How much of a picture has exactly this colour, 0 to 1. */
export function shareOf({ data }: PNG, [red, green, blue]: readonly [number, number, number]) {
  let found = 0
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) found += 1
  return found / (data.length / 4)
}

/** A till that an ordinary user has started. */
export interface StartedTill {
  /** Its session's leader: every process of the till is in that session. */
  pid: number
  output(): string
  ended: Promise<number | null>
  /** Ends it as the computer does when it is switched off. */
  end(): Promise<void>
}

/** The command of a desktop entry, as a menu runs it: its field codes stand for files, and there are none. */
export async function commandOf(desktopFile: string): Promise<string[]> {
  const entry = await readFile(desktopFile, 'utf8')
  const command = /^Exec=(.+)$/m.exec(entry)?.[1]
  if (command === undefined) throw new Error(`${desktopFile} has no Exec`)
  return command.split(' ').filter(word => !/^%[a-zA-Z]$/.test(word))
}

/** Starts a program as this user, on this screen, with no other setting of this computer's root. */
export function startAs(
  user: OrdinaryUser,
  screen: Screen,
  [program, ...args]: string[],
): StartedTill {
  const { uid, gid, home } = user
  const env = { HOME: home, PATH: '/usr/bin:/bin', DISPLAY: screen.name, LANG: 'C.UTF-8' }
  const child = spawn(program ?? '', args, { uid, gid, env, cwd: home, detached: true })
  const { output, ended } = followed(child)
  return {
    pid: child.pid ?? 0,
    output,
    ended,
    async end() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The payments in the practice ledger of a till that has ended, oldest first. `folder` holds a copy meanwhile. */
export async function paymentsOf({ dataFolder }: OrdinaryUser, folder: string) {
  const copy = path.join(folder, 'data-copy')
  await cp(dataFolder, copy, { recursive: true, filter: file => !/Singleton/.test(file) })
  const payments: { id: string; open: boolean }[] = []
  await inPracticeLedger(copy, database => {
    for (const { id, open } of database.all('SELECT id, is_open AS open FROM payment ORDER BY key'))
      payments.push({ id: readId(id), open: Number(open) === 1 })
  })
  await rm(copy, { recursive: true })
  return payments
}

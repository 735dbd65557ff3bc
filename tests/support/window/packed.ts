import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buildForShops } from '../../../scripts/build'
import { packedTills, packFolder } from '../../../scripts/package/pack'
import { electronSwitches } from './electron-switches'
import { oneAtATime } from './one-at-a-time'

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
  const pieces: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', piece => pieces.push(String(piece)))
  const ended = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))
  return { output: () => pieces.join(''), ended, end: () => end(child, ended) }
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await ended
}

/** What the till has written to its log, or nothing yet. */
export function readLog(dataFolder: string): Promise<string> {
  return readFile(path.join(dataFolder, 'logs', 'main.log'), 'utf8').catch(() => '')
}

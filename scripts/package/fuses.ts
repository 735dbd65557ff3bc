import { FuseVersion, getCurrentFuseWire } from '@electron/fuses'
import { Problem } from '../problem'

/**
 * Every fuse that Electron has, in the order of its wire, and what it must be in a packed till. Set by
 * electron-builder.yml; the last one is newer than the tool that sets them, and ships as it must be.
 */
export const wantedFuses: readonly { name: string; on: boolean }[] = [
  { name: 'RunAsNode', on: false },
  { name: 'EnableCookieEncryption', on: true },
  { name: 'EnableNodeOptionsEnvironmentVariable', on: false },
  { name: 'EnableNodeCliInspectArguments', on: false },
  { name: 'EnableEmbeddedAsarIntegrityValidation', on: true },
  { name: 'OnlyLoadAppFromAsar', on: true },
  { name: 'LoadBrowserProcessSpecificV8Snapshot', on: false },
  { name: 'GrantFileProtocolExtraPrivileges', on: false },
  { name: 'WasmTrapHandlers', on: true },
]

/** Fuses that an older Electron may lack: the carried one is from before the last. */
const neededFuses = 8

const states: Readonly<Record<number, string>> = {
  48: 'off',
  49: 'on',
  114: 'removed',
  144: 'inherited',
}

/** A fuse as it was read from a packed binary. */
export interface ReadFuse {
  name: string
  state: string
}

/** The fuses of an Electron binary (on macOS: of its .app), as they are in the file. */
export async function readFuses(executable: string): Promise<ReadFuse[]> {
  const { version, ...wire } = await getCurrentFuseWire(executable)
  if (version !== FuseVersion.V1)
    throw new Problem(`${executable} has fuses of version ${version}.`, 'Update @electron/fuses.')
  return Object.entries(wire).map(([at, state]) => ({
    name: wantedFuses[Number(at)]?.name ?? `fuse ${at}`,
    state: states[Number(state)] ?? String(state),
  }))
}

/** What is wrong with these fuses, one sentence each. A fuse without a decision is wrong too. */
export function fuseFaults(read: readonly ReadFuse[]): string[] {
  const missing = wantedFuses
    .slice(read.length, neededFuses)
    .map(({ name }) => `${name} is not there`)
  const wrong = read.flatMap(({ name, state }, at) => {
    const wanted = wantedFuses[at]
    if (!wanted) return [`${name} is decided nowhere`]
    return state === (wanted.on ? 'on' : 'off') ? [] : [`${name} is ${state}`]
  })
  return [...missing, ...wrong]
}

/** Throws unless every fuse of this binary is as it must be. */
export async function checkFuses(executable: string): Promise<ReadFuse[]> {
  const read = await readFuses(executable)
  const faults = fuseFaults(read)
  if (faults.length === 0) return read
  throw new Problem(
    `${executable} must not be shipped: ${faults.join('; ')}.`,
    'Correct electronFuses in electron-builder.yml or the list in scripts/package/fuses.ts.',
  )
}

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { SetAsideTill } from '../../../shared/backup'
import { syncFile } from '../store/files/durable-files'

/** `before-2026-11-27T10-15-00`: a whole data folder of this computer whose place another one took. */
const folderName = /^before-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)(?:-\d+)?$/

/** What is known of a till at the moment when it is set aside. */
export type Leaving = Pick<SetAsideTill, 'at' | 'open'>

const leavingSchema = z.strictObject({ at: z.number(), open: z.int().nonnegative().nullable() })

/** Lies in the folder, for people to read before anything opens the till in it. It decides nothing. */
const noteName = 'set-aside.json'

/** Notes in a folder what is set aside there. Throws what node:fs throws. */
export function noteLeaving(folder: string, leaving: Leaving): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, noteName)
  writeFileSync(file, JSON.stringify(leaving), { mode: 0o600 })
  syncFile(file)
}

/** Whether a folder has such a note. */
export function hasNote(folder: string): boolean {
  return existsSync(join(folder, noteName))
}

/** The tills of a data folder that were set aside, the newest first. Throws what node:fs throws. */
export function setAsideTills(dataFolder: string): SetAsideTill[] {
  return readdirSync(dataFolder)
    .filter(name => folderName.test(name) && existsSync(join(dataFolder, name, 'key.json')))
    .map(name => ({ name, ...leavingOf(join(dataFolder, name, noteName), name) }))
    .toSorted((one, other) => other.at - one.at)
}

function leavingOf(file: string, name: string): Leaving {
  const found = leavingSchema.safeParse(readJson(file))
  if (found.success) return found.data
  const [, day, ...time] = folderName.exec(name) ?? []
  return { at: Date.parse(`${day}T${time.join(':')}Z`), open: null }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Gone or damaged: the folder's name says when.
    return null
  }
}

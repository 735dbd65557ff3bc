import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, onTestFinished } from 'vitest'

/** Makes folders that are gone after each test. */
export function temporaryFolders(): () => string {
  const made: string[] = []
  afterEach(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'kaunta-'))
    made.push(folder)
    return folder
  }
}

/** Makes a folder that is gone after the running test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** All bytes of all files of a folder, one after the other. */
export function allBytes(folder: string): Buffer {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = names.filter(entry => entry.isFile())
  return Buffer.concat(files.map(file => readFileSync(join(file.parentPath, file.name))))
}

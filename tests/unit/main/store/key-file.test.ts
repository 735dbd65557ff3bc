import { randomBytes } from 'node:crypto'
import type fs from 'node:fs'
import { expect, it, vi } from 'vitest'
import { KeyFile, newKey } from '../../../../electron/main/store/key-file'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const disk = vi.hoisted(() => ({ cuts: false }))

/** A disk that is full may take a part of a write, and say no error. */
vi.mock('node:fs', async original => {
  const real = await original<typeof fs>()
  const writeSync = (file: number, text: string) =>
    real.writeSync(file, disk.cuts ? text.slice(0, text.length / 2) : text)
  return { ...real, writeSync }
})

it('a key file that the disk cut short is an error, and the copy opens as before', () => {
  const file = new KeyFile(newFolder())
  const before = newKey(randomBytes)
  file.write(before)
  disk.cuts = true
  expect(() => file.write(newKey(randomBytes))).toThrow(/was cut/)
  disk.cuts = false
  expect(file.read()).toEqual({ state: 'sound', documents: [before.content] })
})

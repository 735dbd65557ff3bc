import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Keeps a receipt in the folder where people find what is exported; returns where. Throws what node:fs
 * throws, also where there is such a file already: no receipt is ever written over another.
 */
export function keepReceiptFile(folder: string, name: string, pdf: Uint8Array): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, name)
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(descriptor, pdf)
    fsyncSync(descriptor)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
  return file
}

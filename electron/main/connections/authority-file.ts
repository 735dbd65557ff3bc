import { open } from 'node:fs/promises'

/** A chain of certificates has some kilobytes. */
const largest = 256 * 1024

export type FileReading =
  | { ok: true; bytes: Buffer }
  | { ok: false; reason: 'authority-unreadable' | 'authority-too-large'; detail: string }

/** Reads a file that a person chose, if it is one of a sensible size. Never rejects. */
export async function readAuthorityFile(file: string): Promise<FileReading> {
  try {
    const handle = await open(file, 'r')
    try {
      const bytes = Buffer.alloc(largest + 1)
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
      if (bytesRead > largest)
        return { ok: false, reason: 'authority-too-large', detail: `over ${largest} bytes` }
      return { ok: true, bytes: bytes.subarray(0, bytesRead) }
    } finally {
      await handle.close()
    }
  } catch (error) {
    return { ok: false, reason: 'authority-unreadable', detail: String(error) }
  }
}

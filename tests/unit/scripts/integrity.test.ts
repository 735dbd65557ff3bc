import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyIntegrity } from '../../../scripts/electron/carried'

// Computed with another tool: printf kaunta | openssl dgst -sha512 -binary | base64 -w0
const pinned =
  'sha512-TG5NNDGshfDRw3Zb97D0LLx+W9MdYeSMo7HiZKd3XJ5XzwIX60QbXVW7OrEfpNs3MOeWd4tmZhQlnWd4h37B8w=='

describe('the pinned hash', () => {
  let folder: string
  let file: string

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kaunta-hash-'))
    file = path.join(folder, 'electron.tgz')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('accepts the very file', async () => {
    await writeFile(file, 'kaunta')
    await expect(verifyIntegrity(file, pinned)).resolves.toBeUndefined()
  })

  it.each(['Kaunta', 'kaunta\n', 'kaunt', ''])('refuses %j', async content => {
    await writeFile(file, content)
    await expect(verifyIntegrity(file, pinned)).rejects.toThrow('electron.tgz is not the file')
  })
})

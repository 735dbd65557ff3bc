import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  forgetFailure,
  isStillTrue,
  recallFailure,
  rememberFailure,
} from '../../../scripts/electron/official'

const hour = 60 * 60 * 1000
const failed = { version: '45.4.1', at: 1_000 * hour, reason: 'fetch failed' }

describe('a failed download', () => {
  let cache: string

  beforeEach(async () => {
    cache = await mkdtemp(path.join(tmpdir(), 'kaunta-memory-'))
  })
  afterEach(() => rm(cache, { recursive: true }))

  it('is believed for a day', () => {
    expect(isStillTrue(failed, '45.4.1', failed.at)).toBe(true)
    expect(isStillTrue(failed, '45.4.1', failed.at + 24 * hour - 1)).toBe(true)
    expect(isStillTrue(failed, '45.4.1', failed.at + 24 * hour)).toBe(false)
  })

  it('says nothing about another version', () => {
    expect(isStillTrue(failed, '45.5.0', failed.at)).toBe(false)
  })

  it('is not believed when it lies in the future: the clock was set back', () => {
    expect(isStillTrue(failed, '45.4.1', failed.at - 1)).toBe(false)
  })

  it('is remembered across runs, until it is forgotten', async () => {
    expect(await recallFailure(cache)).toBeUndefined()
    await rememberFailure(cache, failed)
    expect(await recallFailure(cache)).toEqual(failed)
    await forgetFailure(cache)
    expect(await recallFailure(cache)).toBeUndefined()
  })

  it('is no failure when its file was cut off', async () => {
    await writeFile(path.join(cache, 'electron-download-failed.json'), '{"version":')
    expect(await recallFailure(cache)).toBeUndefined()
  })
})

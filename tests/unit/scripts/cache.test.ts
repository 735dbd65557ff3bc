import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cacheFolder, publish } from '../../../scripts/electron/cache'

describe('the cache folder', () => {
  const home = path.join(path.sep, 'home', 'asha')

  it('is where each system keeps such things', () => {
    const local = path.join(home, 'AppData', 'Local')
    expect(cacheFolder('linux', {}, home)).toBe(path.join(home, '.cache', 'kaunta'))
    expect(cacheFolder('darwin', {}, home)).toBe(path.join(home, 'Library', 'Caches', 'kaunta'))
    expect(cacheFolder('win32', { LOCALAPPDATA: 'L' }, home)).toBe(path.join('L', 'kaunta'))
    expect(cacheFolder('win32', {}, home)).toBe(path.join(local, 'kaunta'))
  })

  it('follows XDG_CACHE_HOME, but not a relative one', () => {
    const xdg = path.join(path.sep, 'var', 'cache')
    expect(cacheFolder('linux', { XDG_CACHE_HOME: xdg }, home)).toBe(path.join(xdg, 'kaunta'))
    expect(cacheFolder('linux', { XDG_CACHE_HOME: 'x' }, home)).toBe(
      path.join(home, '.cache', 'kaunta'),
    )
  })
})

describe('publishing into the cache', () => {
  let parent: string
  let target: string

  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'kaunta-cache-'))
    target = path.join(parent, 'electron')
  })
  afterEach(() => rm(parent, { recursive: true }))

  const make = (content: string) => async (scratch: string) => {
    await mkdir(path.join(scratch, 'made'))
    await writeFile(path.join(scratch, 'made', 'file'), content)
    return path.join(scratch, 'made')
  }

  it('shows nothing before the end, and leaves only the result', async () => {
    await publish(target, async scratch => {
      const made = await make('one')(scratch)
      expect(existsSync(target)).toBe(false)
      return made
    })
    expect(await readFile(path.join(target, 'file'), 'utf8')).toBe('one')
    expect(await readdir(parent)).toEqual(['electron'])
  })

  it('leaves nothing behind when it fails', async () => {
    const failing = publish(target, async scratch => {
      await make('half')(scratch)
      throw new Error('no network')
    })
    await expect(failing).rejects.toThrow('no network')
    expect(await readdir(parent)).toEqual([])
  })

  it('keeps the first of two that are made at once', async () => {
    await publish(target, async scratch => {
      const late = await make('late')(scratch)
      await publish(target, make('early'))
      return late
    })
    expect(await readFile(path.join(target, 'file'), 'utf8')).toBe('early')
    expect(await readdir(parent)).toEqual(['electron'])
  })

  it('removes what dead processes and old builds left, and nothing else', async () => {
    // Above every system's highest process number.
    const dead = `.building-${hostname()}-99999999-abc`
    const old = '.building-elsewhere-1-abc'
    const elsewhere = '.building-elsewhere-2-abc'
    for (const name of [dead, old, elsewhere, 'kept']) await mkdir(path.join(parent, name))
    const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60
    await utimes(path.join(parent, old), twoDaysAgo, twoDaysAgo)
    await publish(target, make('one'))
    expect((await readdir(parent)).sort()).toEqual([elsewhere, 'electron', 'kept'])
  })
})

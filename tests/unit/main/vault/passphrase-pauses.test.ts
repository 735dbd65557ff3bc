import { describe, expect, it } from 'vitest'
import { createVirtualClock, type VirtualClock } from '../../../support/payments/clock'
import { temporaryFolders } from '../../../support/temporary-folder'
import { PASSPHRASE, passphraseVault, vaultIn } from '../../../support/vaults'

const newFolder = temporaryFolders()

/** The vault of a folder as after a start, on a clock of its own. */
const start = (folder: string, clock: VirtualClock = createVirtualClock()) => ({
  clock,
  vault: vaultIn(folder, null, clock),
})

/** A folder with a passphrase; after so many wrong tries in one run. */
async function folderWith(wrong: number) {
  const folder = newFolder()
  await passphraseVault(folder)
  const started = start(folder)
  for (let each = 0; each < wrong; each++) await started.vault.unlock('wrong horse')
  return { folder, ...started }
}

describe('wrong passphrases', () => {
  it('say what comes next: tries, then a pause that grows', async () => {
    const { vault, clock } = await folderWith(0)
    for (const triesLeft of [4, 3, 2, 1])
      expect(await vault.unlock('wrong horse')).toEqual({ result: 'wrong', triesLeft, pauseMs: 0 })
    for (const pauseMs of [30_000, 60_000, 120_000, 300_000, 900_000, 900_000]) {
      expect(await vault.unlock('wrong')).toEqual({ result: 'wrong', triesLeft: 0, pauseMs })
      expect(vault.status()).toMatchObject({ pauseMs })
      await clock.pass(pauseMs)
    }
  })

  it('keep even the right one out while the pause lasts, and not afterwards', async () => {
    const { vault, clock } = await folderWith(5)
    await clock.pass(29_999)
    expect(await vault.unlock(PASSPHRASE)).toEqual({ result: 'paused', pauseMs: 1 })
    expect(vault.status()).toMatchObject({ state: 'locked' })
    await clock.pass(1)
    expect(await vault.unlock(PASSPHRASE)).toEqual({ result: 'done' })
  })

  it('at the same moment are counted one by one', async () => {
    const { vault } = await folderWith(0)
    const tried = await Promise.all(Array.from({ length: 7 }, () => vault.unlock('wrong')))
    expect(tried.map(({ result }) => result)).toEqual([
      ...Array(5).fill('wrong'),
      'paused',
      'paused',
    ])
  })

  it('are counted before they are judged: pulling the plug gives none back', async () => {
    const { folder, vault } = await folderWith(4)
    vault.unlock('wrong').catch(() => undefined) // the plug is pulled here
    await Promise.resolve()
    const again = start(folder)
    expect(await again.vault.unlock(PASSPHRASE)).toEqual({ result: 'paused', pauseMs: 30_000 })
  })

  it('pause over a restart, whole, wherever the wall clock was set', async () => {
    const { folder, clock } = await folderWith(5)
    await clock.pass(20_000)
    for (const set of ['setForward', 'setBack'] as const) {
      const later = createVirtualClock()
      later[set](365 * 86_400_000)
      const { vault } = start(folder, later)
      expect(await vault.unlock(PASSPHRASE)).toEqual({ result: 'paused', pauseMs: 30_000 })
    }
  })

  it('whose pause was waited out do not pause again after a restart, and count on', async () => {
    const { folder, clock } = await folderWith(5)
    await clock.pass(30_000)
    const { vault } = start(folder)
    expect(vault.status()).toMatchObject({ pauseMs: 0 })
    expect(await vault.unlock('wrong')).toMatchObject({ triesLeft: 0, pauseMs: 60_000 })
  })

  it('are forgotten with the right one', async () => {
    const { folder, vault } = await folderWith(4)
    expect(await vault.unlock(PASSPHRASE)).toEqual({ result: 'done' })
    expect(await start(folder).vault.unlock('wrong')).toMatchObject({ triesLeft: 4 })
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreFailed } from '../../../../electron/main/store/open-till'
import { listeningLog } from '../../../support/parts'
import { makeSmallDisk, type SmallDisk, smallDiskImpossible } from '../../../support/small-disk'
import { KEYS, keychainOf, saveKeys, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const reason = smallDiskImpossible()
let disk: SmallDisk

const page = 4_096
const passphrase = 'correct horse battery'

const secrets = {
  keys: async store => saveKeys(store),
  'a passphrase': async store => void (await store.choosePassphrase(passphrase)),
} satisfies Record<string, (store: ReturnType<typeof storeIn>) => Promise<void>>

describe.skipIf(reason !== null)(
  reason ? `a full disk (not tried: ${reason})` : 'a disk that is full at the first secret',
  () => {
    beforeAll(() => {
      disk = makeSmallDisk(16)
    })
    afterAll(() => disk.remove())

    it.each(Object.entries(secrets))(
      '%s: refused, and kept in the same run once there is space',
      async (_name, protect) => {
        let refused = 0
        let kept = 0
        // One page more at a time, until there was surely space for all of it.
        for (let pages = 0; kept < 3; pages++) {
          const what = `${pages} pages free`
          const folder = mkdtempSync(join(disk.folder, 'till-'))
          const keychain = keychainOf()
          const store = storeIn(folder, keychain)
          store.record('locked', null, { why: 'before' })
          disk.fill(pages * page)
          const tried = await protect(store).then(
            () => 'done',
            error => error,
          )
          if (tried === 'done') kept += 1
          else refused += 1
          if (tried !== 'done') expect(tried, what).toBeInstanceOf(StoreFailed)
          disk.free()
          // Nothing that was there is lost, and the till takes changes again without a restart.
          expect(store.closed(), what).toBeNull()
          expect(store.list({ before: null, limit: 9 }), what).toMatchObject([
            { detail: { why: 'before' } },
          ])
          await protect(store)
          saveKeys(store)
          store.record('locked', null, { why: 'after' })
          expect(store.protection().isProtected, what).toBe(true)
          store.stop()

          const again = storeIn(folder, keychain)
          if (again.closed() === 'passphrase') await again.open(passphrase)
          expect(again.closed(), what).toBeNull()
          expect(again.document().keys.production, what).toMatchObject(KEYS)
          const [last, first] = again.list({ before: null, limit: 9 })
          expect([last?.detail, first?.detail], what).toEqual([{ why: 'after' }, { why: 'before' }])
          again.stop()
          rmSync(folder, { recursive: true })
        }
        // It was full at many moments of the protecting.
        expect(refused).toBeGreaterThan(5)
      },
      120_000,
    )
  },
)

it.each(Object.entries(secrets))('%s, the first secret, logs no error', async (_name, protect) => {
  const { log, lines } = listeningLog()
  const store = storeIn(newFolder(), keychainOf(), { log })
  store.record('locked', null)
  await protect(store)
  expect(lines.filter(line => line.startsWith('error'))).toEqual([])
  store.stop()
})

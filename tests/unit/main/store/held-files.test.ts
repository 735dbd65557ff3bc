import { execFileSync } from 'node:child_process'
import { readdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { StoreFailed } from '../../../../electron/main/store/open-till'
import { smallDiskImpossible } from '../../../support/small-disk'
import { addEverybody, signInAs, staffIn } from '../../../support/staff'
import { KEYS, keychainOf, saveKeys, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const reason = smallDiskImpossible()

/** As a scanner on Windows holds it: neither renamed nor deleted, and where it is `alone` not written either. */
function hold(file: string, alone = false): () => void {
  execFileSync('mount', ['--bind', file, file])
  if (alone) execFileSync('mount', ['-o', 'remount,ro,bind', file])
  let isHeld = true
  const release = () => {
    if (isHeld) execFileSync('umount', ['-l', file])
    isHeld = false
  }
  onTestFinished(release)
  return release
}

const ofStore = (folder: string) =>
  readdirSync(folder).filter(name => /^(key|till)\..*(json|db)$/.test(name))

const addJuma = async (staff: ReturnType<typeof staffIn>['staff']) =>
  expect(await staff.add({ name: 'Juma', role: 'cashier', pin: '8642' })).toMatchObject({
    ok: true,
  })

/** The files of a till with people, keys and a recovery code. */
async function begun() {
  const folder = newFolder()
  const keychain = keychainOf()
  const { staff, store, stop } = staffIn(folder, { keychain })
  saveKeys(store)
  await addEverybody(staff)
  const code = store.newRecoveryCode(store.entry('recovery-code-made', null))
  stop()
  return { folder, keychain, code }
}

describe.skipIf(reason !== null)(
  reason ? `a scanner that holds files (not tried: ${reason})` : 'a scanner that holds files',
  () => {
    it('stops no one: people sign in, changes are kept, and a damaged file is replaced', async () => {
      const { folder, keychain } = await begun()
      const releases = ofStore(folder).map(name => hold(join(folder, name)))
      expect(() => unlinkSync(join(folder, 'till.db'))).toThrow('EBUSY')
      const { staff, store, stop } = staffIn(folder, { keychain })
      await signInAs(staff, 'owner')
      await addJuma(staff)
      const code = store.newRecoveryCode(store.entry('recovery-code-made', null))
      stop()
      writeFileSync(join(folder, 'till.db'), Buffer.alloc(8_192, 7))
      const again = storeIn(folder)
      expect(await again.open(code)).toEqual({ result: 'done' })
      expect(again.document().people.map(({ name }) => name)).toContain('Juma')
      again.stop()
      for (const release of releases) release()
      const last = storeIn(folder, keychain)
      expect(last.closed()).toBeNull()
      last.stop()
    })

    it('and lets till.db not be written: the first secret is refused, and kept in the same run once it can be', () => {
      const folder = newFolder()
      const keychain = keychainOf()
      const store = storeIn(folder, keychain)
      store.record('locked', null, { why: 'before' })
      const release = hold(join(folder, 'till.db'), true)
      expect(() => saveKeys(store)).toThrow(StoreFailed)
      const first = [{ detail: { why: 'before' } }]
      expect(store.list({ before: null, limit: 9 })).toMatchObject(first)
      release()
      saveKeys(store)
      expect(store.list({ before: null, limit: 9 })).toMatchObject(first)
      store.stop()
      const again = storeIn(folder, keychain)
      expect(again.closed()).toBeNull()
      expect(again.document().keys.production).toMatchObject(KEYS)
      again.stop()
    })

    it('and lets key.json not be written: changes are kept, and no code is shown that opens nothing', async () => {
      const { folder, keychain, code } = await begun()
      const releases = ['key.json', 'key.copy.json'].map(name => hold(join(folder, name), true))
      const { staff, store, stop } = staffIn(folder, { keychain })
      await signInAs(staff, 'owner')
      expect(() => store.newRecoveryCode(store.entry('recovery-code-made', null))).toThrow(
        StoreFailed,
      )
      expect(store.document().recovery?.code).toBe(code)
      await addJuma(staff)
      stop()
      for (const release of releases) release()
      const again = storeIn(folder, keychain)
      expect(again.document().people.map(({ name }) => name)).toContain('Juma')
      again.stop()
      const away = storeIn(folder)
      expect(await away.open(code)).toEqual({ result: 'done' })
      away.stop()
    })
  },
)

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../electron/main/platform/clock'
import { lockFolder } from '../../../../electron/main/store/folder-lock'
import { StoreFailed } from '../../../../electron/main/store/open-till'
import { managerIn } from '../../../support/manager-in-folder'
import { mobileDraft } from '../../../support/payments/payments'
import { makeSmallDisk, type SmallDisk, smallDiskImpossible } from '../../../support/small-disk'
import { addEverybody, idOf, pins, signInAs, staffIn } from '../../../support/staff'
import { keychainOf, saveKeys } from '../../../support/store'

const reason = smallDiskImpossible()
let disk: SmallDisk

describe.skipIf(reason !== null)(
  reason ? `a full disk (not tried: ${reason})` : 'a full disk',
  () => {
    beforeAll(() => {
      disk = makeSmallDisk(8)
    })
    afterAll(() => disk.remove())

    it('people sign in and look; a payment is refused, said, and possible again once there is space', async () => {
      const { folder } = disk
      const keychain = keychainOf()
      const { staff, store, auditLog, logged, stop } = staffIn(folder, { keychain })
      saveKeys(store)
      await addEverybody(staff)
      const { connections, sell } = managerIn({ folder, active: 'production', store })
      await connections.reopen()
      const sold = sell('255754001201')
      // Its next attempt would meet the full disk before the people do.
      await expect.poll(() => connections.engine()?.actions.withdraw(sold).ok).toBe(true)
      disk.fill()
      const fillUp = () => {
        for (let times = 0; times < 500; times++)
          auditLog.record('locked', null, { why: 'x'.repeat(300) })
      }
      expect(fillUp).toThrow(StoreFailed)

      staff.lockFor('pressed')
      const wrong = await staff.signIn({ id: idOf(staff, 'cashier'), pin: '0000' })
      expect(wrong).toMatchObject({ ok: true, value: { result: 'wrong' } })
      expect(logged.find(line => line.includes('tries-not-written'))).toContain('StoreFailed')
      for (const role of ['cashier', 'owner'] as const) {
        await signInAs(staff, role)
        expect(staff.person()?.id).toBe(idOf(staff, role))
        expect(connections.engine()?.ledger.find(sold)).toMatchObject({ id: sold })
        expect(auditLog.list({ before: null, limit: 5 })).not.toEqual([])
      }
      const newPerson = { name: 'X', role: 'cashier', pin: pins.cashier } as const
      disk.fill()
      let failed: unknown = null
      for (let times = 0; times < 500 && failed === null; times++)
        try {
          const phone = `25575400${String(2_000 + times)}`
          connections.engine()?.presses.request(mobileDraft({ phone }))
        } catch (error) {
          failed = error
          connections.fault(error)
        }
      expect(failed).toMatchObject({ name: 'LedgerWriteFailed' })
      expect(connections.stage()).toMatchObject({ name: 'blocked', reason: 'storage-full' })
      staff.lockFor('pressed')
      await signInAs(staff, 'cashier')

      disk.free()
      await expect.poll(() => connections.stage().name, { timeout: 20_000 }).toBe('selling')
      await signInAs(staff, 'owner')
      expect(await staff.add(newPerson)).toMatchObject({ ok: true })
      stop()
      const again = staffIn(folder, { keychain })
      expect(again.store.closed()).toBeNull()
      expect(again.store.document().people).toHaveLength(4)
      again.stop()
    }, 60_000)

    it('a till that is started on it opens too: people sign in and look, and it says why it does not sell', async () => {
      const folder = join(disk.folder, 'started')
      mkdirSync(folder)
      const keychain = keychainOf()
      const before = staffIn(folder, { keychain })
      saveKeys(before.store)
      await addEverybody(before.staff)
      const sells = managerIn({ folder, active: 'production', store: before.store })
      await sells.connections.reopen()
      sells.sell('255754001201')
      await sells.close()
      before.stop()
      disk.fill()
      disk.fill()

      const lock = await lockFolder(folder, systemClock)
      const { staff, store, auditLog, stop } = staffIn(folder, { keychain })
      expect(store.closed()).toBeNull()
      await signInAs(staff, 'cashier')
      expect(auditLog.list({ before: null, limit: 5 })).not.toEqual([])
      const { connections } = managerIn({ folder, active: 'production', store })
      await connections.reopen()
      expect(connections.stage()).toMatchObject({ name: 'blocked', reason: 'storage-full' })
      await signInAs(staff, 'owner')
      disk.free()
      await connections.reopen()
      expect(connections.stage()).toEqual({ name: 'selling' })
      stop()
      lock.release()
    }, 60_000)
  },
)

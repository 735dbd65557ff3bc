import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doorOver } from '../../../support/manager-over'
import { mobileDraft } from '../../../support/payments/sales'
import { makeSmallDisk, type SmallDisk, smallDiskImpossible } from '../../../support/small-disk'

const reason = smallDiskImpossible()

let disk: SmallDisk

describe.skipIf(reason !== null)(
  reason ? `a full disk (not tried: ${reason})` : 'a full disk',
  () => {
    beforeAll(() => {
      disk = makeSmallDisk(8)
    })
    afterAll(() => disk.remove())

    it('stops selling, names the sale, and sells again by itself once there is room', async () => {
      const { door, sell, told } = doorOver({ folder: disk.folder })
      await door.reopen()
      expect(door.stage()).toEqual({ name: 'selling' })
      sell()
      disk.fill()

      const draft = mobileDraft({ value: 7_300, phone: '255754001299' })
      const failing = () => {
        for (let times = 0; times < 500; times++)
          door.counter()?.request({ ...draft, draftId: crypto.randomUUID(), phone: phoneOf(times) })
      }
      let thrown: unknown = null
      try {
        failing()
      } catch (error) {
        thrown = error
        door.fault(error)
      }
      expect(thrown).toMatchObject({ name: 'LedgerWriteFailed' })
      expect(door.stage()).toMatchObject({ name: 'blocked', reason: 'storage-full' })
      const [named] = door.recovery().interrupted
      expect(named).toMatchObject({ amount: { value: 7_300 }, isNew: true })
      expect(door.recovery().tryingAlone).toBe(true)

      disk.free()
      await expect.poll(() => door.stage().name, { timeout: 20_000 }).toBe('selling')
      expect(door.recovery().readBack).toContainEqual({ ...named, recorded: false })
      expect(told.some(sale => sale.id === named?.saleId)).toBe(false)
      expect(door.counter()?.ledger.find(named?.saleId ?? '')).toBeNull()
      sell('255754001288')
    })

    it('is said at the start, before a customer stands there', async () => {
      disk.fill(200_000)
      const { door } = doorOver({ folder: disk.folder })
      await door.reopen()
      expect(door.stage()).toMatchObject({ name: 'blocked', reason: 'storage-full' })
      disk.free()
      await expect.poll(() => door.stage().name, { timeout: 20_000 }).toBe('selling')
      expect(door.recovery().readBack).toBeNull()
    })
  },
)

/** One open push a number (money rule 10): each sale has its own. */
function phoneOf(index: number): string {
  return `25575400${String(2_000 + index)}`
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { managerIn } from '../../../support/manager-in-folder'
import { mobileDraft } from '../../../support/payments/payments'
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

    it('stops selling, names the payment, and sells again by itself once there is space', async () => {
      const { connections, sell, announced: told } = managerIn({ folder: disk.folder })
      await connections.reopen()
      expect(connections.stage()).toEqual({ name: 'selling' })
      sell()
      disk.fill()

      let thrown: unknown = null
      try {
        // One open push a number (money rule 10): each payment has its own.
        const engine = connections.engine()
        for (let times = 0; times < 500; times++)
          engine?.presses.request(mobileDraft({ value: 7_300, phone: `25575400${2_000 + times}` }))
      } catch (error) {
        thrown = error
        connections.fault(error)
      }
      expect(thrown).toMatchObject({ name: 'LedgerWriteFailed' })
      expect(connections.stage()).toMatchObject({ name: 'blocked', reason: 'storage-full' })
      const [named] = connections.recovery().interrupted
      expect(named).toMatchObject({ amount: { value: 7_300 }, isNew: true })
      expect(connections.recovery().tryingAlone).toBe(true)

      disk.free()
      await expect.poll(() => connections.stage().name, { timeout: 20_000 }).toBe('selling')
      expect(connections.recovery().readBack).toContainEqual({ ...named, recorded: false })
      expect(told.some(payment => payment.id === named?.paymentId)).toBe(false)
      expect(connections.engine()?.ledger.find(named?.paymentId ?? '')).toBeNull()
      sell('255754001288')
    })

    it('is said at the start, before a customer is there', async () => {
      disk.fill(200_000)
      const { connections } = managerIn({ folder: disk.folder })
      await connections.reopen()
      expect(connections.stage()).toMatchObject({ name: 'blocked', reason: 'storage-full' })
      disk.free()
      await expect.poll(() => connections.stage().name, { timeout: 20_000 }).toBe('selling')
      expect(connections.recovery().readBack).toBeNull()
    })
  },
)

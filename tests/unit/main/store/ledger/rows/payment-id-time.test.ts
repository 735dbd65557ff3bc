import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../../../electron/main/platform/random'
import { idTimeAfter } from '../../../../../../electron/main/store/ledger/rows/payment-id-time'
import { createScriptedClient } from '../../../../../support/payments/client'
import { createVirtualClock, morning } from '../../../../../support/payments/clock'
import { engineOn } from '../../../../../support/payments/engine'
import { ledgerIn } from '../../../../../support/payments/ledger'
import { mobileDraft } from '../../../../../support/payments/payments'
import { temporaryFolders } from '../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const day = 86_400_000

describe('the time that the next sale’s id is made from', () => {
  const last = systemRandom.paymentId(morning)

  it.each([
    ['the clock, for the first payment of a ledger', null, morning, morning],
    ['the clock, where it went on', last, morning + 5_000, morning + 5_000],
    ['a moment after the last, within the same one', last, morning, morning + 1],
    ['a moment after the last, where the clock was set back', last, morning - day, morning + 1],
  ])('is %s', (_name, before, wall, expected) => {
    expect(idTimeAfter(before, wall)).toBe(expected)
  })

  it('makes ids that grow, whatever the clock does', () => {
    let id = last
    for (const wall of [morning - day, morning + 1, morning - 1, morning + day, morning, 0]) {
      const next = systemRandom.paymentId(idTimeAfter(id, wall))
      expect(next > id).toBe(true)
      id = next
    }
  })
})

describe('the order of a ledger', () => {
  it('is the order in which its payments were recorded, with a clock set back and over a restart', () => {
    const folder = newFolder()
    const clock = createVirtualClock()
    let opened = ledgerIn(folder)
    let { engine } = engineOn({ ...opened, client: createScriptedClient(), clock })
    const ids: string[] = []
    const sell = () => {
      const sold = engine.presses.request(mobileDraft({ phone: `07540013${10 + ids.length}` }))
      if (!sold.ok) throw new Error(sold.message)
      ids.push(sold.value.id)
    }
    sell()
    sell()
    clock.setBack(day)
    sell()
    opened.close()
    clock.setBack(day)
    opened = ledgerIn(folder)
    engine = engineOn({ ...opened, client: createScriptedClient(), clock }).engine
    sell()
    clock.setForward(2 * day)
    sell()
    const newestFirst = [...ids].reverse()
    expect(opened.ledger.recent(10).map(({ id }) => id)).toEqual(newestFirst)
    expect(opened.ledger.open().map(({ id }) => id)).toEqual(ids)
    expect(opened.ledger.lastId()).toBe(ids.at(-1))
    // What a person reads stays the clock's, right or wrong.
    expect(opened.ledger.find(ids[2] ?? '')?.recordedAt).toBe(morning - day)
  })
})

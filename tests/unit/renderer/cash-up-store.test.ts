import { describe, expect, it } from 'vitest'
import {
  countCash,
  draftFor,
  noteClosed,
  setFloat,
  signOff,
  takePrinting,
  useCashUpDraft,
} from '../../../renderer/stores/cash-up-store'

const decided = () => {
  const { reasons, counted, floats } = useCashUpDraft.getState()
  return { reasons, counted, floats }
}
const nothing = { reasons: {}, counted: {}, floats: {} }
const all = {
  reasons: { one: 'The customer left', two: 'The customer left', three: 'Lost' },
  counted: { TZS: '1,000', KES: '20' },
  floats: { TZS: '500', KES: '10' },
}

/** Asha decides everything before she closes period 1. */
function decideAll() {
  draftFor(1, 'Asha')
  signOff(['one', 'two'], 'The customer left')
  signOff(['three'], 'Lost')
  for (const [currency, typed] of Object.entries(all.counted)) countCash(currency, typed)
  for (const [currency, typed] of Object.entries(all.floats)) setFloat(currency, typed)
}

describe('what was decided before closing', () => {
  it.each<[string, number, string | null, typeof all | typeof nothing]>([
    ['stays for the same person', 1, 'Asha', all],
    ['is no other person’s', 1, 'Baraka', nothing],
    ['is not that of the next period', 2, 'Asha', nothing],
    ['does not stay where nobody is named', 1, null, nothing],
  ])('%s', (_, period, person, found) => {
    draftFor(0, null)
    decideAll()
    draftFor(period, person)
    expect(decided()).toEqual(found)
  })

  it('stays on a till without staff for the person who is added first', () => {
    draftFor(1, null)
    countCash('TZS', '1,000')
    draftFor(1, 'Asha')
    expect(decided()).toEqual({ ...nothing, counted: { TZS: '1,000' } })
  })
})

it('the paper of a day prints itself once, for the day that was closed here', () => {
  expect(takePrinting(7)).toBe(false)
  noteClosed(7)
  expect([6, 7, 7].map(takePrinting)).toEqual([false, true, false])
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultSettings } from '../../../shared/settings'

const kept = new Map<string, string>()
const told: unknown[][] = []
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
})
vi.stubGlobal('window', {
  kauntaBridge: {
    call: async (...asked: unknown[]) => {
      told.push(asked)
      return { ok: true, value: null }
    },
  },
})

const { prepareForPerson } = await import('../../../renderer/stores/follow-main')
const { setField, useChargeForm } = await import('../../../renderer/stores/charge-form')
const { countCash, draftFor, signOff, useCashUpDraft } = await import(
  '../../../renderer/stores/cash-up-store'
)
const { openDidItGoThrough, useDidItGoThrough } = await import(
  '../../../renderer/stores/did-it-go-through-store'
)
const { show, useView } = await import('../../../renderer/stores/view-store')

type Staff = Parameters<typeof prepareForPerson>[0]['staff']

const settings = { ...defaultSettings, staff: defaultSettings.staff }
const none: Staff = { state: 'none' }
const locked: Staff = { state: 'signed-out', why: 'pressed', people: [], results: [], watched: 1 }
const here = (id: string): Staff => ({
  state: 'signed-in',
  person: { id, name: id },
  role: 'cashier',
  people: [],
})

/** Main says, one after the other, who is at the till. */
function say(...all: Staff[]): void {
  for (const staff of all) prepareForPerson({ staff, settings })
}

const left = () => ({
  phone: useChargeForm.getState().fields.phone,
  view: useView.getState().view,
})

/** What this person finds decided where they open the closing of the running day. */
function closingOf(id: string) {
  draftFor(1, id)
  const { reasons, counted } = useCashUpDraft.getState()
  return { reasons, counted }
}

const decided = { reasons: { sale: 'The customer left' }, counted: { TZS: '1,000' } }

beforeEach(() => {
  say(none, here('Asha'))
  setField('phone', '0754001212')
  draftFor(1, 'Asha')
  signOff(['sale'], 'The customer left')
  countCash('TZS', '1,000')
  show({ name: 'settings', tab: 'auditLog' })
  openDidItGoThrough()
  told.splice(0)
})

describe('a till that was locked', () => {
  it('shows another person nothing of what was typed before', () => {
    const { draftId } = useChargeForm.getState()
    say(locked, here('Baraka'))
    expect(left()).toEqual({ phone: '', view: { name: 'charge' } })
    expect(closingOf('Baraka')).toEqual({ reasons: {}, counted: {} })
    expect(closingOf('Asha')).toEqual({ reasons: {}, counted: {} })
    expect(useChargeForm.getState()).toMatchObject({ filledBy: 'nobody', replaces: null })
    expect(useChargeForm.getState().draftId).not.toBe(draftId)
    expect(told).toEqual([['kaunta:customer.showPayment', { paymentId: null }]])
  })

  it('gives a person who comes back what they left', () => {
    const before = left()
    expect(before.phone).toBe('0754001212')
    say(locked, here('Asha'), here('Asha'))
    expect(left()).toEqual(before)
    expect(closingOf('Asha')).toEqual(decided)
    expect(told).toEqual([])
  })

  it('has no quick look open over it', () => {
    say(locked)
    expect(useDidItGoThrough.getState().open).toBe(false)
  })
})

describe('the first person of a till', () => {
  it('stays where they added themselves', () => {
    const before = left()
    say(none, here('Asha'))
    expect(left()).toEqual(before)
  })
})

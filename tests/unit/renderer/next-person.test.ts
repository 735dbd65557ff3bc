import { asked } from '../../support/fake-window'

// Before the stores: they read what the window keeps as they are loaded.

import { beforeEach, describe, expect, it } from 'vitest'
import {
  countCash,
  draftFor,
  signOff,
  useCashUpDraft,
} from '../../../renderer/stores/cash-up-store'
import { setField, useChargeForm } from '../../../renderer/stores/charge-form'
import {
  openDidItGoThrough,
  useDidItGoThrough,
} from '../../../renderer/stores/did-it-go-through-store'
import { prepareForPerson } from '../../../renderer/stores/follow-main'
import { show, useView } from '../../../renderer/stores/view-store'
import { defaultSettings } from '../../../shared/settings'

type Staff = Parameters<typeof prepareForPerson>[0]['staff']

const settings = defaultSettings
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
    expect(asked).toEqual([['customer.showPayment', { paymentId: null }]])
  })

  it('gives a person who comes back what they left', () => {
    const before = left()
    expect(before.phone).toBe('0754001212')
    say(locked, here('Asha'), here('Asha'))
    expect(left()).toEqual(before)
    expect(closingOf('Asha')).toEqual(decided)
    expect(asked).toEqual([])
  })

  it('has no quick look open over it', () => {
    say(here('Asha'))
    expect(useDidItGoThrough.getState().open).toBe(true)
    say(locked)
    expect(useDidItGoThrough.getState().open).toBe(false)
  })
})

describe('the first person of a till', () => {
  it('stays where they added themselves, also after all others were removed', () => {
    const before = left()
    say(none, here('Baraka'))
    expect(left()).toEqual(before)
  })
})

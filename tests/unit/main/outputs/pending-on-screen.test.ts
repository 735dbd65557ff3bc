import { describe, expect, it } from 'vitest'
import { PendingOnScreen } from '../../../../electron/main/outputs/pending-on-screen'
import { createVirtualClock } from '../../../support/payments/clock'
import { failedOutcome, paymentAfter, samples } from '../../../support/payments/payments'

const { 'attempt-started': started, accepted, settled } = samples
const pending = paymentAfter(started, accepted)
const paid = paymentAfter(started, accepted, settled)
const failed = paymentAfter(started, accepted, failedOutcome)
const minute = 60_000

function screen() {
  const clock = createVirtualClock()
  const said: boolean[] = []
  const onScreen = new PendingOnScreen({ clock, changed: is => said.push(is) })
  return { clock, said, onScreen }
}

describe('the display stays on, and the till open', () => {
  it.each([
    ['paid', paid],
    ['failed', failed],
  ])('while a payment on the screen waits: until it is %s', (_name, ended) => {
    const { said, onScreen } = screen()
    onScreen.show(pending)
    expect(said).toEqual([true])
    onScreen.paymentChanged({ ...ended, id: crypto.randomUUID() })
    expect(onScreen.isPending(), 'another payment’s result').toBe(true)
    onScreen.paymentChanged(ended)
    expect(said).toEqual([true, false])
  })

  it('or until the cashier leaves it', () => {
    const { said, onScreen } = screen()
    onScreen.show(pending)
    onScreen.show(null)
    expect(said).toEqual([true, false])
  })

  it('for at most 15 minutes, also where the window is loaded again', async () => {
    const { clock, onScreen } = screen()
    onScreen.show(pending)
    await clock.pass(14 * minute)
    onScreen.show(pending)
    expect(onScreen.isPending()).toBe(true)
    await clock.pass(minute)
    expect(onScreen.isPending()).toBe(false)
    onScreen.show(pending)
    expect(onScreen.isPending()).toBe(false)
  })

  it('not for one that is over', () => {
    const { said, onScreen } = screen()
    onScreen.show(paid)
    expect(said).toEqual([])
  })
})

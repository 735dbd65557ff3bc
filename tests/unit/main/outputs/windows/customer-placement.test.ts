import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Placeable,
  placeCustomerWindow,
} from '../../../../../electron/main/outputs/windows/customer-window'
import type { ChosenDisplay } from '../../../../../shared/settings/customer-window'

const laptop: Placeable = { id: 1, internal: true }
const pole: Placeable = { id: 2, internal: false }
const wall: Placeable = { id: 3, internal: false }
const chosen = ({ id }: Placeable): ChosenDisplay => ({ id, name: `display ${id}` })

describe('the customer’s window', () => {
  it.each<[string, Placeable[], Placeable | null, ChosenDisplay, Placeable | null]>([
    ['is closed where it is switched off', [laptop, pole], laptop, 'off', null],
    ['is closed where there is no other display', [laptop], laptop, 'automatic', null],
    ['is closed without a till', [laptop, pole], null, 'automatic', null],
    ['is on the other display', [laptop, pole], laptop, 'automatic', pole],
    ['is on the computer’s own display, too', [laptop, pole], pole, 'automatic', laptop],
    ['leaves that to the cashier where it can', [laptop, wall, pole], pole, 'automatic', wall],
    ['is on the chosen display', [laptop, pole, wall], laptop, chosen(wall), wall],
    ['waits for one that is unplugged', [laptop, pole], laptop, chosen(wall), null],
    ['never covers the till, though it was chosen', [laptop, pole], pole, chosen(pole), null],
  ])('%s', (_name, displays, till, choice, place) => {
    const facts = { displays, till: till?.id ?? null, chosen: choice }
    expect(placeCustomerWindow(facts)).toBe(place)
  })
})

type Step = { plug: number } | { unplug: number } | { till: number } | { choose: ChosenDisplay }

const ids = fc.integer({ min: 1, max: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  ids.map(plug => ({ plug })),
  ids.map(unplug => ({ unplug })),
  ids.map(till => ({ till })),
  fc
    .oneof(
      fc.constantFrom<ChosenDisplay>('off', 'automatic'),
      ids.map(id => ({ id, name: '' })),
    )
    .map(choose => ({ choose })),
)

/** A set of displays as a person changes it; the system moves a window off one that is unplugged. */
function deskAfter(steps: readonly Step[]) {
  let plugged = [1]
  let till = 1
  let choice: ChosenDisplay = 'automatic'
  for (const each of steps) {
    if ('plug' in each) plugged = [...new Set([...plugged, each.plug])]
    else if ('unplug' in each && plugged.length > 1) {
      plugged = plugged.filter(id => id !== each.unplug)
    } else if ('till' in each && plugged.includes(each.till)) till = each.till
    else if ('choose' in each) choice = each.choose
    if (!plugged.includes(till)) till = plugged[0] ?? 1
  }
  const displays = plugged.map(id => ({ id, internal: id === 1 }))
  return { displays, till, chosen: choice }
}

describe('however displays come and go', () => {
  it('it is on a plugged display that is not the till’s, exactly when one is wanted and there', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        const facts = deskAfter(steps)
        const place = placeCustomerWindow(facts)
        const others = facts.displays.filter(({ id }) => id !== facts.till)
        const { chosen: choice } = facts
        const wanted =
          choice === 'off'
            ? []
            : others.filter(({ id }) => choice === 'automatic' || id === choice.id)
        expect(place === null).toBe(wanted.length === 0)
        if (place) expect(wanted).toContain(place)
      }),
      { numRuns: 2_000 },
    )
  })

  it('it comes back to where it was when what was unplugged is plugged in again', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), ids, (steps, id) => {
        const before = deskAfter(steps)
        fc.pre(before.till !== id && before.displays.some(each => each.id === id))
        const again = deskAfter([...steps, { unplug: id }, { plug: id }])
        const where = placeCustomerWindow(before)?.id ?? null
        // With two to choose from the order of the system's list decides: it may be the other one.
        fc.pre(before.displays.length < 3 || before.chosen !== 'automatic')
        expect(placeCustomerWindow(again)?.id ?? null).toBe(where)
      }),
    )
  })
})

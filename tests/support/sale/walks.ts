import fc from 'fast-check'
import { SaleWalk, stepKinds } from './sale-walk'

const choice = fc.nat(999)

/** Walks of so many sales; a failing one is printed in its shortest form, with its seed. */
export function walkSales(numRuns: number): void {
  const step = fc.tuple(fc.constantFrom(...stepKinds), choice)
  const ending = fc.array(choice, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.array(step, { maxLength: 40, size: 'max' }),
      ending,
      (total, steps, choices) => {
        const walk = new SaleWalk(total)
        for (const each of steps) walk.take(each)
        walk.end(choices)
      },
    ),
    { numRuns },
  )
}

import { expect } from 'vitest'
import { type Figures, inWords } from './figures'

/** Nothing was lost and nothing was done twice; a failure names the seed that repeats it. */
export function expectClean(figures: Figures, seed: number): void {
  expect(figures.findings, `seed ${seed}\n${inWords(figures)}`).toEqual([])
}

import { describe, expect, it } from 'vitest'
import { continueRun, isScan, type Run } from '../../../renderer/typing/scan'

/** Types it with so many ms between two keys, and Enter as long after the last one. */
function typed(text: string, gap: number, enterAfter = gap): boolean {
  let run: Run | null = null
  let at = 1_000
  for (const key of text) {
    run = continueRun(run, key, at)
    at += gap
  }
  return isScan(run, at - gap + enterAfter)
}

describe('a scan', () => {
  it.each(['96385074', '6001087357180', 'PAY-2026.11/7', '012345'])('%s', text => {
    expect(typed(text, 8)).toBe(true)
    expect(typed(text, 30)).toBe(true)
  })

  it.each([
    ['a person on a number pad, as fast as anyone', '96385074', 70],
    ['words', 'Neema Mushi', 5],
    ['a sum', '1500+2500', 5],
  ])('is not %s', (_name, text, gap) => {
    expect(typed(text, gap)).toBe(false)
  })

  it('ends with its Enter at once', () => {
    expect(typed('96385074', 8, 400)).toBe(false)
  })

  it('is not joined to what was typed before it', () => {
    const before = continueRun(continueRun(null, '1', 0), '5', 200)
    expect(continueRun(before, '9', 900)).toEqual({ text: '9', from: 900, to: 900 })
  })
})

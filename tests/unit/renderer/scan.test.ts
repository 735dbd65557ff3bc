import { describe, expect, it } from 'vitest'
import type { PressedKey } from '../../../renderer/typing/physical-key'
import { continueRun, endsRun, type Run, scanOf } from '../../../renderer/typing/scan'

const pressed = (key: string, code = '', shiftKey = false): PressedKey => ({
  key,
  code,
  shiftKey,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  getModifierState: () => false,
})

/** The run of these keys with so many ms between two. */
function runOf(keys: readonly PressedKey[], gap: number): Run | null {
  return keys.reduce<Run | null>((run, key, n) => continueRun(run, key, 1_000 + n * gap), null)
}

function typed(text: string, gap: number): string | null {
  return scanOf(
    runOf(
      [...text].map(key => pressed(key)),
      gap,
    ),
  )
}

describe('a scan', () => {
  it.each([
    '12345',
    '96385074',
    '12345678905',
    '6001087357180',
    'PAY-2026.11/7',
    '012345',
    'https://pay.example/7?a=b',
  ])('%s', text => {
    expect(typed(text, 8)).toBe(text)
    expect(typed(text, 35)).toBe(text)
  })

  it.each([
    ['a person on a number pad, as fast as anyone', '96385074', 55],
    ['five digits of a person', '15000', 55],
    ['five digits of a person in a hurry', '15000', 36],
    ['a key that types three zeros', '000', 5],
    ['that key right after a digit', '5000', 5],
  ])('is not %s', (_name, text, gap) => {
    expect(typed(text, gap)).toBeNull()
  })

  it('is not joined to what was typed before it', () => {
    const before = runOf([pressed('4'), pressed('5'), pressed('0'), pressed('0')], 200)
    const after = [...'12345'].reduce<Run | null>(
      (run, key, n) => continueRun(run, pressed(key), 1_900 + n * 8),
      before,
    )
    expect(scanOf(after)).toBe('12345')
  })

  it('has no key that writes nothing, and no shortcut', () => {
    const run = runOf([pressed('Shift'), { ...pressed('c'), ctrlKey: true }, pressed('7')], 8)
    expect(run?.text).toBe('7')
  })
})

describe('a run of keys', () => {
  it.each(['Tab', 'ArrowDown', 'Escape', 'Backspace', 'F4'])('ends with %s', key => {
    expect(endsRun(pressed(key))).toBe(true)
  })

  it('ends with a line feed, which is Ctrl+J', () => {
    expect(endsRun({ ...pressed('j'), ctrlKey: true })).toBe(true)
    expect(endsRun(pressed('j'))).toBe(false)
  })

  it.each(['5', 'Shift', 'AltGraph', 'Dead', 'Enter'])('goes on with %s', key => {
    expect(endsRun(pressed(key))).toBe(false)
  })
})

describe('a scan on a French layout', () => {
  it('of a scanner for a US keyboard is read by physical key', () => {
    const keys = [
      pressed('Q', 'KeyA', true),
      pressed(')', 'Minus'),
      pressed('&', 'Digit1'),
      pressed('é', 'Digit2'),
      pressed('"', 'Digit3'),
      pressed("'", 'Digit4'),
      pressed('à', 'Digit0'),
    ]
    expect(scanOf(runOf(keys, 8))).toBe('A-12340')
  })

  it('of a scanner for that layout is read as it writes', () => {
    const keys = [
      pressed('A', 'KeyQ', true),
      ...[...'12345'].map(digit => pressed(digit, `Digit${digit}`, true)),
    ]
    expect(scanOf(runOf(keys, 8))).toBe('A12345')
  })
})

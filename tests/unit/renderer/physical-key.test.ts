import { describe, expect, it } from 'vitest'
import {
  isPadWithoutNumLock,
  type PressedKey,
  physicalDigit,
} from '../../../renderer/typing/physical-key'

/** A key with these on: `Shift`, `NumLock`, `AltGraph`, `Control`, `Alt`, `Meta`, `Composing`. */
function pressed(code: string, key: string, ...on: string[]): PressedKey {
  return {
    code,
    key,
    shiftKey: on.includes('Shift'),
    ctrlKey: on.includes('Control'),
    altKey: on.includes('Alt'),
    metaKey: on.includes('Meta'),
    isComposing: on.includes('Composing'),
    getModifierState: name => on.includes(name),
  }
}

describe('the digit of a key by its place', () => {
  it.each([
    ['a digit', pressed('Digit5', '5'), '5'],
    ['a French layout without Shift', pressed('Digit1', '&'), '1'],
    ['its zero', pressed('Digit0', 'à'), '0'],
    ['its digit with Shift', pressed('Digit1', '1', 'Shift'), '1'],
    ['an Arabic layout', pressed('Digit4', '٤'), '4'],
    ['the pad', pressed('Numpad7', '7', 'NumLock'), '7'],
    ['the pad of a Mac, which has no Num Lock', pressed('Numpad7', '7'), '7'],
    ['the pad with Num Lock off', pressed('Numpad7', 'Home'), '7'],
    ['its middle', pressed('Numpad5', 'Clear'), '5'],
    ['its zero', pressed('Numpad0', 'Insert'), '0'],
  ])('%s', (_name, event, digit) => {
    expect(physicalDigit(event)).toBe(digit)
  })

  it.each([
    ['a letter', pressed('KeyK', 'k')],
    ['the sign that Shift writes', pressed('Digit8', '*', 'Shift')],
    ['an arrow', pressed('ArrowLeft', 'ArrowLeft')],
    ['Shift and the pad: an arrow is meant', pressed('Numpad4', 'ArrowLeft', 'NumLock')],
    ['Shift and the pad without Num Lock', pressed('Numpad4', 'ArrowLeft', 'Shift')],
    ['a shortcut', pressed('Digit1', '1', 'Control')],
    ['another level of the layout', pressed('Digit0', '@', 'AltGraph')],
    ['what an input method composes', pressed('Digit1', '1', 'Composing')],
    ['what ends', pressed('NumpadEnter', 'Enter')],
  ])('none of %s', (_name, event) => {
    expect(physicalDigit(event)).toBeNull()
  })
})

it.each([
  [pressed('Numpad4', 'ArrowLeft'), true],
  [pressed('NumpadDecimal', 'Delete'), true],
  [pressed('Numpad4', '4', 'NumLock'), false],
  [pressed('Numpad4', 'ArrowLeft', 'NumLock'), false],
  [pressed('ArrowLeft', 'ArrowLeft'), false],
  [pressed('NumpadEnter', 'Enter'), false],
])('the pad writes nothing with Num Lock off: %o', (event, off) => {
  expect(isPadWithoutNumLock(event)).toBe(off)
})

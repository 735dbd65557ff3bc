import { describe, expect, it } from 'vitest'
import { isEnter, isHeldEnter } from '../../../renderer/typing/is-enter'

const enter = { key: 'Enter', repeat: false, keyCode: 13, isComposing: false }

describe('an Enter', () => {
  it.each([
    ['is a press', enter, true],
    ['of the number pad is a press', { ...enter, code: 'NumpadEnter' }, true],
    ['of a key that is held down is none', { ...enter, repeat: true }, false],
    ['that ends a composition is none', { ...enter, isComposing: true }, false],
    ['that the input method takes is none', { ...enter, keyCode: 229 }, false],
    ['that React passes on is none while a word is composed', react({ isComposing: true }), false],
    ['that React passes on is a press', react({ isComposing: false }), true],
    ['is no other key', { ...enter, key: ' ', keyCode: 32 }, false],
  ])('%s', (_title, event, expected) => {
    expect(isEnter(event)).toBe(expected)
  })

  it('is held down from its second event on', () => {
    expect(isHeldEnter(enter)).toBe(false)
    expect(isHeldEnter({ ...enter, repeat: true })).toBe(true)
  })
})

/** React's own event has no `isComposing`. */
function react(nativeEvent: { isComposing: boolean }) {
  return { key: 'Enter', repeat: false, keyCode: 13, nativeEvent }
}

import { describe, expect, it } from 'vitest'
import { TillWindows } from '../../../../../electron/main/outputs/windows/till-windows'

/** The till's window, with a page that may have died. */
function windows(page: 'lives' | 'dead' | 'none') {
  const done: string[] = []
  const window = {
    isMinimized: () => false,
    show: () => done.push('show'),
    focus: () => done.push('focus'),
    webContents: { isCrashed: () => page === 'dead', reload: () => done.push('reload') },
  }
  const till = new TillWindows({
    factory: {
      // Sound: nothing else of a window is used.
      find: () => (page === 'none' ? null : (window as never)),
      push: name => done.push(name),
    },
    open: () => done.push('open'),
    notifications: { areSupported: () => false, create: () => ({}) as never },
  })
  return { till, done }
}

describe('what a person does to bring the till up', () => {
  it('ends in a page that lives: the icon and a second start', () => {
    for (const [page, expected] of [
      ['lives', ['show', 'focus']],
      ['dead', ['reload', 'show', 'focus']],
      ['none', ['open']],
    ] as const) {
      const { till, done } = windows(page)
      till.show()
      expect(done).toEqual(expected)
    }
  })

  it('and so does a notification that is pressed', () => {
    const { till, done } = windows('dead')
    till.showPayment('a payment')
    expect(done).toEqual(['reload', 'show', 'focus', 'paymentWanted'])
  })
})

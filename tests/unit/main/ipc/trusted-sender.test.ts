import type { IpcMainInvokeEvent, WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { createSenderOf } from '../../../../electron/main/ipc/register'

interface FakeFrame {
  url: string
}

/** A message as Electron hands it over, as far as anybody looks at it. */
function message(url: string, { inSubFrame = false, frameGone = false } = {}) {
  const mainFrame: FakeFrame = { url }
  const senderFrame = frameGone ? null : inSubFrame ? { url } : mainFrame
  const sender = { mainFrame }
  return { event: { sender, senderFrame } as unknown as IpcMainInvokeEvent, sender }
}

const ours = 'app://kaunta/index.html'
const trust = (url: string, how: Parameters<typeof message>[1] = {}, known = true) => {
  const { event, sender } = message(url, how)
  const kindOf = (contents: WebContents) =>
    known && contents === (sender as unknown) ? 'customer' : null
  return createSenderOf(kindOf, () => 'app://kaunta')(event)
}

describe('a message', () => {
  it('from the top frame of our own page is trusted, as the kind of window that it is', () => {
    expect(trust(ours)).toBe('customer')
    expect(trust('app://kaunta/other.html?x#y')).toBe('customer')
  })

  it.each([
    'app://kaunta.evil/index.html',
    'app://evil/kaunta',
    'https://kaunta/index.html',
    'file:///kaunta/index.html',
    'data:text/html,app://kaunta',
    'about:blank',
    'about:srcdoc',
    '',
    'not a url',
    'app://kaunta@evil/',
    'app://kaunta:8080/index.html',
  ])('from %j is not', url => {
    expect(trust(url)).toBe(null)
  })

  it('from a frame inside our page is not', () => {
    expect(trust(ours, { inSubFrame: true })).toBe(null)
  })

  it('from a frame that is gone is not', () => {
    expect(trust(ours, { frameGone: true })).toBe(null)
  })

  it('from a window that we did not open is not', () => {
    expect(trust(ours, {}, false)).toBe(null)
  })
})

import type { IpcMainInvokeEvent, WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { createSenderOf } from '../../../../electron/main/ipc/register'

/** A message as Electron hands it over, as far as anybody looks at it. */
function message(url: string, { inSubFrame = false, frameGone = false } = {}) {
  const mainFrame = { url }
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
    ['another host of ours', 'app://kaunta.evil/', 'app://evil/kaunta', 'app://kaunta@evil/'],
    ['another port', 'app://kaunta:8080/index.html'],
    ['another scheme', 'https://kaunta/index.html', 'file:///kaunta/index.html'],
    ['text that is our address', 'data:text/html,app://kaunta'],
    ['no address', 'about:blank', 'about:srcdoc', '', 'not a url'],
  ])('from %s is not', (_what, ...urls) => {
    for (const url of urls) expect(trust(url), url).toBe(null)
  })

  it('from a frame inside our page, from one that is gone or from a window of others is not', () => {
    expect(trust(ours, { inSubFrame: true })).toBe(null)
    expect(trust(ours, { frameGone: true })).toBe(null)
    expect(trust(ours, {}, false)).toBe(null)
  })
})

import { EventEmitter } from 'node:events'
import type { App, Session } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { lockDown } from '../../../../../electron/main/outputs/windows/lockdown'
import { listeningLog } from '../../../../support/parts'

type Handler = (...args: unknown[]) => unknown

/** A session that keeps what was set; there is no device on a test machine that a page could be given. */
function standInSession() {
  const set = new Map<string, unknown>()
  const session = new Proxy(new EventEmitter(), {
    get: (emitter, name: string) =>
      name.startsWith('set')
        ? (value: unknown) => void set.set(name, value)
        : Reflect.get(emitter, name).bind(emitter),
  })
  const handler = (name: string) => set.get(name) as Handler
  return { session: session as unknown as Session, emitter: session, set, handler }
}

const locked = () => {
  const standIn = standInSession()
  lockDown(new EventEmitter() as unknown as App, [standIn.session], listeningLog().log)
  return standIn
}

describe('a locked session', () => {
  it('gives no page a device, a permission, or the answer that it has one', () => {
    const { handler } = locked()
    expect(handler('setDevicePermissionHandler')({ deviceType: 'usb' })).toBe(false)
    expect(handler('setPermissionCheckHandler')(null, 'midi')).toBe(false)
    const granted = vi.fn()
    handler('setPermissionRequestHandler')(null, 'camera', granted)
    expect(granted.mock.calls).toEqual([[false]])
  })

  it('checks no spelling', () => {
    const { set } = locked()
    expect(set.get('setSpellCheckerEnabled')).toBe(false)
    expect(set.get('setSpellCheckerLanguages')).toEqual([])
  })

  it('downloads nothing', () => {
    const { emitter } = locked()
    const preventDefault = vi.fn()
    emitter.emit('will-download', { preventDefault })
    expect(preventDefault).toHaveBeenCalledOnce()
  })
})

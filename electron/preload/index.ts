import { contextBridge, ipcRenderer } from 'electron'
import { type Bridge, bridgeName, openChannel } from '../../shared/ipc/bridge'

/** Main opens the window before the till: no handler is there yet. */
const open = ipcRenderer.invoke(openChannel)

/**
 * The whole preload: it carries, and knows no call. Channels outside ours are not reachable through
 * it, and the page never sees Electron's event object.
 */
const bridge: Bridge = {
  call: (channel, argument) =>
    channel.startsWith('kaunta:')
      ? open.then(() => ipcRenderer.invoke(channel, argument))
      : Promise.reject(new Error(`${channel} is not a channel of the till`)),
  listen(channel, receive) {
    if (!channel.startsWith('kaunta-push:')) throw new Error(`${channel} is not a push of the till`)
    const listener = (_event: unknown, value: unknown) => receive(value)
    ipcRenderer.on(channel, listener)
    return () => ipcRenderer.off(channel, listener)
  },
}

contextBridge.exposeInMainWorld(bridgeName, bridge)

/* As the till's own: it carries, and knows no call. */
const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('bareCall', value => ipcRenderer.invoke('bare-call', value))

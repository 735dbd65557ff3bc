/* The floor of start and memory: a window with one heading, and nothing else. */
const { app, BrowserWindow } = require('electron')
const { join } = require('node:path')

app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  })
  window.once('ready-to-show', () => window.show())
  window.loadFile(join(__dirname, 'index.html'))
})
app.on('window-all-closed', () => app.quit())

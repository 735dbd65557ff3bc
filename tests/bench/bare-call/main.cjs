/* The floors of a press: a call from a window that main answers at once, and a POST on a connection that is kept. */
const { app, BrowserWindow, ipcMain } = require('electron')
const http = require('node:http')
const { join } = require('node:path')

ipcMain.handle('bare-call', (_event, value) => value)

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

/** Time until the answer is read, ms. */
globalThis.barePost = (address, body) =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    }
    const request = http.request(address, { method: 'POST', agent, headers }, response => {
      response.resume()
      response.once('end', () => resolve(performance.now() - begun))
    })
    request.once('error', reject)
    request.end(body)
  })

app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    webPreferences: {
      preload: join(__dirname, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    },
  })
  window.loadFile(join(__dirname, 'index.html'))
})
app.on('window-all-closed', () => app.quit())

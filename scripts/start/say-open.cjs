/* Electron loads this before the till: `npm start` learns from it when the window is there. */
const { app } = require('electron')

const line =
  'The till is open in its own window. For help choose Help there. To stop, close the window or press Ctrl+C here.'

app.once('browser-window-created', (_event, window) =>
  window.webContents.once('did-finish-load', () => process.stdout.write(`${line}\n`)),
)

/* Electron loads this before the till and before the bare window alike: it says when a person can begin. */
const { app } = require('electron')

/** Resolves at the first frame after the element is there. */
const usable = selector => `new Promise(resolve => {
  const look = () => document.querySelector(${JSON.stringify(selector)})
    ? requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))
    : setTimeout(look, 2)
  look()
})`

app.once('browser-window-created', (_event, window) =>
  window.webContents.once('dom-ready', () =>
    window.webContents
      .executeJavaScript(usable(process.env.BENCH_USABLE))
      .then(() => process.stdout.write('BENCH usable\n')),
  ),
)

/*
 * Electron loads this before the till and before the bare window alike: it says when a person can begin and, where
 * it is asked for, what was loaded until then.
 */
const { app } = require('electron')

const watch = process.env.BENCH_LOADED === '1'
const loadedInMain = watch ? watchScripts() : null
const askedByPage = watch ? watchPages() : null

/** The addresses of all scripts that main's engine compiles from now on. */
function watchScripts() {
  const { Session } = require('node:inspector')
  const addresses = []
  const session = new Session()
  session.connect()
  session.on('Debugger.scriptParsed', ({ params }) => addresses.push(params.url))
  session.post('Debugger.enable')
  return addresses
}

/** The addresses that pages ask the app's own scheme for. */
function watchPages() {
  const addresses = []
  app.on('session-created', ({ protocol }) => {
    const handle = protocol.handle.bind(protocol)
    protocol.handle = (scheme, answer) =>
      handle(scheme, request => {
        addresses.push(request.url)
        return answer(request)
      })
  })
  return addresses
}

/** Resolves at the first frame after the element is there. */
const usable = selector => `new Promise(resolve => {
  const look = () => document.querySelector(${JSON.stringify(selector)})
    ? requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))
    : setTimeout(look, 2)
  look()
})`

async function say(contents) {
  await contents.executeJavaScript(usable(process.env.BENCH_USABLE))
  if (loadedInMain) {
    const main = loadedInMain.filter(address => address.startsWith('file:'))
    process.stdout.write(`BENCH loaded ${JSON.stringify({ main, renderer: askedByPage })}\n`)
  }
  process.stdout.write('BENCH usable\n')
}

app.once('browser-window-created', (_event, window) =>
  window.webContents.once('dom-ready', () => say(window.webContents)),
)

/*
 * Electron loads this before the till and before the bare window alike: it says when a person can begin and, where
 * it is asked for, what was loaded until then.
 */
const { app } = require('electron')

const watch = process.env.BENCH_LOADED === '1'
const loadedInMain = watch ? watchScripts() : null
const askedByPage = watch ? watchPages() : null

/** The addresses of all scripts that main's engine compiles from now on, and when, ms. */
function watchScripts() {
  const { Session } = require('node:inspector')
  const loads = []
  const session = new Session()
  session.connect()
  session.on('Debugger.scriptParsed', ({ params }) =>
    loads.push({ address: params.url, at: Date.now() }),
  )
  session.post('Debugger.enable')
  return loads
}

/** The addresses that pages ask the app's own scheme for, and when, ms. */
function watchPages() {
  const loads = []
  app.on('session-created', ({ protocol }) => {
    const handle = protocol.handle.bind(protocol)
    protocol.handle = (scheme, answer) =>
      handle(scheme, request => {
        loads.push({ address: request.url, at: Date.now() })
        return answer(request)
      })
  })
  return loads
}

/**
 * Resolves at the first frame after the element is there, with the moment at which it came, ms: what is loaded later
 * is loaded behind it.
 */
const usable = selector => `new Promise(resolve => {
  const look = () => {
    if (!document.querySelector(${JSON.stringify(selector)})) return
    observer.disconnect()
    const shownAt = Date.now()
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(shownAt)))
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true })
  look()
})`

async function say(contents) {
  const shownAt = await contents.executeJavaScript(usable(process.env.BENCH_USABLE))
  if (loadedInMain) {
    const until = loads => loads.filter(({ at }) => at <= shownAt).map(({ address }) => address)
    const main = until(loadedInMain).filter(address => address.startsWith('file:'))
    process.stdout.write(`BENCH loaded ${JSON.stringify({ main, renderer: until(askedByPage) })}\n`)
  }
  process.stdout.write('BENCH usable\n')
}

app.once('browser-window-created', (_event, window) =>
  window.webContents.once('dom-ready', () => say(window.webContents)),
)

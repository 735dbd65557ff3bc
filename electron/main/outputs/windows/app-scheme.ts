import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Protocol } from 'electron'

/** The scheme and host of our own pages; nothing else is ever shown in a window. */
export const appOrigin = 'app://kaunta'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wav': 'audio/wav',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

/** Call before Electron is ready. Never `corsEnabled`: no other origin has business here. */
export function declareAppScheme(protocol: Protocol): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true } },
  ])
}

/** A first page that takes longer is not waited for, ms. */
const firstPageMs = 1_000

/**
 * Serves the built page from a fixed map of the files that are there at start: a path that is not
 * in the map cannot be asked for. Resolves when the first page has all that its HTML names: main hands over every
 * file, so a page waits for main while main is busy.
 */
export function serveAppScheme(protocol: Protocol, folder: string): Promise<void> {
  const files = mapFiles(folder)
  return new Promise(resolve => {
    let missing = 1
    setTimeout(resolve, firstPageMs)
    protocol.handle('app', request => {
      const { host, pathname } = new URL(request.url)
      const file = host === 'kaunta' ? files.get(pathname) : undefined
      if (!file) return new Response('Not found', { status: 404 })
      const content = readFileSync(file)
      if (extname(file) === '.html')
        missing += content.toString().match(/(?:src|href)="/g)?.length ?? 0
      return respond(content, extname(file), () => {
        missing -= 1
        if (missing === 0) setImmediate(resolve)
      })
    })
  })
}

function mapFiles(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  )
  return new Map(
    files.map(entry => {
      const file = join(entry.parentPath, entry.name)
      return [`/${relative(folder, file).split(sep).join('/')}`, file]
    }),
  )
}

function respond(content: Buffer, extension: string, taken: () => void): Response {
  const body = new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(content)
        controller.close()
        taken()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: {
      'Content-Type': contentTypes[extension] ?? 'application/octet-stream',
      'Content-Security-Policy': contentPolicy,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/**
 * The page may load its own files and nothing else: no inline code, no network. It talks to main
 * alone. `data:` images are there for the font library's and CSS's masks only.
 */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

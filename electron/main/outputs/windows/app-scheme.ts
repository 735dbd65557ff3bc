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

/**
 * Serves the built page from a fixed map of the files that are there at start: a path that is not
 * in the map cannot be asked for.
 */
export function serveAppScheme(protocol: Protocol, folder: string): void {
  const files = mapFiles(folder)
  protocol.handle('app', request => {
    const { host, pathname } = new URL(request.url)
    const file = host === 'kaunta' ? files.get(pathname) : undefined
    return file
      ? respond(readFileSync(file), extname(file))
      : new Response('Not found', { status: 404 })
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

function respond(content: Buffer<ArrayBuffer>, extension: string): Response {
  return new Response(content, {
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

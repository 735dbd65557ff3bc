/**
 * Replaces Electron's default app, which the bundled Electron lacks: it would run this folder
 * for ever and ignore the one on the command line. It reads the arguments the way Electron's own
 * does (`electron [switches] [-r module] DIR [the app's arguments]`), so that the command line,
 * Playwright and electron-vite all behave as usual.
 *
 * Must stay an ES module that awaits the app's main at the top level: Electron holds `ready` back
 * until that is loaded, and the app registers its schemes and switches before `ready`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const require = createRequire(import.meta.url)

function readArguments(args) {
  const modules = []
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '-r' || args[i] === '--require') modules.push(args[++i])
    else if (!args[i].startsWith('-')) return { modules, target: path.resolve(args[i]) }
  }
  return { modules, target: undefined }
}

function takeIdentity(folder) {
  const file = path.join(folder, 'package.json')
  if (!existsSync(file)) return
  const { name, productName, version } = JSON.parse(readFileSync(file, 'utf8'))
  if (productName ?? name) app.setName(productName ?? name)
  if (version) app.setVersion(version)
  app.setAppPath(folder)
}

try {
  const { modules, target } = readArguments(process.argv.slice(1))
  if (!target) throw new Error('No app was named. Use: electron DIR [arguments]')
  for (const module of modules) require(module)
  // What Electron's own default app sets: libraries ask it whether they run packaged.
  Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true })
  takeIdentity(target)
  await import(pathToFileURL(require.resolve(target)).href)
} catch (error) {
  // Thrown on, Electron would show a dialog that no one sees under a virtual display, and wait.
  process.stderr.write(`${error?.stack ?? error}\n`)
  process.exit(1)
}

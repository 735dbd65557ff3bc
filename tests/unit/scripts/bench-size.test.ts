import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bytesIn, loadedSizes } from '../../bench/size'
import { temporaryFolders } from '../../support/temporary-folder'

const newFolder = temporaryFolders()

function folderWith(files: Record<string, string>): string {
  const folder = newFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

describe('what loads before the first screen', () => {
  const script = 'const paid = false\n'.repeat(100)
  const project = folderWith({
    'out/main/index.js': script,
    'out/main/chunks/later.js': script,
    'out/preload/index.cjs': script,
    'out/renderer/assets/index.js': script,
    'out/renderer/assets/index.css': script,
    'out/renderer/assets/letters.woff2': script,
    'node_modules/engine/index.js': script,
    'tests/bench/say-usable.cjs': script,
  })
  const inMain = (name: string) => pathToFileURL(join(project, name)).href
  const usable = inMain('tests/bench/say-usable.cjs')
  const main = [inMain('out/main/index.js'), inMain('node_modules/engine/index.js'), usable]
  const assets = ['index.js', 'index.js', 'index.css', 'letters.woff2']
  const renderer = [
    'app://kaunta/pages/till/index.html',
    ...assets.map(name => `app://kaunta/assets/${name}`),
    'devtools://kaunta/assets/other.js',
  ]

  it('is each built script and style sheet once, after gzip, with modules and the preload', () => {
    const loaded = loadedSizes({ main, renderer }, project)
    const bytes = gzipSync(script).byteLength
    expect([...loaded.main]).toEqual([
      [join('out', 'main', 'index.js'), bytes],
      [join('node_modules', 'engine', 'index.js'), bytes],
    ])
    expect([...loaded.renderer.keys()]).toEqual([
      join('out', 'renderer', 'assets', 'index.js'),
      join('out', 'renderer', 'assets', 'index.css'),
      join('out', 'preload', 'index.cjs'),
    ])
  })

  it('is refused where a side loaded nothing that was built: it would be within the budget', () => {
    for (const loaded of [
      { main: [usable], renderer },
      { main, renderer: [] },
    ])
      expect(() => loadedSizes(loaded, project)).toThrow()
  })
})

describe('the bytes of a folder', () => {
  it('are those of its files, at any depth, without what is left out', () => {
    const parts = { 'resources/a.pak': '123', 'resources/app/b.js': '1' }
    const folder = folderWith({ electron: '12345', ...parts })
    expect(bytesIn(folder)).toBe(9)
    expect(bytesIn(folder, ['resources/app'])).toBe(8)
    expect(bytesIn(folder, ['resources'])).toBe(5)
  })
})

import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { note, runCommand } from './command'
import { run } from './process/run'
import { toolScript } from './process/tool'
import { inProject } from './project'

const tests = inProject('tests', 'e2e')
const folder = inProject('screenshots')

/** Pictures of every screen and state, made anew, and a page to look at them side by side. */
await runCommand(async () => {
  await rm(folder, { recursive: true, force: true })
  const only = ['--only', 'e2e', ...(await pictureTests())]
  const tsx = await toolScript('tsx', 'tsx')
  const args = [tsx, inProject('scripts', 'test.ts'), ...only]
  const { code } = await run(process.execPath, args, {
    output: 'show',
    env: { ...process.env, KAUNTA_PICTURES: 'all' },
  })
  const index = path.join(folder, 'index.html')
  const names = (await readdir(folder)).filter(name => name.endsWith('.png')).sort()
  await writeFile(index, contactSheet(names))
  note(`\n${names.length} pictures: open ${index}`)
  return code
})

/** The end-to-end tests that take pictures. */
async function pictureTests(): Promise<string[]> {
  const names = (await readdir(tests)).filter(name => name.endsWith('.test.ts'))
  const texts = await Promise.all(names.map(name => readFile(path.join(tests, name), 'utf8')))
  return names
    .filter((_name, number) => /'\.\/support\/(customer-)?pictures'/.test(texts[number] ?? ''))
    .map(name => `tests/e2e/${name}`)
}

function contactSheet(names: readonly string[]): string {
  const figures = names.map(
    name =>
      `<figure><a href="${name}"><img src="${name}" loading="lazy" alt=""></a>` +
      `<figcaption>${name.replace(/\.png$/, '')}</figcaption></figure>`,
  )
  return [
    '<!doctype html><meta charset="utf-8"><title>Kaunta: every screen</title>',
    '<style>body{font:14px system-ui;display:grid;gap:16px;',
    'grid-template-columns:repeat(auto-fill,minmax(420px,1fr))}',
    'figure{margin:0}img{width:100%;border:1px solid #ccc}</style>',
    ...figures,
  ].join('\n')
}

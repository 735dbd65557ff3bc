import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { note, readOptions, runCommand } from './command'
import { Problem } from './problem'
import { run } from './process/run'
import { inProject } from './project'

const tests = inProject('tests', 'e2e')
const folder = inProject('screenshots')

const usage = 'Use: npm run screenshots [-- [--size 4k] [names of tests]]'

/**
 * Pictures of every screen and state, made again, and a page that shows them side by side. Those of
 * one size or of some tests are added to what is there.
 */
await runCommand(async () => {
  const { size, filters } = chosen(process.argv.slice(2))
  if (size === 'all' && filters.length === 0) await rm(folder, { recursive: true, force: true })
  const only = ['--only', 'e2e', ...(await pictureTests(filters))]
  const args = ['--import', 'tsx', inProject('scripts', 'test.ts'), ...only]
  const { code } = await run(process.execPath, args, {
    output: 'show',
    env: { ...process.env, KAUNTA_PICTURES: size },
  })
  const index = path.join(folder, 'index.html')
  const names = (await readdir(folder)).filter(name => name.endsWith('.png')).sort()
  await writeFile(index, contactSheet(names))
  note(`\n${names.length} pictures: open ${index}`)
  return code
}, usage)

/** `all` is 1024 × 640 and 1920 × 1080. */
function chosen(args: string[]): { size: 'all' | '4k'; filters: string[] } {
  const options = { size: { type: 'string' } } as const
  const { values, positionals } = readOptions(usage, { args, options, allowPositionals: true })
  if (values.size !== undefined && values.size !== '4k')
    throw new Problem('The only size is 4k.', usage)
  return { size: values.size ?? 'all', filters: positionals }
}

/** The end-to-end tests that take pictures, or those of them that are named. */
async function pictureTests(filters: readonly string[]): Promise<string[]> {
  const names = (await readdir(tests))
    .filter(name => name.endsWith('.test.ts'))
    .filter(name => filters.length === 0 || filters.some(filter => name.includes(filter)))
  const texts = await Promise.all(names.map(name => readFile(path.join(tests, name), 'utf8')))
  return names
    .filter((_name, number) =>
      /\b(?:checkScreen|pictures?|keepScreenshot|keepPdfPicture)\(/.test(texts[number] ?? ''),
    )
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

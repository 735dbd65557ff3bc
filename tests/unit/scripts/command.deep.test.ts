import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inProject, readJson } from '../../../scripts/project'

const script = /^node --import tsx (\S+\.ts)(?: .*)?$/

/** The scripts behind `npm run …`; the other commands are tools with a usage of their own. */
async function commands(): Promise<string[]> {
  const { scripts } = (await readJson(inProject('package.json'))) as {
    scripts: Record<string, string>
  }
  const files = Object.values(scripts).flatMap(line => script.exec(line)?.[1] ?? [])
  return [...new Set(files)]
}

/** Electron's own switches are handed on: no option is wrong. */
const takesAll = ['scripts/start.ts', 'scripts/package.ts']

/** `runCommand` answers --help for these, all in one way: `takesAll` are two of them. */
const givesUsage = (file: string) => readFileSync(inProject(file), 'utf8').includes('\n}, usage)\n')

interface Ended {
  code: number
  stdout: string
  stderr: string
}

function ended(file: string, args: readonly string[]): Promise<Ended> {
  const all = ['--import', 'tsx', inProject(file), ...args]
  return new Promise(resolve =>
    execFile(process.execPath, all, { cwd: inProject() }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    ),
  )
}

const usage = /^Us(e|age): npm (run|start|test)/m

describe('every command', () => {
  it('answers --help with its usage', async () => {
    for (const file of (await commands()).filter(one => takesAll.includes(one) || !givesUsage(one)))
      expect(await ended(file, ['--help']), file).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(usage),
      })
  }, 240_000)

  it('answers a wrong option with its usage, and shows no stack', async () => {
    for (const file of (await commands()).filter(one => !takesAll.includes(one))) {
      const { code, stderr } = await ended(file, ['--no-such-option'])
      expect(code, file).not.toBe(0)
      expect(stderr, file).toMatch(usage)
      expect(stderr, file).not.toMatch(/^ {4}at /m)
    }
  }, 240_000)
})

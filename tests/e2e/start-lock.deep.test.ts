import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeSmallDisk, smallDiskImpossible } from '../support/small-disk'
import { projectFolder } from '../support/window/electron-switches'
import { readLog } from '../support/window/installed'
import { expect, test } from '../support/window/test'
import { tillArguments } from '../support/window/till'

const impossible = smallDiskImpossible()
test.skip(impossible !== null, impossible ?? '')

test.describe.configure({ timeout: 240_000 })

const boxes = path.join(projectFolder, 'tests/support/window/boxes-to-console.cjs')

/**
 * Starts a till without Playwright, whose own switches need the temporary folder. Its graphics run in a process of their
 * own, as in a shop. In a thread of the till they cause a memory fault in one of twelve tills that end at once.
 */
function open(dataFolder: string, env: Record<string, string> = {}) {
  const executable = process.env.ELECTRON_EXEC_PATH ?? ''
  const child = spawn(
    executable,
    ['-r', boxes, ...tillArguments({ dataFolder, ownGraphics: true })],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const pieces: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', text => pieces.push(String(text)))
  return { child, said: () => pieces.join('') }
}

/** Waits until a till ends by itself. Answers its exit code or the signal that ended it, and what it wrote. */
async function ended({ child, said }: ReturnType<typeof open>) {
  try {
    const [code, signal] = await once(child, 'exit', { signal: AbortSignal.timeout(60_000) })
    return { code: code ?? signal, said: said() }
  } finally {
    child.kill('SIGKILL')
  }
}

test('a till on a read-only disk says which folder and why', async () => {
  const disk = makeSmallDisk(4)
  try {
    const folder = path.join(disk.folder, 'data')
    mkdirSync(folder)
    execFileSync('mount', ['-o', 'remount,ro', disk.folder])
    const { code, said } = await ended(open(folder))
    expect(said).toContain(`${folder} (EROFS)`)
    expect(code).toBe(1)
  } finally {
    disk.remove()
  }
})

test('of two tills with a full temporary folder one goes on, and the other ends without a word', async ({
  dataFolder,
}) => {
  const full = mkdtempSync(path.join(tmpdir(), 'kaunta-full-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,nr_inodes=1', 'tmpfs', full])
  const first = open(dataFolder, { TMPDIR: full })
  try {
    await expect
      .poll(() => readLog(dataFolder), { timeout: 60_000 })
      .toContain('"name":"first-run"')
    const second = await ended(open(dataFolder, { TMPDIR: full }))
    expect([second.code, second.said.includes('BOX')]).toEqual([0, false])
    expect(first.child.exitCode).toBeNull()
  } finally {
    first.child.kill('SIGKILL')
    execFileSync('umount', ['-l', full])
    rmdirSync(full)
  }
})

import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  createRawQueue,
  type RunProgram,
  runProgram,
} from '../../../../../electron/main/outputs/printing/escpos/raw-queue'
import { systemClock } from '../../../../../electron/main/platform/clock'
import { createVirtualClock } from '../../../../support/payments/clock'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const never = new AbortController().signal
const clock = systemClock
const bytes = Uint8Array.of(0x1b, 0x40, 0x00, 0xff, 0x0a)

/** Programs in the place of the system's: they note how they were called. */
function programs(scripts: Record<string, string>) {
  const folder = newFolder()
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\ncd '${folder}'\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const run: RunProgram = (program, programArguments, options) =>
    runProgram(join(folder, program), programArguments, options)
  return { run, read: (name: string) => readFileSync(join(folder, name)) }
}

const lp = 'printf "%s|" "$@" > arguments; cat > bytes; echo "request id is Till-7 (0 file(s))"'

describe.skipIf(process.platform === 'win32')('a print queue of CUPS', () => {
  it('gets the bytes as they are; no part of a name is a command', async () => {
    const { run, read } = programs({ lp, lpstat: 'exit 0' })
    const send = createRawQueue({ platform: 'linux', run, clock })
    await send('-x $(touch no); Till', bytes, never)
    expect(read('bytes').equals(bytes)).toBe(true)
    expect(read('arguments').toString()).toBe('-d|-x $(touch no); Till|-o|raw|-t|Kaunta|')
    expect(() => read('no')).toThrow()
  })

  it('is the default one where none was chosen', async () => {
    const { run, read } = programs({ lp, lpstat: 'exit 0' })
    await createRawQueue({ platform: 'darwin', run, clock })('', bytes, never)
    expect(read('arguments').toString()).toBe('-o|raw|-t|Kaunta|')
  })

  it('that refuses is reported', async () => {
    const { run } = programs({ lp: 'cat > bytes; echo "lp: no such printer" >&2; exit 1' })
    const send = createRawQueue({ platform: 'linux', run, clock })
    await expect(send('Till', bytes, never)).rejects.toMatchObject({ code: 'printer-failed' })
  })

  it('whose printer is off loses the job: it does not come out later', async () => {
    const lpstat = 'echo "Till-7 shop 1024 Mon"'
    const { run, read } = programs({ lp, lpstat, cancel: 'echo "$@" > cancelled' })
    const time = createVirtualClock()
    const send = createRawQueue({ platform: 'linux', run, clock: time })
    const sent = send('Till', bytes, never)
    const outcome = sent.catch((error: unknown) => error)
    const ended = outcome.then(() => true)
    while (!(await Promise.race([ended, time.pass(600).then(() => false)])))
      await new Promise(resolve => setTimeout(resolve, 5))
    expect(await outcome).toMatchObject({ code: 'printer-silent' })
    expect(read('cancelled').toString()).toBe('Till-7\n')
  })
})

describe('a print queue of Windows', () => {
  it('gets the bytes by the spooler’s functions: the name is no part of the script', async () => {
    const calls: Parameters<RunProgram>[] = []
    const run: RunProgram = async (...call) => {
      calls.push(call)
      return { code: 0, said: '' }
    }
    await createRawQueue({ platform: 'win32', run, clock })("Till'; no", bytes, never)
    const [call] = calls
    if (!call) throw new Error('Nothing was run')
    const [program, programArguments, { input, env }] = call
    expect(program).toBe('powershell.exe')
    const script = Buffer.from(programArguments.at(-1) ?? '', 'base64').toString('utf16le')
    expect(script).toContain('WritePrinter')
    expect(script).not.toContain('Till')
    expect(env).toEqual({ KAUNTA_PRINTER: "Till'; no" })
    expect(Buffer.from(String(Buffer.from(input ?? [])), 'base64').equals(bytes)).toBe(true)
  })

  it.each([
    [
      'whose rules allow no type of ours',
      async () => ({ code: 1, said: 'CannotDefineNewType,Microsoft' }),
    ],
    ['that starts no PowerShell', () => Promise.reject(new Error('spawn EACCES'))],
  ] as const)('of a computer %s is told as such', async (_name, run) => {
    const send = createRawQueue({ platform: 'win32', run, clock })
    await expect(send('Till', bytes, never)).rejects.toMatchObject({ code: 'printer-queue-closed' })
  })

  it('that refuses is reported', async () => {
    const run: RunProgram = async () => ({ code: 1, said: 'The printer name is invalid' })
    const send = createRawQueue({ platform: 'win32', run, clock })
    await expect(send('Till', bytes, never)).rejects.toMatchObject({ code: 'printer-failed' })
  })
})

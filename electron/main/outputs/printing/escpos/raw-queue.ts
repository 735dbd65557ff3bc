import { spawn } from 'node:child_process'
import type { Clock } from '../../../platform/clock'
import { PrinterTrouble } from '../printer-trouble'
import { windowsRawScript } from './windows-raw-script'

/** A program that ran to its end. */
export interface ProgramEnd {
  code: number | null
  said: string
}

/** Runs a program, without a shell; rejects where it cannot be started. */
export type RunProgram = (
  program: string,
  programArguments: readonly string[],
  options: { input?: Uint8Array; env?: Record<string, string>; signal: AbortSignal },
) => Promise<ProgramEnd>

interface RawQueueDeps {
  platform: NodeJS.Platform
  run: RunProgram
  clock: Pick<Clock, 'after' | 'monotonic'>
}

/** What goes to one of the system's print queues unchanged. '' is the computer's default printer. */
export type SendToQueue = (queue: string, bytes: Uint8Array, signal: AbortSignal) => Promise<void>

/** A job that still waits then is taken back: it must not come out when the printer is switched on, ms. */
const jobLimitMs = 15_000
const pauseMs = 500

/** Throws PrinterTrouble. */
export function createRawQueue({ platform, run, clock }: RawQueueDeps): SendToQueue {
  return platform === 'win32' ? toSpooler : toCups

  async function toCups(queue: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    // Its messages in English: the job's number is read from them.
    const env = { LC_ALL: 'C' }
    const to = queue === '' ? [] : ['-d', queue]
    const taken = await run('lp', [...to, '-o', 'raw', '-t', 'Kaunta'], {
      input: bytes,
      env,
      signal,
    })
    const job = /request id is (\S+)/.exec(taken.said)?.[1]
    if (taken.code !== 0 || job === undefined)
      throw new PrinterTrouble('printer-failed', `lp: ${taken.said}`)
    const began = clock.monotonic()
    while (clock.monotonic() - began < jobLimitMs) {
      const { code, said } = await run('lpstat', ['-W', 'not-completed', '-o'], { env, signal })
      if (code === 0 && !said.split(/\s+/).includes(job)) return
      await new Promise<void>(resolve => clock.after(pauseMs, resolve))
    }
    const { code } = await run('cancel', [job], { env, signal })
    throw new PrinterTrouble('printer-silent', `Job ${job} waited; cancel ended with ${code}`)
  }

  async function toSpooler(queue: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const script = Buffer.from(windowsRawScript, 'utf16le').toString('base64')
    const { code, said } = await run(
      'powershell.exe',
      ['-NoProfile', '-NonInteractive', '-EncodedCommand', script],
      {
        // As text: a byte stream would be read as the console's code page.
        input: Buffer.from(Buffer.from(bytes).toString('base64')),
        env: { KAUNTA_PRINTER: queue },
        signal,
      },
    )
    if (code !== 0) throw new PrinterTrouble('printer-failed', said)
  }
}

/** The computer's own programs. */
export const runProgram: RunProgram = (program, programArguments, { input, env, signal }) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, programArguments, {
      env: { ...process.env, ...env },
      signal,
      windowsHide: true,
    })
    let said = ''
    const hear = (text: Buffer) => {
      if (said.length < longestAnswer) said += text.toString()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', reject)
    child.on('close', code => resolve({ code, said }))
    // A program that ends early takes no more: its exit code says so.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })

const longestAnswer = 100_000

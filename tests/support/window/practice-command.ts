import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { PracticePayment } from '../../../electron/practice'
import type { ServiceDetails } from './connection'
import { projectFolder } from './electron-switches'

/** A practice service in a process of its own, as a developer starts it. */
export interface PracticeCommand extends ServiceDetails {
  payments(): Promise<PracticePayment[]>
  stop(): Promise<void>
}

const reportSchema = z.object({
  address: z.string(),
  pathPrefix: z.string(),
  apiKey: z.string(),
  apiSecret: z.string(),
  controlToken: z.string(),
})
const startLimit = 20_000
const windows = process.platform === 'win32'

/** Runs `npm run practice-service` with these options. */
export async function startPracticeCommand(options: readonly string[]): Promise<PracticeCommand> {
  const fixed = ['--control', '--json', '--approval-seconds', '0.5']
  const words = ['run', '--silent', 'practice-service', '--', ...fixed, ...options]
  const child = spawn('npm', words, {
    cwd: projectFolder,
    // A group of its own: npm's shell and Node in it end together.
    detached: !windows,
    shell: windows,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => endGroup(child)
  try {
    const details = reportSchema.parse(JSON.parse(await firstLine(child)))
    return { ...details, stop, payments: () => readPayments(details) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The command has no output')
  const lines = createInterface(child.stdout)
  const signal = AbortSignal.timeout(startLimit)
  const [line] = await Promise.race([once(lines, 'line', { signal }), failIfClosed(lines)])
  return String(line)
}

async function failIfClosed(lines: ReturnType<typeof createInterface>): Promise<never> {
  await once(lines, 'close')
  throw new Error('The practice service ended without saying where it is')
}

async function readPayments({
  address,
  controlToken,
}: z.infer<typeof reportSchema>): Promise<PracticePayment[]> {
  const headers = { authorization: `Bearer ${controlToken}` }
  const response = await fetch(`${address}/control/payments`, { headers })
  const answer = (await response.json()) as { data: { payments: PracticePayment[] } }
  return answer.data.payments
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  if (windows) spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'])
  else process.kill(-child.pid, 'SIGTERM')
  await ended
}

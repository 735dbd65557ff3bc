import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { answerFormNameSchema } from '../../../electron/practice/answers/forms'
import { parseCommand, reportFor } from '../../../scripts/practice-service/arguments'
import { startService } from '../../support/conformance/service'

/** Runs the command as `npm run practice-service` does, but without npm around it. */
function run(...args: string[]) {
  const script = 'scripts/practice-service.ts'
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

/** How the command ended, and what it complained of. */
async function endOf(child: ReturnType<typeof run>) {
  const [problem, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { problem, code }
}

describe('the command line', () => {
  it('becomes options', () => {
    const args =
      '--port 4010 --prefix api --key K --secret S --environment production --session-seconds 9 --approval-seconds 0 --speed 2 --answers flat --rate-limit 60/10 --books b.jsonl --json'
    expect(parseCommand(args.split(' '))).toEqual({
      kind: 'start',
      json: true,
      options: {
        port: 4010,
        pathPrefix: 'api',
        apiKey: 'K',
        apiSecret: 'S',
        environment: 'production',
        sessionSeconds: { mobile: 9, card: 9 },
        approvalSeconds: 0,
        speed: 2,
        answers: 'flat',
        rateLimit: { limit: 60, windowSeconds: 10 },
        booksFile: 'b.jsonl',
      },
    })
  })

  it('leaves everything to the defaults when it is empty', () => {
    expect(parseCommand([])).toEqual({ kind: 'start', json: false, options: {} })
  })

  it.each([
    ['--port 70000', '--port 70000'],
    ['--port x', '--port x'],
    ['--session-seconds 0', '--session-seconds 0'],
    ['--rate-limit 60', '60/10 allows 60 requests in 10 seconds'],
    ['--environment test', 'sandbox or production'],
    ['--answers round', 'say enveloped, flat, flat-status,'],
    ['--nonsense', '--nonsense'],
    ['stray', 'stray'],
  ])('with %s is a mistake that it names', (line, message) => {
    const command = parseCommand(line.split(' '))
    expect(command).toMatchObject({ kind: 'mistake', message: expect.stringContaining(message) })
  })
})

/** A child process cannot be sent Ctrl-C on Windows. */
const itOnPosix = it.runIf(process.platform !== 'win32')

describe('the command', () => {
  it('prints addresses, keys, the form and a table of every scenario', async () => {
    const service = await startService({ answers: 'numeric' })
    const report = reportFor(service)
    const { address, apiKey, apiSecret } = service
    for (const part of [address, apiKey, apiSecret, 'no real money moves', 'numeric: '])
      expect(report).toContain(part)
    for (const { phone, title, description } of service.scenarios) {
      const row = report.split('\n').find(line => line.includes(phone))
      expect(row?.split(/ {2,}/)).toEqual(['', phone, title, description])
    }
  })

  itOnPosix(
    'starts, serves, and stops cleanly at Ctrl-C',
    async () => {
      const options = '--json --key some-key-1 --secret some-secret-1 --answers flat'
      const child = run(...options.split(' '))
      const [line] = await once(createInterface(child.stdout), 'line')
      const facts = JSON.parse(line)
      const keys = { apiKey: 'some-key-1', apiSecret: 'some-secret-1' }
      const [words, number] = [expect.any(String), expect.any(Number)]
      expect(facts).toMatchObject({ ...keys, environment: 'sandbox', answers: 'flat' })
      expect(facts).toMatchObject({ address: words, pathPrefix: words, port: number })
      expect(facts.scenarios).toContainEqual(expect.objectContaining({ id: 'approves' }))
      const response = await fetch(`${facts.address}/service/merchant/card/status`, {
        method: 'POST',
        headers: { 'x-api-key': facts.apiKey, 'x-api-secret': facts.apiSecret },
      })
      expect(response.status).toBe(400)
      const exit = once(child, 'exit')
      child.kill('SIGINT')
      expect(await exit).toEqual([0, null])
      await expect(fetch(facts.address)).rejects.toThrow()
    },
    30_000,
  )

  it('says what to do when the port is taken', async () => {
    const { port } = await startService()
    const { problem, code } = await endOf(run('--port', String(port)))
    expect(problem).toContain(`Port ${port} is in use. Choose another with --port`)
    expect(code).toBe(1)
  }, 30_000)

  it('shows its usage with a mistake', async () => {
    const { problem, code } = await endOf(run('--port', 'x'))
    expect(problem).toContain('--port x is not possible.')
    expect(problem).toContain('Use: npm run practice-service')
    for (const form of answerFormNameSchema.options) expect(problem).toContain(`\n  ${form} `)
    expect(code).toBe(1)
  }, 30_000)
})

import { constants } from 'node:os'
import { describe, expect, it } from 'vitest'
import { exitCode, run } from '../../../scripts/process/run'

const node = (script: string, limit: { timeoutMs?: number } = {}) =>
  run(process.execPath, ['-e', script], { output: 'keep', ...limit })

describe('running a program', () => {
  it('answers with its code and its words', async () => {
    const ended = await node('console.log("out"); console.error("err"); process.exit(3)')
    expect(ended).toMatchObject({ code: 3, timedOut: false })
    for (const word of ['out', 'err']) expect(ended.output).toContain(word)
  })

  it('ends it, and what it started, when the time is up', async () => {
    const grandchild = 'setInterval(() => {}, 1000)'
    const child = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grandchild)}], { stdio: "inherit" }); ${grandchild}`
    // The output closes only when the grandchild, which shares it, is gone too.
    const ended = await node(child, { timeoutMs: 500 })
    expect(ended.timedOut).toBe(true)
    expect(ended.code).not.toBe(0)
  })

  it('never takes a death by signal for success', () => {
    expect(exitCode(null, 'SIGKILL')).toBe(128 + constants.signals.SIGKILL)
    expect(exitCode(0, null)).toBe(0)
  })

  it('says what could not be started', async () => {
    await expect(run('kaunta-no-such-program', [], { output: 'keep' })).rejects.toThrow(
      'kaunta-no-such-program could not be started',
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { draftSchema } from '../../../../shared/payment/draft'
import { listeningLog } from '../../../support/parts'

/** What must be in no line, in any part of it. */
const numbers = ['255754001212', '0754 001 212']
const texts = ['Asha Mushi', 'asha@example.com', 'sk_live_9f8e7d6c5b4a']
const secret = fc.constantFrom(...numbers, ...texts)
const parts = /754001212|754 001 212|Asha|Mushi|example\.com|sk_live|9f8e7d6c5b4a/

/** A text that a library could make of what it was given. */
const before = fc.constantFrom('', 'Bad value: ', 'at ', '\n    at ')
const after = fc.constantFrom('', ' (x.js:1:2)', '\n')
const sentence = fc.tuple(before, secret, after).map(pieces => pieces.join(''))

/** An error as they come: planted in its message, name, code, stack and further fields, causes within it. */
const error: fc.Arbitrary<Error> = fc.letrec<{ error: Error }>(tie => ({
  error: fc
    .record({
      message: sentence,
      where: fc.subarray(['name', 'code', 'syscall', 'detail', 'headers'] as const),
      planted: secret,
      inStack: fc.boolean(),
      cause: fc.option(tie('error') as fc.Arbitrary<Error>, { depthSize: 'small', nil: undefined }),
      many: fc.boolean(),
    })
    .map(({ message, where, planted: text, inStack, cause, many }) => {
      const made = many
        ? new AggregateError(cause ? [cause] : [], message)
        : new TypeError(message, { cause: cause ?? text })
      for (const name of where) Object.assign(made, { [name]: text })
      if (inStack) made.stack = `${made.stack}\n    at ${text} (/home/${text}/till.txt:1:2)`
      return made
    }),
})).error

function expectClean(lines: readonly string[]): void {
  expect(lines.join('\n')).not.toMatch(parts)
}

describe('the log', () => {
  it('writes no number, name or key of an error, in any part of it', () => {
    fc.assert(
      fc.property(error, thrown => {
        const { log, lines } = listeningLog()
        log.error('ipc-handler-failed', { channel: 'kaunta:payments.request', error: thrown })
        expect(lines).toHaveLength(1)
        expectClean(lines)
      }),
    )
  })

  it('writes no free text as any of its facts', () => {
    const facts = 'action channel name reason sender payment keptAs x version error detail'.split(
      ' ',
    )
    fc.assert(
      fc.property(fc.constantFrom(...facts), sentence, (fact, text) => {
        const { log, lines } = listeningLog()
        for (const value of [text, { text }, [text], Number(text.replace(/\D/g, '') || 0)])
          log.warn('stage', { [fact]: value })
        log.warn(text)
        expectClean(lines)
      }),
    )
  })

  it('writes of a refused argument which fields, never what was in them', () => {
    const { log, lines } = listeningLog()
    const typed = { channel: 'mobile', value: 'Asha Mushi', phone: 255754001212, 'Asha Mushi': 1 }
    const { error: refused } = draftSchema.safeParse(typed)
    log.error('ipc-handler-failed', { error: refused })
    const pin = z.record(z.string(), z.int()).safeParse({ 'Asha Mushi': 'x', '255754001212': 'x' })
    log.error('ipc-handler-failed', { error: new Error('0754 001 212', { cause: pin.error }) })
    expectClean(lines)
    expect(lines[0]).toContain('"phone: invalid-type"')
    expect(lines[1]).toContain('"*: invalid-type"')
  })

  it('keeps what a fault is found by', () => {
    const { log, lines } = listeningLog()
    const sqlite = { code: 'SQLITE_IOERR', rawCode: 778 }
    const disk = Object.assign(new Error('disk I/O error on /home/asha'), sqlite)
    log.error('payment-path-failed', { error: new TypeError('no commit', { cause: disk }) })
    const written = JSON.parse(lines[0]?.slice('error '.length) ?? '')
    expect(written).toMatchObject({
      event: 'payment-path-failed',
      error: { name: 'TypeError', cause: { name: 'Error', ...sqlite } },
    })
    expect(written.error.places[0]).toMatch(/^log\.test\.ts:\d+:\d+$/)
    expect(lines.join()).not.toContain('/home')
  })

  it('writes the facts that identify no person', () => {
    const { log, lines } = listeningLog()
    const payment = '0192f000-0000-7000-8000-000000000001'
    log.info('stage', { name: 'blocked', reason: 'ledger-unreadable', payment, x: 1920 })
    log.warn('set-aside', { keptAs: '/home/asha/.config/Kaunta/ledger-sandbox.set-aside-2026.db' })
    expect(lines).toEqual([
      `info {"event":"stage","name":"blocked","reason":"ledger-unreadable","payment":"${payment}","x":1920}`,
      'warn {"event":"set-aside","keptAs":"ledger-sandbox.set-aside-2026.db"}',
    ])
  })

  it.each(['key.json', 'till.damaged-2.db', 'practice-service.jsonl', 'ledger-production.db'])(
    'names the till’s own file %s',
    name => {
      const { log, lines } = listeningLog()
      log.warn('set-aside', { file: `/home/asha/${name}` })
      expect(lines).toEqual([`warn {"event":"set-aside","file":"${name}"}`])
    },
  )

  it.each(['asha.db', 'key_live_51H8', 'key', 'till-of-asha.txt'])(
    'names no other file: %s',
    name => {
      const { log, lines } = listeningLog()
      log.warn('set-aside', { file: name })
      expect(lines).toEqual(['warn {"event":"set-aside","file":"[hidden]"}'])
    },
  )

  it('takes no line of a message for a place in the code', () => {
    const { log, lines } = listeningLog()
    log.error('start-failed', { error: new Error('x\n    at Juma (kessy.js:1:2)') })
    const changed = new Error('y\n    at Juma (kessy.js:1:2)')
    changed.message = 'another'
    log.error('start-failed', { error: changed })
    expect(lines.join('\n')).not.toContain('kessy')
  })

  it('never throws, whatever is thrown at it', () => {
    const { log, lines } = listeningLog()
    const knot = new Error('x')
    knot.cause = knot
    for (const thrown of [knot, null, undefined, 5n, Symbol('x'), 'Asha Mushi', { toJSON: 1 }])
      log.error('start-failed', { error: thrown })
    expect(lines).toHaveLength(7)
    expectClean(lines)
  })
})

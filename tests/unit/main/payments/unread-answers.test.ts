import { describe, expect, it } from 'vitest'
import { UnreadAnswers } from '../../../../electron/main/payments/unread-answers'
import {
  accepted,
  read,
  refused,
  throttled,
  unintelligible,
  unreachable,
} from '../../../support/payments/answers'
import { openEngine } from '../../../support/payments/engine'
import { mobileDraft } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'

const minute = 60_000
const notice = (number: number) => unintelligible('not-json', `Notice ${number}`)

function openUnread() {
  let changes = 0
  const unread = new UnreadAnswers(() => changes++)
  return { unread, changes: () => changes }
}

describe('answers that come and cannot be read', () => {
  it('are reported after the second one, with what came last', () => {
    const { unread, changes } = openUnread()
    unread.note('a', notice(1))
    expect(unread.paymentIds()).toEqual([])
    expect(unread.textOf('a')).toBeNull()
    expect(changes()).toBe(0)
    unread.note('a', notice(2))
    unread.note('b', notice(3))
    expect(unread.paymentIds()).toEqual(['a'])
    expect(unread.textOf('a')).toBe('Notice 2')
    expect(unread.textOf('b')).toBeNull()
    expect(changes()).toBe(1)
  })

  it.each([
    ['a reading', read('pending')],
    ['a refusal', refused(404)],
  ])('are told no more after %s', (_name, answer) => {
    const { unread, changes } = openUnread()
    for (const number of [1, 2, 3]) unread.note('a', notice(number))
    expect(changes()).toBe(1)
    unread.note('a', answer)
    expect(unread.paymentIds()).toEqual([])
    expect(changes()).toBe(2)
    unread.note('a', notice(4))
    expect(unread.paymentIds()).toEqual([])
  })

  it.each([
    ['no answer', unreachable('maybe')],
    ['a page', unintelligible('page')],
    ['trouble', unintelligible('server-error')],
    ['a 429', throttled(null)],
  ])('are still told after %s, which is none of them', (_name, answer) => {
    const { unread } = openUnread()
    unread.note('a', notice(1))
    unread.note('a', answer)
    expect(unread.paymentIds()).toEqual([])
    unread.note('a', notice(2))
    unread.note('a', answer)
    expect(unread.textOf('a')).toBe('Notice 2')
  })

  it('are kept of the hundred payments that had them last', () => {
    const { unread } = openUnread()
    for (let number = 0; number < 102; number++)
      for (const each of [1, 2]) unread.note(`payment ${number}`, notice(each))
    expect(unread.paymentIds()).toHaveLength(100)
    expect(unread.paymentIds()[0]).toBe('payment 2')
  })
})

describe('a till', () => {
  it('tells of them in reads', async () => {
    const { engine, client, clock } = openEngine()
    client.otherwise.create = accepted()
    client.reads = [notice(1)]
    client.otherwise.read = notice(2)
    const { id } = succeeded(engine.presses.request(mobileDraft()))
    await clock.pass(3_000)
    expect(engine.unread.paymentIds()).toEqual([])
    await clock.pass(20_000)
    expect(engine.unread.textOf(id)).toBe('Notice 2')
    client.otherwise.read = read('pending')
    await clock.pass(minute)
    expect(engine.unread.paymentIds()).toEqual([])
  })

  it('tells of them in answers to a create', async () => {
    const { engine, client, clock } = openEngine()
    client.otherwise.create = notice(1)
    const { id } = succeeded(engine.presses.request(mobileDraft()))
    expect(engine.unread.paymentIds()).toEqual([])
    await clock.pass(minute)
    expect(engine.unread.textOf(id)).toBe('Notice 1')
    expect(engine.ledger.find(id)?.phase).toBe('unknown')
  })
})

import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import { askHello } from '../../../../electron/main/shop/hello'
import { findLaterLinks } from '../../../../electron/main/shop/later-links'
import { addRest, rebuildWithLater } from '../../../../electron/main/shop/take-back'
import { fillLedger } from '../../../support/filled-ledger'
import { morning } from '../../../support/payments/clock'
import { ledgerIn, type OpenedLedger } from '../../../support/payments/ledger'
import { eventsTo, recorded, samples } from '../../../support/payments/payments'
import { finished, succeeded } from '../../../support/results'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import { sessionOn } from '../../../support/shop/session'
import type { TestTill } from '../../../support/shop/shop-database'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const { shop, newTill, connected } = shopForTests()

/** A ledger of two paid payments as its backup has it, and as it went on: it shipped all of that. */
async function goneOn() {
  const own = await newTill()
  const original = ledgerIn(newFolder())
  const copy = ledgerIn(newFolder())
  const ids = [sold(original), sold(original)] as const
  copyInto(copy, original)
  return {
    ...{ own, original, copy, ids },
    /** What a computer that takes the till's place makes of both. */
    async takenBack() {
      await shipAll(own, original)
      const login = await shop.replaceTill(own.till, 'stolen')
      const connection = await connected(login)
      const hello = await askHello(connection)
      const built = ledgerIn(newFolder())
      const { rebuild, until } = await rebuildWithLater({
        ...{ connection, hello, of: copy.ledger, ledger: built.ledger },
      })
      const leftOut = addRest(rebuild, copy.ledger.links, until)
      rebuild.finish({ at: morning, months: 24 })
      await shipAll(login, built)
      return { built, leftOut }
    },
  }
}

function sold({ ledger }: OpenedLedger): string {
  const { id } = ledger.record(systemRandom.paymentId(morning), recorded(), { body: '{}' })
  const reference = `R-${id}`
  ledger.append(id, samples['attempt-started'], { ...samples.accepted, reference })
  ledger.append(id, ...eventsTo('settled').slice(2))
  return id
}

/** As a backup does: the same links. */
function copyInto(copy: OpenedLedger, { ledger }: OpenedLedger): void {
  const rebuild = copy.ledger.rebuild()
  rebuild.add(ledger.links.read({ after: 0, mostLinks: 10_000, mostBytes: 100_000_000 }))
}

async function shipAll(login: Pick<TestTill, 'role' | 'password'>, { ledger }: OpenedLedger) {
  const { session, shipped } = sessionOn(shop, login, ledger.links)
  await shipped()
  await session.stop()
}

function closeDay({ ledger }: OpenedLedger): void {
  const { period } = ledger.day.report(morning)
  const closing = { period, signOffs: [], counted: [] }
  const ledgerCheck = { changes: 0, links: 0, seal: '' }
  const where = { connection: 'practice', shop: { name: 'Duka', till: 'Counter' } } as const
  succeeded(ledger.day.close(closing, { at: morning, person: null, ...where, ledgerCheck }))
}

const confirmedIn = ({ ledger }: OpenedLedger) =>
  ledger.day.report(morning).currencies[0]?.blocks.confirmed.sales ?? 0

describe('what came after the restore', () => {
  it('comes after what came before it: closed days stay, and a day closed since is open again', async () => {
    const { original, copy, takenBack } = await goneOn()
    sold(original)
    closeDay(original)
    sold(original)
    closeDay(original)
    sold(copy)
    closeDay(copy)
    const since = sold(copy)
    const { built } = await takenBack()
    const days = built.ledger.day.cashUps.list(null, 10)
    expect(days).toEqual(original.ledger.day.cashUps.list(null, 10))
    expect(days).toHaveLength(2)
    expect(confirmedIn(built)).toBe(2)
    expect(built.ledger.history(since)).toEqual(copy.ledger.history(since))
    expect(finished(built.ledger.chain.check())).toEqual([])
  })

  it('leaves out what the other excludes, and counts it where goods or money moved', async () => {
    const { original, copy, ids, takenBack } = await goneOn()
    const handedOver = samples['goods-handed-over']
    original.ledger.append(ids[0], handedOver)
    copy.ledger.append(ids[0], { ...handedOver, at: handedOver.at + 1 })
    copy.ledger.append(ids[1], handedOver)
    const { built, leftOut } = await takenBack()
    expect(leftOut).toBe(1)
    expect(built.ledger.history(ids[0])).toEqual(original.ledger.history(ids[0]))
    expect(built.ledger.find(ids[1])?.handedOverAt).not.toBeNull()
  })

  it('never sends by itself what may have been sent', async () => {
    const { original, takenBack } = await goneOn()
    const { id } = original.ledger.record(systemRandom.paymentId(morning), recorded(), {
      body: '{}',
    })
    original.ledger.append(id, samples['attempt-started'])
    const { built } = await takenBack()
    expect(built.ledger.find(id)).toMatchObject({ phase: 'unknown', maybeSent: true })
    expect(built.ledger.history(id).at(-1)?.type).toBe('restored')
  })

  it('differs from another ledger, and from one with other events of the same payments', async () => {
    const { own, original, copy } = await goneOn()
    fillLedger(original.ledger, 60)
    await shipAll(own, original)
    const connection = await connected(own)
    const hello = await askHello(connection)
    const judge = ({ ledger }: OpenedLedger) => findLaterLinks(connection, hello, ledger.links)
    expect(await judge(copy)).toMatchObject({
      payments: 60,
      from: { sequence: copy.ledger.links.last() },
    })
    const other = ledgerIn(newFolder())
    fillLedger(other.ledger, 3)
    expect(await judge(other)).toBeNull()
    const changed = ledgerIn(newFolder())
    copyInto(changed, copy)
    const [last] = original.ledger.recent(1)
    changed.ledger.record(last?.id ?? '', recorded({ note: 'another' }), { body: '{}' })
    expect(await judge(changed)).toBeNull()
  })
})

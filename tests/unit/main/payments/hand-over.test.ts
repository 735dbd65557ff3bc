import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import { openDatabase } from '../../../../electron/main/store/database'
import { AlreadyHandedOver } from '../../../../electron/main/store/ledger/errors'
import { readPacked } from '../../../../electron/main/store/ledger/rows/codec'
import { opened } from '../../../support/opened-database'
import { accepted, read } from '../../../support/payments/answers'
import { createScriptedClient } from '../../../support/payments/client'
import { createVirtualClock, morning } from '../../../support/payments/clock'
import { engineOn, openEngine } from '../../../support/payments/engine'
import { ledgerIn, ledgerKey } from '../../../support/payments/ledger'
import { eventsTo, mobileDraft, recorded, samples } from '../../../support/payments/sales'
import { succeeded } from '../../../support/succeeded'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const neema = { id: '0192f000-0000-4000-8000-00000000000a', name: 'Neema' }

describe('handing over goods (money rule 11)', () => {
  it('is done once for a sale; the second try learns when, and by whom', async () => {
    const { ledger, client, clock, engine } = openEngine({ person: () => neema })
    client.otherwise.create = accepted()
    client.otherwise.read = read('completed')
    const asked = succeeded(engine.request(mobileDraft()))
    await clock.pass(5_000)
    const done = engine.handOver(asked.id)
    expect(done).toMatchObject({
      ok: true,
      value: { sale: { handedOverBy: neema }, others: 'alone' },
    })
    const at = done.ok ? done.value.sale.handedOverAt : null
    await clock.pass(60_000)
    expect(engine.handOver(asked.id)).toMatchObject({
      ok: false,
      code: 'already-handed-over',
      handedOver: { saleId: asked.id, at, by: 'Neema' },
    })
    const kinds = ledger.history(asked.id).map(({ type }) => type)
    expect(kinds.filter(type => type === 'goods-handed-over')).toHaveLength(1)
  })

  it('is done once for a reference, whichever of its sales is asked', () => {
    const folder = newFolder()
    const { ledger, file } = ledgerIn(folder)
    const [one, other] = [1, 2].map(n => {
      const id = systemRandom.saleId(morning + n)
      ledger.record(id, recorded({ at: morning + n }), { body: '{}' })
      return ledger.append(id, ...eventsTo('settled'))
    })
    if (!one || !other) throw new Error('Two sales were sold')
    expect(one.reference).toBe(other.reference)
    const handedOver = { ...samples['goods-handed-over'], person: neema }
    ledger.append(one.id, handedOver)
    const refused = () => ledger.append(other.id, handedOver)
    expect(refused).toThrow(AlreadyHandedOver)
    expect(ledger.find(other.id)).toEqual(other)
    expect(ledger.history(other.id).at(-1)?.type).toBe('settled')
    const { engine } = engineOn({
      ledger,
      client: createScriptedClient(),
      clock: createVirtualClock(),
    })
    expect(engine.handOver(other.id)).toMatchObject({
      code: 'already-handed-over',
      handedOver: { saleId: one.id, by: 'Neema' },
    })
    const database = opened(openDatabase({ file, key: ledgerKey }))
    const events = database.all('SELECT body FROM event')
    expect(
      events.filter(({ body }) => readPacked(body).includes('"goods-handed-over"')),
    ).toHaveLength(1)
    database.close()
  })
})

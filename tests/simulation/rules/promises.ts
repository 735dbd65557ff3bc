import type { StatusRead } from '../../../electron/main/service'
import type { Sale } from '../../../shared/payment/sale'
import type { Delivery } from '../network/call'
import { nameOf, type RuleName, type Scene } from './scene'
import { differs, meaningOf } from './words'

/** Something that an answer obliges the till to write down before it comes to rest. */
interface Promise_ {
  delivery: Delivery
  saleId: string
  rule: RuleName
  isKept: (sale: Sale) => boolean
  text: string
}

/** What answers oblige the till to write down, until it has. */
export interface Promises {
  /** A status read has just reached the till. */
  note(delivery: Delivery): void
  /** The till is at rest: what it was obliged to must be on the disk, unless its run was cut off. */
  check(): void
}

/** No obligations yet. */
export function createPromises(scene: Scene): Promises {
  let open: Promise_[] = []

  const owe = (promise: Promise_) => open.push(promise)

  function contradiction(delivery: Delivery, sale: Sale, value: StatusRead): void {
    const meaning = meaningOf(scene, value.status)
    const decided = sale.outcome === 'paid' || sale.outcome === 'failed'
    if (!decided || meaning === null || meaning === 'pending' || meaning === sale.outcome) return
    // What a person said later of the word that it was settled with is no second answer.
    if (value.status === sale.rawStatus) return
    const text = `"${value.status}" contradicts it and is not on record`
    const isKept = (later: Sale) => later.contradiction !== null
    owe({ delivery, saleId: sale.id, rule: 'rule 6', isKept, text })
  }

  function mismatch(delivery: Delivery, sale: Sale, value: StatusRead): void {
    if (!differs(scene, sale, value)) return
    const text = 'an answer about something else is not on record'
    const isKept = (later: Sale) => later.mismatch !== null
    owe({ delivery, saleId: sale.id, rule: 'rule 12', isKept, text })
  }

  return {
    note(delivery) {
      const { call, answer } = delivery
      if (call.operation !== 'read' || answer.class !== 'ok') return
      const value = answer.value as StatusRead
      const sales = scene.committed.recent(100).filter(sale => sale.reference === call.text)
      // Where two sales share a reference nobody knows for which of them a read was made.
      const [sale] = sales
      if (!sale || sales.length > 1) return
      contradiction(delivery, sale, value)
      mismatch(delivery, sale, value)
    },
    check() {
      for (const { delivery, saleId, rule, isKept, text } of open) {
        const sale = scene.committed.find(saleId)
        if (delivery.call.process.alive && sale && !isKept(sale))
          scene.report(rule, `${nameOf(sale)}: ${text}`)
      }
      open = []
    },
  }
}

import { failure, type Result } from '../../../shared/ipc/result'
import type { Draft } from '../../../shared/payment/draft'
import type { Sale } from '../../../shared/payment/sale'
import { type SaleStatus, statusOf } from '../../../shared/payment/status'
import type { Person } from '../../../shared/person'
import { readPhoneNumber } from '../../../shared/phone'
import { longestCall } from '../service'
import type { Ledger } from '../store/ledger/ledger'
import type { PaymentActions } from './actions'
import { type Charging, lastOfPhone } from './charging'
import type { EngineSettings } from './engine-settings'
import type { HandedOver } from './handing-over'
import type { ClaimAnswer, LeasedPhone, OtherTills } from './other-tills'

/** An answer that may wait for other tills. */
export type Asked<Value> = Result<Value> | Promise<Result<Value>>

/** The presses of one till alone that can ring on a phone or give goods away. */
export type OnePresses = Pick<Charging, 'request' | 'requestAfterPrompt' | 'sendAgain'> &
  Pick<PaymentActions, 'sendNow' | 'tryAgain' | 'handOver'>

/** The same, once the other tills were asked. `by`: who pressed. */
export interface AskedPresses {
  request(draft: Draft, by?: Person | null): Asked<Sale>
  requestAfterPrompt(draft: Draft, by?: Person | null): Asked<Sale>
  sendAgain(saleId: string, draftId: string, by?: Person | null): Asked<Sale>
  sendNow(saleId: string, by?: Person | null): Asked<Sale>
  tryAgain(saleId: string, who: 'cashier' | 'manager', by?: Person | null): Asked<Sale>
  handOver(saleId: string, by?: Person | null): Asked<HandedOver>
}

interface AcrossTillsDeps {
  others: OtherTills
  /** What this till does where the others have nothing against it. */
  one: OnePresses
  allows: PaymentActions['allows']
  ledger: Pick<Ledger, 'find' | 'ofPhone' | 'onCommit'>
  settings: () => Pick<EngineSettings, 'country' | 'limits' | 'promptLifetimeMs'>
  person: () => Person | null
  fault: (error: unknown) => void
}

/** In these no prompt can be on a phone any more. Of others this is not certain: their lease runs out by itself. */
const overStatuses: readonly SaleStatus[] = ['paid', 'failed', 'refused', 'withdrawn']

/**
 * Money rules 10 and 11 across the tills of a shop: the other tills are asked before a press may ring on a phone or
 * give goods away. A till that cannot ask them goes on, and says so.
 */
export class AcrossTills implements AskedPresses {
  readonly #deps: AcrossTillsDeps

  constructor(deps: AcrossTillsDeps) {
    this.#deps = deps
    deps.ledger.onCommit((sale, before) => {
      const wasOver = before !== null && isPromptOver(before)
      if (isPromptOver(sale) && !wasOver) deps.others.release(sale)
    }, deps.fault)
  }

  request(draft: Draft, by = this.#deps.person()): Asked<Sale> {
    return this.#push(this.#phoneOf(draft), () => this.#deps.one.request(draft, by))
  }

  requestAfterPrompt(draft: Draft, by = this.#deps.person()): Asked<Sale> {
    return this.#push(this.#phoneOf(draft), () => this.#deps.one.requestAfterPrompt(draft, by))
  }

  sendAgain(saleId: string, draftId: string, by = this.#deps.person()): Asked<Sale> {
    return this.#pushAgain(saleId, () => this.#deps.one.sendAgain(saleId, draftId, by), draftId)
  }

  sendNow(saleId: string, by = this.#deps.person()): Asked<Sale> {
    return this.#pushAgain(saleId, () => this.#deps.one.sendNow(saleId, by))
  }

  tryAgain(saleId: string, who: 'cashier' | 'manager', by = this.#deps.person()): Asked<Sale> {
    return this.#pushAgain(saleId, () => this.#deps.one.tryAgain(saleId, who, by))
  }

  handOver(saleId: string, by = this.#deps.person()): Asked<HandedOver> {
    const { others, one, ledger, allows } = this.#deps
    const sale = ledger.find(saleId)
    // What cannot be handed over here must not be taken from the other tills.
    if (!others.isInShop() || !sale?.reference || !allows(sale, 'hand-over'))
      return one.handOver(saleId, by)
    const { reference } = sale
    return others.claim({ reference, saleId, person: by?.name ?? '' }).then(answer => {
      if (answer.state === 'granted') return one.handOver(saleId, by, 'asked')
      if (answer.state === 'not-asked') return one.handOver(saleId, by, 'not-asked')
      return claimRefused(sale, answer)
    })
  }

  #pushAgain(saleId: string, push: () => Asked<Sale>, draftId?: string): Asked<Sale> {
    const sale = this.#deps.ledger.find(saleId)
    if (sale?.channel !== 'mobile') return push()
    const phone = { msisdn: sale.msisdn, draftId: draftId ?? sale.draftId }
    // This till may have a prompt of the earlier request on the phone: a refused push gives nothing back.
    return this.#push(phone, push, () => true)
  }

  #push(
    phone: LeasedPhone | null,
    push: () => Asked<Sale>,
    hasEarlier = () => this.#hasEarlier(phone?.msisdn ?? ''),
  ): Asked<Sale> {
    if (phone === null || !this.#deps.others.isInShop()) return push()
    return this.#pushLeased(phone, push, hasEarlier)
  }

  async #pushLeased(
    phone: LeasedPhone,
    push: () => Asked<Sale>,
    hasEarlier: () => boolean,
  ): Promise<Result<Sale>> {
    const { others } = this.#deps
    let saleId: string | null = null
    const answer = await others.lease({ ...phone, forMs: this.#leaseTime() }, held => {
      if (saleId !== null && held.state === 'held') others.silent({ saleId, till: held.till })
    })
    if (answer.state === 'held')
      return {
        ...failure(
          'phone-number-busy-elsewhere',
          'Another till has a payment request on this phone',
        ),
        elsewhere: { till: answer.till, leftMs: answer.leftMs },
      }
    const pushed = await push()
    if (!pushed.ok) {
      if (!hasEarlier()) others.release(phone)
      return pushed
    }
    saleId = pushed.value.id
    if (answer.state === 'not-asked') others.silent({ saleId, till: null })
    return pushed
  }

  /**
   * A request that waits goes out by itself for so long, its last call may take so long, and then comes the prompt.
   * Later it goes out by a press alone, which asks again. In ms.
   */
  #leaseTime(): number {
    const { limits, promptLifetimeMs } = this.#deps.settings()
    return limits('mobile').aloneMs + longestCall + promptLifetimeMs
  }

  /** Null where no phone rings, or its number cannot be read: then the request itself says so. */
  #phoneOf({ channel, phone, draftId }: Draft): LeasedPhone | null {
    if (channel !== 'mobile') return null
    const msisdn = readPhoneNumber(phone, this.#deps.settings().country)?.msisdn
    return msisdn ? { msisdn, draftId } : null
  }

  #hasEarlier(msisdn: string): boolean {
    return this.#deps.ledger.ofPhone(msisdn, lastOfPhone).some(sale => !isPromptOver(sale))
  }
}

function isPromptOver(sale: Sale): boolean {
  return sale.channel === 'mobile' && sale.msisdn !== '' && overStatuses.includes(statusOf(sale))
}

function claimRefused(
  { id, reference }: Sale,
  answer: Exclude<ClaimAnswer, { state: 'granted' | 'not-asked' }>,
): Result<HandedOver> {
  if (answer.state === 'of-other-till')
    return {
      ...failure('reference-of-other-till', `${reference} is a payment of another till`),
      elsewhere: { till: answer.till, leftMs: 0 },
    }
  const { at, person, till } = answer
  return {
    ...failure('already-handed-over', `Goods were handed over for ${reference}`),
    handedOver: { saleId: id, at, by: person === '' ? null : person, till },
  }
}

import { type KnownCustomer, ownDetails } from '../../../shared/customer-book'
import type { ParsedOf } from '../../../shared/ipc/contract'
import type { HandlersOf } from '../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../shared/ipc/result'
import { phonePrefixes } from '../../../shared/phone'
import type { SettingsKeeper } from '../store/settings'
import type { WithEngine } from './with-engine'

/** As many as fit under the phone field without scrolling. */
const suggested = 5
const pageLength = 50

/** The customer book of the connection in use. */
export class CustomerBook implements HandlersOf<'customers'> {
  constructor(
    private readonly deps: { withEngine: WithEngine; settings: Pick<SettingsKeeper, 'get'> },
  ) {}

  find({ typed }: ParsedOf<'customers', 'find'>): Promise<Result<readonly KnownCustomer[]>> {
    return this.deps.withEngine(({ ledger }) => {
      const prefixes = phonePrefixes(typed, this.#shop().country)
      return success(ledger.customers.find(prefixes, suggested).map(each => this.#shown(each)))
    })
  }

  one({ msisdn }: ParsedOf<'customers', 'one'>): Promise<Result<KnownCustomer | null>> {
    return this.deps.withEngine(({ ledger }) => {
      const found = ledger.customers.one(msisdn)
      return success(found && this.#shown(found))
    })
  }

  list({
    text,
    before,
  }: ParsedOf<'customers', 'list'>): Promise<
    Result<{ customers: readonly KnownCustomer[]; more: boolean }>
  > {
    return this.deps.withEngine(({ ledger }) => {
      const found = ledger.customers.list({ text, before, limit: pageLength + 1 })
      const customers = found.slice(0, pageLength).map(each => this.#shown(each))
      return success({ customers, more: found.length > pageLength })
    })
  }

  change({ msisdn, details }: ParsedOf<'customers', 'change'>): Promise<Result<KnownCustomer>> {
    return this.deps.withEngine(({ ledger }) => {
      const changed = ledger.customers.change(msisdn, details)
      return changed ? success(this.#shown(changed)) : unknown(msisdn)
    })
  }

  forget({ msisdn }: ParsedOf<'customers', 'forget'>): Promise<Result<null>> {
    return this.deps.withEngine(({ ledger }) =>
      ledger.customers.forget(msisdn) ? success(null) : unknown(msisdn),
    )
  }

  #shop() {
    return this.deps.settings.get().shop
  }

  /** Entries older than the shop's default details may hold that default: it is left out. */
  #shown({ details, ...rest }: KnownCustomer): KnownCustomer {
    return { ...rest, details: details && ownDetails(details, this.#shop().customer) }
  }
}

const unknown = (msisdn: string) => failure('no-such-customer', msisdn)

import { systemRandom } from '../../../electron/main/platform/random'
import { SalesEngine } from '../../../electron/main/sales/sales-engine'
import { testEngineSettings } from '../parts'

type EngineDeps = ConstructorParameters<typeof SalesEngine>[0]

/** What stands in for the rest of a till, in every test, simulation and bench of a payment engine. */
const replacedParts = {
  kind: 'practice',
  random: systemRandom,
  /** As they ship. */
  settings: () => testEngineSettings,
  /** Nobody is signed in. */
  person: () => null,
  /** The only till of its shop: presses are answered at once. */
  others: null,
  /** No window. */
  healthChanged: () => undefined,
  /** No settings. */
  keepMeaning: () => undefined,
  keepRuling: () => undefined,
} satisfies Partial<EngineDeps>

/** A payment engine on these parts; what is not given is in the table above. `Engine` may be one with a planted bug. */
export function buildEngine(
  parts: Pick<EngineDeps, 'ledger' | 'client' | 'clock' | 'fault'> & Partial<EngineDeps>,
  Engine = SalesEngine,
): SalesEngine {
  return new Engine({ ...replacedParts, ...parts })
}

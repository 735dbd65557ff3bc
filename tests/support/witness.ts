import { createWitness, type Witness } from '../../electron/main/audit-log/witness'
import { listeningLog } from './payments/log'

/** A witness for one run of a till; nothing is on record until it is given an audit log. */
export function newWitness(): Witness {
  return createWitness(listeningLog().log)
}

import type { Act, ActDetail } from '../../../../shared/record'
import type { HandlerNeeds } from './needs'

/** Puts an act of the person who is signed in on the record; throws RecordFailed. */
export type RecordAct = (act: Act, detail: ActDetail) => void

/** Writes on the till's own record, or holds what cannot be written before the passphrase was typed. */
export function createRecordAct({
  record,
  staff,
  person,
}: Pick<HandlerNeeds, 'record' | 'staff' | 'person'>): RecordAct {
  return (act, detail) => {
    // Without staff nobody signs in, and Practice never asks for the passphrase (decision 4).
    const write = staff.at().state === 'none' ? record.writeOrHold : record.write
    write(act, person(), detail)
  }
}

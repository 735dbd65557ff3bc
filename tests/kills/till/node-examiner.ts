import { fork } from 'node:child_process'
import path from 'node:path'
import type { ExaminerProcess } from '../../../electron/main/store/recovery/salvage/examiner-process'
import { examinerIn } from '../../support/plain-examiner'

/**
 * The examiner of ledgers, from the same bundle, as a child of plain Node. A till that was killed
 * while it opened its ledger has it examined at the next start: this must be the real one.
 */
export function startNodeExaminer(): ExaminerProcess {
  return examinerIn(fork(path.join(import.meta.dirname, 'examiner.mjs')))
}

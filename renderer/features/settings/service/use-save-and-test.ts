import type { AccountQuestion, ServiceKind } from '../../../../shared/connection'
import type { Failure } from '../../../../shared/ipc/result'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { type Tested, useConnectionTest } from '../../../stores/connection-test-store'
import type { AccountAnswer } from './account-dialog'
import type { ConnectionFields } from './connection-fields'

interface SaveAndTest {
  /** `account` says whose the keys are, once main has asked. */
  save: (fields: ConnectionFields, account: AccountAnswer | null) => Promise<boolean>
  busy: boolean
  tested: Tested | null
  failure: Failure | null
  /** The keys wait for a passphrase to be chosen. */
  needsPassphrase: boolean
  /** What main told when it asked whose account the keys belong to, or null. */
  accounts: AccountQuestion | null
  forget: () => void
}

/** Saves a connection and tries it; asks for a passphrase where one must seal the keys first. */
export function useSaveAndTest(kind: ServiceKind): SaveAndTest {
  const tested = useConnectionTest(({ said }) => (said?.kind === kind ? said.tested : null))
  const { run, busy, failure, forget } = useCall(
    (fields: ConnectionFields, account: AccountAnswer | null) =>
      till.connection.saveAndTest({ kind, ...fields, account }),
  )
  const save = async (fields: ConnectionFields, account: AccountAnswer | null) => {
    useConnectionTest.setState({ asking: true, said: null })
    const answer = await run(fields, account)
    useConnectionTest.setState({ asking: false })
    if (!answer?.ok) return false
    useConnectionTest.setState({ said: { kind, tested: answer.value } })
    return answer.value.saved
  }
  const needsPassphrase = failure?.code === 'passphrase-needed'
  const accounts = failure?.accounts ?? null
  const asks = needsPassphrase || accounts !== null
  const shown = asks ? null : failure
  return { save, busy, tested, failure: shown, needsPassphrase, accounts, forget }
}

import type { ServiceKind } from '../../../shared/connection'
import type { Failure } from '../../../shared/ipc/answer'
import { till } from '../../bridge/till'
import { useCall } from '../../state/use-call'
import { type Tested, useVerdict } from '../../state/verdict-store'
import type { ConnectionFields } from './connection-fields'

interface SaveAndTest {
  save: (fields: ConnectionFields) => Promise<boolean>
  busy: boolean
  tested: Tested | null
  failure: Failure | null
  /** The keys wait for a passphrase to be chosen. */
  needsPassphrase: boolean
  forget: () => void
}

/** Saves a connection and tries it; asks for a passphrase where one must seal the keys first. */
export function useSaveAndTest(kind: ServiceKind): SaveAndTest {
  const tested = useVerdict(({ said }) => (said?.kind === kind ? said.tested : null))
  const { run, busy, failure, forget } = useCall((fields: ConnectionFields) =>
    till.connection.saveAndTest({ kind, ...fields }),
  )
  const save = async (fields: ConnectionFields) => {
    useVerdict.setState({ asking: true, said: null })
    const answer = await run(fields)
    useVerdict.setState({ asking: false })
    if (!answer?.ok) return false
    useVerdict.setState({ said: { kind, tested: answer.value } })
    return answer.value.saved
  }
  const needsPassphrase = failure?.code === 'passphrase-needed'
  return { save, busy, tested, failure: needsPassphrase ? null : failure, needsPassphrase, forget }
}

import { useRecoveryPrompt } from '../../../stores/recovery-prompt'
import { RecoveryCodeDialog } from './recovery-code-dialog'

/** Shows the recovery code once the first production keys were saved. */
export function RecoveryCodePrompt() {
  const proof = useRecoveryPrompt(prompt => prompt.proof)
  if (proof === null) return null
  return (
    <RecoveryCodeDialog
      proven={proof}
      renew={false}
      onClose={() => useRecoveryPrompt.setState({ proof: null })}
    />
  )
}

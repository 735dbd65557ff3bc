import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OwnerProof, type Result, success } from '../../../shared/ipc/result'
import { alternatives } from '../../i18n/alternatives'
import { settleProof, useProof } from '../../stores/proof-store'
import { secretText } from '../../typing/typed-text'
import { CallDialog } from '../../ui/call-dialog'
import { SecretField } from '../../ui/secret-field'

/** Asks an owner to prove who they are, for the call that main refused without it. */
export function ProofDialog() {
  const asked = useProof(store => store.asked)
  // The person who called has left the till.
  useEffect(() => () => settleProof(null), [])
  return asked && <Question {...asked} />
}

interface QuestionProps {
  proofs: readonly OwnerProof[]
  tryWith: (proof: string) => Promise<Result<unknown>>
}

function Question({ proofs, tryWith }: QuestionProps) {
  const { t, i18n } = useTranslation()
  const [proof, setProof] = useState('')
  const [pressed, press] = useState(false)
  const prove = () => {
    press(true)
    return proof === '' ? null : provenBy(proof, tryWith)
  }
  const names = proofs.map(name => t(`proof.by.${name}`))
  return (
    <CallDialog
      onClose={() => settleProof(null)}
      title={t('proof.title')}
      text={<p>{t('proof.why')}</p>}
      confirm={t('app.continue')}
      call={prove}
      onDone={answered => settleProof({ answered, proof })}
    >
      <SecretField
        label={alternatives(names, i18n.language)}
        value={proof}
        maxLength={500}
        error={pressed && proof === '' ? t('app.empty') : null}
        onChange={event => setProof(secretText(event))}
      />
    </CallDialog>
  )
}

/** Fails only where the proof is refused: then another one can be typed. Whatever else comes of the call is its own. */
async function provenBy(
  proof: string,
  tryWith: QuestionProps['tryWith'],
): Promise<Result<Result<unknown>>> {
  const answered = await tryWith(proof)
  const isRefused = !answered.ok && answered.code.startsWith('proof-')
  return isRefused ? answered : success(answered)
}

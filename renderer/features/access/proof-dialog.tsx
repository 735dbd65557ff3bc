import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnprovenCall } from '../../bridge/till'
import { alternatives } from '../../i18n/alternatives'
import { leaveProof, proof, tryProof } from '../../stores/waiting-call'
import { secretText } from '../../typing/typed-text'
import { CallDialog } from '../../ui/call-dialog'
import { SecretField } from '../../ui/secret-field'

/** Asks an owner to prove who they are, for the call that main refused without it. */
export function ProofDialog() {
  const call = proof.use(store => store.call)
  // The person who called has left the till.
  useEffect(() => leaveProof, [])
  return call && <Question call={call} />
}

function Question({ call }: { call: UnprovenCall }) {
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState('')
  const [pressed, press] = useState(false)
  const prove = () => {
    press(true)
    return typed === '' ? null : tryProof(call, typed)
  }
  const names = call.proofs.map(name => t(`proof.by.${name}`))
  return (
    <CallDialog
      onClose={leaveProof}
      goesOn
      title={t('proof.title')}
      text={<p>{t('proof.why')}</p>}
      confirm={t('app.continue')}
      call={prove}
      onDone={answered => proof.answer({ answered, proof: typed })}
    >
      <SecretField
        label={alternatives(names, i18n.language)}
        value={typed}
        maxLength={500}
        error={pressed && typed === '' ? t('app.empty') : null}
        onChange={event => setTyped(secretText(event))}
      />
    </CallDialog>
  )
}

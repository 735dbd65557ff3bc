import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Result } from '../../shared/ipc/result'
import { shortestPassphrase } from '../../shared/passphrase'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { useRecoveryPrompt } from '../stores/connection-test-store'
import { useTill } from '../stores/till-store'
import { Dialog, type DialogProps } from './dialog'
import { NewSecret, useNewPassphrase } from './new-secret'

interface CallDialogProps<Value> extends Omit<DialogProps, 'busy' | 'failure' | 'onConfirm'> {
  /** What the button that confirms calls; null where something typed has to be put right first. */
  call: () => Promise<Result<Value>> | null
  /** Once the call has succeeded; without it the dialog closes. */
  onDone?: (value: Value) => void
  /** Makes the call as it opens: all that it needs is known. */
  atOnce?: boolean
}

/** A dialog whose button makes one call. Where the call needs a passphrase, that is chosen first. */
export function CallDialog<Value>(props: CallDialogProps<Value>) {
  const { call, onDone = () => props.onClose(), atOnce = false, ...dialog } = props
  const { run, busy, failure, forget } = useCall(call, onDone)
  const waits = useRef(atOnce)
  useEffect(() => {
    if (waits.current) void run()
    waits.current = false
  })
  const again = () => {
    forget()
    run()
  }
  if (failure?.code === 'passphrase-needed')
    return <PassphraseDialog onClose={forget} onCreated={again} />
  return <Dialog {...dialog} busy={busy} failure={failure} onConfirm={run} />
}

/** Sentences under one another. */
export function Paragraphs({ of }: { of: readonly string[] }) {
  return of.map(text => <p key={text}>{text}</p>)
}

interface PassphraseDialogProps {
  onClose: () => void
  /** The passphrase is there: what needed it can be tried again. */
  onCreated: () => void
}

/**
 * Has a passphrase chosen, or another one. The recovery code is shown next where there is none yet: from then on the
 * passphrase proves nothing any more.
 */
export function PassphraseDialog({ onClose, onCreated }: PassphraseDialogProps) {
  const { t } = useTranslation()
  const { hasPassphrase, recoveryMadeAt } = useTill(state => state.protection)
  const { read, fields } = useNewPassphrase(shortestPassphrase)
  const typed = useRef('')
  const choose = () => {
    const passphrase = read()
    typed.current = passphrase ?? ''
    return passphrase === null ? null : till.key.choosePassphrase({ passphrase })
  }
  const chosen = () => {
    if (recoveryMadeAt === null) useRecoveryPrompt.setState({ proof: typed.current })
    onCreated()
  }
  return (
    <CallDialog
      onClose={onClose}
      title={t(hasPassphrase ? 'passphrase.change' : 'passphrase.title')}
      text={
        <>
          <p>{t(hasPassphrase ? 'passphrase.changeWhy' : 'passphrase.why')}</p>
          {!hasPassphrase && <p>{t('passphrase.each')}</p>}
          <p>
            <b>{t('passphrase.lost')}</b>
          </p>
        </>
      }
      confirm={t('passphrase.save')}
      call={choose}
      onDone={chosen}
    >
      <NewSecret label={t('passphrase.new')} {...fields} />
    </CallDialog>
  )
}

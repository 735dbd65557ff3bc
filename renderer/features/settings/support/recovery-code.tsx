import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../../bridge/till'
import { formatMoment } from '../../../i18n/clock-time'
import { useRecoveryPrompt } from '../../../stores/connection-test-store'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { CallButton } from '../../../ui/call-button'
import { CallDialog, PassphraseDialog } from '../../../ui/call-dialog'
import { Dialog } from '../../../ui/dialog'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice'
import { Group } from '../group'
import styles from './support.module.css'

/** What opens this till when nothing else does: for the owner alone. */
export function RecoveryCodeCard() {
  const { t, i18n } = useTranslation()
  const { recoveryMadeAt, keychain, hasPassphrase } = useTill(state => state.protection)
  const [asking, ask] = useState<'show' | 'renew' | 'passphrase' | null>(null)
  const close = () => ask(null)
  const hasCode = recoveryMadeAt !== null
  return (
    <Group title={t('recoveryCode.title')} text={t('recoveryCode.what')}>
      {hasCode && (
        <p>{t('recoveryCode.made', { time: formatMoment(recoveryMadeAt, i18n.language) })}</p>
      )}
      <div className={layout.wrap3}>
        <Button onClick={() => ask('show')}>
          {t(hasCode ? 'recoveryCode.show' : 'recoveryCode.make')}
        </Button>
        {hasCode && <Button onClick={() => ask('renew')}>{t('recoveryCode.renew')}</Button>}
        {(hasPassphrase || (hasCode && keychain === null)) && (
          <Button onClick={() => ask('passphrase')}>
            {t(hasPassphrase ? 'passphrase.change' : 'passphrase.title')}
          </Button>
        )}
      </div>
      {(asking === 'show' || asking === 'renew') && (
        <RecoveryCodeDialog proven="" renew={asking === 'renew'} onClose={close} />
      )}
      {asking === 'passphrase' && <PassphraseDialog onClose={close} onCreated={close} />}
    </Group>
  )
}

interface RecoveryCodeDialogProps {
  /** What was typed just now and proves the owner; '' where it is still to be asked for. */
  proven: string
  /** Makes another code, which ends the one before. */
  renew: boolean
  onClose: () => void
}

/** The code, once an owner is proven: to be written down or printed, and kept in the safe. */
function RecoveryCodeDialog({ proven, renew, onClose }: RecoveryCodeDialogProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState<string | null>(null)
  if (code !== null) return <ShownCode code={code} onClose={onClose} />
  const show = () => {
    const isShown = proven === '' && useRecoveryPrompt.getState().proof
    if (!isShown) return till.key.recoveryCode({ proof: proven, renew })
    // A first passphrase was chosen meanwhile, which shows the code by itself.
    onClose()
    return null
  }
  return (
    <CallDialog
      onClose={onClose}
      title={t('recoveryCode.title')}
      text={<p>{t(renew ? 'recoveryCode.renewText' : 'recoveryCode.text')}</p>}
      confirm={t(renew ? 'recoveryCode.renew' : 'recoveryCode.show')}
      call={show}
      onDone={made => setCode(made.code)}
      atOnce={proven !== ''}
    />
  )
}

function ShownCode({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [printed, setPrinted] = useState<boolean | null>(null)
  // What proved the owner may prove nothing now: a passphrase does so only until there is a code.
  const print = () => till.key.printRecoveryCode({ proof: code })
  return (
    <Dialog
      onClose={onClose}
      title={t('recoveryCode.title')}
      text={
        <>
          <p>{t('recoveryCode.what')}</p>
          <p>
            <strong>{t('recoveryCode.safe')}</strong>
          </p>
        </>
      }
      confirm={t('recoveryCode.kept')}
      cancel={t('recoveryCode.later')}
      onConfirm={onClose}
    >
      <output className={styles.code} aria-label={t('recoveryCode.title')}>
        {code.split('-').map(group => (
          <span key={group}>{group}</span>
        ))}
      </output>
      <div className={layout.wrap3}>
        <CallButton icon="receipt" call={print} onDone={setPrinted}>
          {t('receipts.printShort')}
        </CallButton>
      </div>
      {printed === true && <Notice tone="brand" icon="check" title={t('recoveryCode.printed')} />}
      {printed === false && (
        <Notice tone="unknown" icon="warn" title={t('recoveryCode.noPrinter')} />
      )}
    </Dialog>
  )
}

/** Shows the recovery code with the first passphrase, owner or production keys. */
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

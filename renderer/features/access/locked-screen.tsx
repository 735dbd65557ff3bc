import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { Button } from '../../ui/button'
import { CenteredCard } from '../../ui/centered-card'
import { FailureNotice } from '../../ui/failure-notice'
import layout from '../../ui/layout.module.css'
import { PassphraseField, usePassphrasePause } from '../../ui/passphrase'
import styles from './access.module.css'
import { LockHead } from './lock-head'

/** Asks for the passphrase that the keys are sealed with, where the computer has no keychain. */
export function LockedScreen() {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [passphrase, setPassphrase] = useState('')
  const [pressed, setPressed] = useState(false)
  const { run, busy, failure } = useCall(() => till.vault.unlock({ passphrase }))
  const pause = usePassphrasePause()
  const unlock = async (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    const answer = passphrase === '' || pause > 0 ? null : await run()
    if (!answer?.ok) form.current?.querySelector('input')?.focus()
  }
  return (
    <div className={styles.window}>
      <LockHead />
      <main className={styles.space}>
        <CenteredCard icon="lock" tone="brand" title={t('locked.title')}>
          <p>{t('locked.lead')}</p>
          <p className={layout.muted}>{t('locked.money')}</p>
          <form ref={form} className={layout.stack4} onSubmit={unlock} noValidate>
            <PassphraseField value={passphrase} pressed={pressed} onChange={setPassphrase} />
            {failure && failure.code !== 'passphrase-paused' && <FailureNotice failure={failure} />}
            <Button
              type="submit"
              variant="primary"
              busy={busy}
              aria-disabled={pause > 0}
              className={styles.unlock}
            >
              {t('locked.unlock')}
            </Button>
          </form>
        </CenteredCard>
      </main>
    </div>
  )
}

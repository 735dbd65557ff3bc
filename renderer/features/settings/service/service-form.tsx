import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServiceKind } from '../../../../shared/connection'
import { useSlow } from '../../../hooks/use-slow'
import { useRecoveryPrompt } from '../../../stores/recovery-prompt'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { FailureNotice } from '../../../ui/failure-notice'
import { Icon } from '../../../ui/icons/icon'
import { PassphraseDialog } from '../../../ui/passphrase'
import { InSight } from '../group'
import styles from '../settings.module.css'
import { type AccountAnswer, AccountDialog } from './account-dialog'
import {
  type ConnectionFields,
  connectionOrder,
  connectionProblems,
  fieldOfFailure,
  fieldsOf,
} from './connection-fields'
import service from './service.module.css'
import { ServiceFields } from './service-fields'
import { TestResult } from './test-result'
import { useSaveAndTest } from './use-save-and-test'

/** One side of the service: one press saves and tries it, and the answer is in words. */
export function ServiceForm({ kind }: { kind: ServiceKind }) {
  const { t } = useTranslation()
  const view = useTill(state => state.connections[kind])
  const hasCode = useTill(({ protection }) => protection.recoveryMadeAt !== null)
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState<ConnectionFields>(() => fieldsOf(view))
  const [pressed, setPressed] = useState(false)
  const { save, busy, tested, failure, needsPassphrase, accounts, forget } = useSaveAndTest(kind)
  // Kept while a passphrase is asked for, so that it is answered only once.
  const account = useRef<AccountAnswer | null>(null)
  const slow = useSlow(busy)
  const problems = connectionProblems(fields, view.keyEndings !== null)

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    setPressed(true)
    const wrong = connectionOrder.find(name => problems[name])
    if (wrong) return focusField(form.current, wrong)
    if (!(await save(fields, account.current))) return
    account.current = null
    // The first real keys are there: now the owner gets what opens the till on a bad day.
    if (kind === 'production' && !hasCode && fields.apiSecret !== '')
      useRecoveryPrompt.setState({ proof: fields.apiSecret })
    // The keys are sealed now: the page forgets them.
    setFields(typed => ({ ...typed, apiKey: '', apiSecret: '' }))
  }
  const answerAccount = (answer: AccountAnswer) => {
    account.current = answer
    sealable()
  }
  const type = (name: keyof ConnectionFields, text: string) => {
    // Other keys need another answer.
    account.current = null
    setFields(typed => ({ ...typed, [name]: text }))
  }
  const sealable = () => {
    forget()
    submit()
  }
  return (
    <form ref={form} className={styles.within} onSubmit={submit} noValidate>
      <ServiceFields
        fields={fields}
        stored={view.keyEndings}
        problems={pressed ? problems : {}}
        refused={failure && fieldOfFailure(failure.code)}
        onChange={type}
      />
      <SealingText />
      <div className={styles.bar}>
        <div className={styles.line}>
          <Button type="submit" variant="primary" busy={busy}>
            {t('settings.connection.save')}
          </Button>
          {slow && <output>{t('settings.connection.testing')}</output>}
        </div>
      </div>
      {failure && (
        <InSight>
          <FailureNotice failure={failure} />
        </InSight>
      )}
      {tested && <TestResult kind={kind} tested={tested} />}
      <AccountDialog question={accounts} onClose={forget} onAnswer={answerAccount} />
      <PassphraseDialog open={needsPassphrase} onClose={forget} onCreated={sealable} />
    </form>
  )
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.focus()
}

/** How the keys are kept safe on this computer, in words. */
function SealingText() {
  const { t } = useTranslation()
  const { keychain, hasPassphrase } = useTill(state => state.protection)
  const words = () => {
    if (keychain !== null) return t('settings.connection.sealedKeychain', { backend: keychain })
    return hasPassphrase
      ? t('settings.connection.sealedPassphrase')
      : t('settings.connection.sealedNone')
  }
  return (
    <p className={service.sealing}>
      <Icon name="lock" size="s" />
      {words()}
    </p>
  )
}

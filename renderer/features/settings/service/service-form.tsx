import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServiceKind } from '../../../../shared/connection'
import type { ConnectionView } from '../../../../shared/ipc/till-state'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useSlow } from '../../../hooks/use-slow'
import { useConnectionTest } from '../../../stores/connection-test-store'
import { useRecoveryPrompt } from '../../../stores/recovery-prompt'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { PassphraseDialog } from '../../../ui/call-dialog'
import { classNames } from '../../../ui/class-names'
import { FailureNotice } from '../../../ui/failure-notice'
import { Field } from '../../../ui/field'
import { Icon } from '../../../ui/icons/icon'
import { SecretField } from '../../../ui/secret-field'
import { InSight } from '../group'
import styles from '../settings.module.css'
import { type AccountAnswer, AccountDialog } from './account-dialog'
import {
  type ConnectionFields,
  type ConnectionProblems,
  connectionOrder,
  connectionProblems,
  fieldOfFailure,
  fieldsOf,
} from './connection-fields'
import service from './service.module.css'
import { TestResult } from './test-result'

/** One side of the service: one press saves and tries it, and the answer is in words. */
export function ServiceForm({ kind }: { kind: ServiceKind }) {
  const { t } = useTranslation()
  const view = useTill(state => state.connections[kind])
  const { recoveryMadeAt, keychain, hasPassphrase } = useTill(state => state.protection)
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState<ConnectionFields>(() => fieldsOf(view))
  const [pressed, setPressed] = useState(false)
  const tested = useConnectionTest(({ said }) => (said?.kind === kind ? said.tested : null))
  // Kept while a passphrase is asked for, so that it is answered only once.
  const account = useRef<AccountAnswer | null>(null)
  const { run, busy, failure, forget } = useCall(() =>
    till.connection.saveAndTest({ kind, ...fields, account: account.current }),
  )
  // The keys wait for a passphrase to be chosen, or for the answer whose they are.
  const needsPassphrase = failure?.code === 'passphrase-needed'
  const accounts = failure?.accounts ?? null
  const shown = needsPassphrase || accounts !== null ? null : failure
  const slow = useSlow(busy)
  const problems = connectionProblems(fields, view.keyEndings !== null)

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    setPressed(true)
    const wrong = connectionOrder.find(name => problems[name])
    if (wrong) return focusField(form.current, wrong)
    useConnectionTest.setState({ asking: true, said: null })
    const answer = await run()
    useConnectionTest.setState({ asking: false })
    if (!answer?.ok) return
    useConnectionTest.setState({ said: { kind, tested: answer.value } })
    if (!answer.value.saved) return
    account.current = null
    // The first real keys are there: now the owner gets what opens the till on a bad day.
    if (kind === 'production' && recoveryMadeAt === null && fields.apiSecret !== '')
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
        refused={shown && fieldOfFailure(shown.code)}
        onChange={type}
      />
      {/* How the keys are kept safe on this computer. */}
      <p className={service.sealing}>
        <Icon name="lock" size="s" />
        {keychain !== null
          ? t('settings.connection.sealedKeychain', { backend: keychain })
          : t(`settings.connection.${hasPassphrase ? 'sealedPassphrase' : 'sealedNone'}`)}
      </p>
      <div className={styles.bar}>
        <div className={styles.line}>
          <Button type="submit" variant="primary" busy={busy}>
            {t('settings.connection.save')}
          </Button>
          {slow && <output>{t('settings.connection.testing')}</output>}
        </div>
      </div>
      {shown && (
        <InSight>
          <FailureNotice failure={shown} />
        </InSight>
      )}
      {tested && <TestResult kind={kind} tested={tested} />}
      {accounts && <AccountDialog question={accounts} onClose={forget} onAnswer={answerAccount} />}
      {needsPassphrase && <PassphraseDialog onClose={forget} onCreated={sealable} />}
    </form>
  )
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.focus()
}

interface ServiceFieldsProps {
  fields: ConnectionFields
  stored: ConnectionView['keyEndings']
  problems: ConnectionProblems
  /** The field that main refused; the reason is below the form. */
  refused: keyof ConnectionFields | null
  onChange: (name: keyof ConnectionFields, text: string) => void
}

/** Where the service is, the keys to it, and where it sends results. */
function ServiceFields({ fields, stored, problems, refused, onChange }: ServiceFieldsProps) {
  const { t } = useTranslation()
  const common = (name: keyof ConnectionFields) => ({
    name,
    value: fields[name],
    maxLength: name === 'pathPrefix' ? 64 : 500,
    error: problemText(name),
    'data-refused': refused === name || undefined,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange(name, event.target.value),
  })
  const problemText = (name: keyof ConnectionFields) => {
    const problem = problems[name]
    if (problem) return t(problem)
    return refused === name ? t('settings.connection.seeBelow') : null
  }
  const storedHint = (ending: string | undefined) =>
    ending
      ? t('settings.connection.stored', { ending: `••••${ending}` })
      : t('settings.connection.keyNone')
  return (
    <div className={service.fields}>
      <Field
        {...common('address')}
        className={service.wide}
        label={t('settings.connection.address')}
        hint={t('settings.connection.addressHint')}
        inputMode="url"
      />
      <Field
        {...common('apiKey')}
        label={t('settings.connection.apiKey')}
        hint={storedHint(stored?.apiKey)}
      />
      <SecretField
        {...common('apiSecret')}
        label={t('settings.connection.apiSecret')}
        hint={storedHint(stored?.apiSecret)}
      />
      <Field
        {...common('pathPrefix')}
        label={t('settings.connection.pathPrefix')}
        hint={t('settings.connection.pathPrefixHint')}
      />
      <Field
        {...common('webhookAddress')}
        label={t('settings.connection.webhook')}
        aside={t('app.optional')}
        hint={t('settings.connection.webhookHint')}
        inputMode="url"
      />
      <div className={classNames(service.help, service.wide)}>
        <p>{t('settings.connection.webhookHelp.what')}</p>
        <p>{t('settings.connection.webhookHelp.who')}</p>
        <p>{t('settings.connection.webhookHelp.none')}</p>
      </div>
    </div>
  )
}

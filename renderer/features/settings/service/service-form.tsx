import type { ParseKeys } from 'i18next'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFault } from '../../../../shared/call-fault'
import type { ServiceKind } from '../../../../shared/connection'
import type { Failure, FailureCode } from '../../../../shared/ipc/result'
import type { ConnectionView } from '../../../../shared/ipc/till-state'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useSlow } from '../../../hooks/use-slow'
import { whoEnds } from '../../../sale-status/waiting'
import {
  type Tested,
  useConnectionTest,
  useRecoveryPrompt,
} from '../../../stores/connection-test-store'
import { useDraft } from '../../../stores/settings-drafts'
import { tillNow, useTill } from '../../../stores/till-store'
import { show } from '../../../stores/view-store'
import { secretText, typedText } from '../../../typing/typed-text'
import { Button } from '../../../ui/button'
import { PassphraseDialog } from '../../../ui/call-dialog'
import { classNames } from '../../../ui/class-names'
import { TechnicalDetail } from '../../../ui/explanation'
import { FailureNotice } from '../../../ui/failure-notice'
import { Field } from '../../../ui/field'
import { Icon } from '../../../ui/icons/icon'
import { Notice } from '../../../ui/notice'
import { SecretField } from '../../../ui/secret-field'
import { InSight } from '../group'
import styles from '../settings.module.css'
import { type AccountAnswer, AccountDialog } from './account-dialog'
import service from './service.module.css'
import { SwitchDialog } from './switch-dialog'

/** One side of the service: one press saves and tries it, and the answer is in words. */
export function ServiceForm({ kind }: { kind: ServiceKind }) {
  const { t } = useTranslation()
  const view = useTill(state => state.connections[kind])
  const { keychain, hasPassphrase } = useTill(state => state.protection)
  const form = useRef<HTMLFormElement>(null)
  const places = useDraft<Places>('connection', kind, placesOf(view))
  const [keys, setKeys] = useState(noKeys)
  const fields = { ...places.value, ...keys }
  const [pressed, setPressed] = useState(false)
  const tested = useConnectionTest(({ last }) => (last?.kind === kind ? last.tested : null))
  // Kept while something else is asked for, so that each is answered once.
  const account = useRef<AccountAnswer | null>(null)
  const proof = useRef('')
  const { run, busy, failure, forget } = useCall(() =>
    till.connection.saveAndTest({
      ...{ kind, ...fields },
      ...{ address: secureAddress(fields.address) },
      ...{ webhookAddress: secureAddress(fields.webhookAddress) },
      ...{ account: account.current, proof: proof.current },
    }),
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
    useConnectionTest.setState({ asking: true, last: null })
    const answer = await run()
    useConnectionTest.setState({ asking: false })
    proof.current = (answer?.ok === false && answer.accounts && answer.proof) || ''
    if (answer?.ok === false) focusField(form.current, refusedFields[answer.code])
    if (!answer?.ok) return
    useConnectionTest.setState({ last: { kind, tested: answer.value } })
    if (!answer.value.saved) return
    account.current = null
    // The first real keys are there: now the owner gets what opens the till on a bad day, unless a passphrase came first.
    const { recoveryMadeAt } = tillNow().protection
    if (kind === 'production' && recoveryMadeAt === null && fields.apiSecret !== '')
      useRecoveryPrompt.setState({ proof: fields.apiSecret })
    // The keys are sealed now: the page forgets them.
    setKeys(noKeys)
    places.noteSaved()
  }
  const answerAccount = (answer: AccountAnswer) => {
    account.current = answer
    again()
  }
  const type = (name: keyof ConnectionFields, text: string) => {
    // Other keys need another answer.
    account.current = null
    if (name in noKeys) setKeys(typed => ({ ...typed, [name]: text }))
    else places.change({ [name]: text })
  }
  const again = () => {
    forget()
    submit()
  }
  return (
    <form ref={form} className={styles.within} onSubmit={submit} noValidate>
      <ServiceFields
        fields={fields}
        stored={view.keyEndings}
        problems={pressed ? problems : {}}
        refusal={shown}
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
      {shown && refusedFields[shown.code] === undefined && (
        <InSight>
          <FailureNotice failure={shown} />
        </InSight>
      )}
      {tested && <TestResult kind={kind} tested={tested} />}
      {accounts && <AccountDialog question={accounts} onClose={forget} onAnswer={answerAccount} />}
      {needsPassphrase && <PassphraseDialog onClose={forget} onCreated={again} />}
    </form>
  )
}

function focusField(form: HTMLFormElement | null, name: string | undefined): void {
  const field = name === undefined ? null : form?.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  // What is wrong with it is under it.
  field.scrollIntoView({ block: 'center' })
}

/** People leave out how an address begins. */
function secureAddress(typed: string): string {
  const text = typed.trim()
  return text === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
}

interface ServiceFieldsProps {
  fields: ConnectionFields
  stored: ConnectionView['keyEndings']
  problems: ConnectionProblems
  /** What main refused; where it is about a field, the reason is under the field's line. */
  refusal: Failure | null
  onChange: (name: keyof ConnectionFields, text: string) => void
}

/** Where the service is, the keys to it, and where it sends results. */
function ServiceFields({ fields, stored, problems, refusal, onChange }: ServiceFieldsProps) {
  const { t } = useTranslation()
  const refused = refusal && refusedFields[refusal.code]
  const why = refusal && (
    <div className={service.wide}>
      <FailureNotice failure={refusal} />
    </div>
  )
  const common = (name: keyof ConnectionFields) => ({
    name,
    value: fields[name],
    maxLength: name === 'pathPrefix' ? 64 : 500,
    error: problemText(name),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      onChange(name, name in noKeys ? secretText(event) : typedText(event)),
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
      {refused === 'address' && why}
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
      {refused === 'apiKey' && why}
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
      {refused === 'webhookAddress' && why}
      <p className={classNames(service.help, service.wide)}>
        {t('settings.connection.webhookNone')}
      </p>
    </div>
  )
}

/** The connection form, as typed. Keys begin empty: a window never gets the sealed ones back. */
type ConnectionFields = Record<(typeof connectionOrder)[number], string>

type ConnectionProblems = Partial<Record<keyof ConnectionFields, ParseKeys>>

/** The order of the fields on the screen. */
const connectionOrder = ['address', 'apiKey', 'apiSecret', 'pathPrefix', 'webhookAddress'] as const

/** What no one else may read: a page that is left forgets it. */
const noKeys = { apiKey: '', apiSecret: '' }

type Places = Omit<ConnectionFields, keyof typeof noKeys>

function placesOf({ address, pathPrefix, webhookAddress }: Places): Places {
  return { address, pathPrefix, webhookAddress }
}

/** What can be seen to be wrong before main is asked. */
function connectionProblems(fields: ConnectionFields, keysStored: boolean): ConnectionProblems {
  const problems: ConnectionProblems = {}
  if (fields.address.trim() === '') problems.address = 'app.empty'
  if (!/^[A-Za-z0-9._~-]{1,64}$/.test(fields.pathPrefix.trim()))
    problems.pathPrefix = 'settings.connection.prefixBad'
  if (!keysStored && fields.apiKey.trim() === '') problems.apiKey = 'app.empty'
  if (!keysStored && fields.apiSecret.trim() === '') problems.apiSecret = 'app.empty'
  return problems
}

/** The field that a failure of main is about, if it is about one. */
const refusedFields: Partial<Record<FailureCode, keyof ConnectionFields>> = {
  'address-bad': 'address',
  'address-not-https': 'address',
  'keys-needed': 'apiKey',
  'webhook-address-bad': 'webhookAddress',
  'webhook-address-here': 'webhookAddress',
}

/** What has words of its own where a test does not reach the service. */
const namedFaults = [
  'clock-wrong',
  'certificate-expired',
  'certificate-not-trusted',
  'certificate-of-another',
  'insecure',
  'proxy',
  'proxy-password',
] as const satisfies readonly CallFault[]

/** What the service said to the new settings: in words, with whether they were kept. */
function TestResult({ kind, tested }: { kind: ServiceKind; tested: Tested }) {
  const { t } = useTranslation()
  const active = useTill(state => state.active)
  const [asking, ask] = useState(false)
  const { result, detail, saved } = tested
  const fault = result === 'unreachable' ? namedFaults.find(name => name === detail) : undefined
  const works = result === 'works'
  const usable = saved && result !== 'keys-rejected' && active !== kind
  return (
    <InSight>
      <Notice
        tone={toneOf(result)}
        icon={works ? 'check' : 'warn'}
        title={t(`settings.connection.testResult.${result}.title`)}
        alert
      >
        {fault ? (
          <p>
            {t(`live.why.${fault}`)} {t('settings.connection.noKeySent')}{' '}
            {t(fault === 'clock-wrong' ? 'clock.setIt' : `live.ends.${whoEnds[fault]}`)}{' '}
            {fault === 'certificate-not-trusted' && t('settings.connection.ownCertificate')}
          </p>
        ) : (
          <p>{t(`settings.connection.testResult.${result}.text`)}</p>
        )}
        {result === 'keys-rejected' && <p>{t(`top.keys.side.${kind}`)}</p>}
        <p>{saved ? t('app.saved') : t('settings.connection.notSaved')}</p>
        {!works && detail && <TechnicalDetail text={detail} />}
        {works && active === kind && (
          <>
            <p>{t('settings.connection.nowInUse', { kind: t(`settings.kind.${kind}`) })}</p>
            <div className={service.useIt}>
              <Button onClick={() => show({ name: 'charge' })}>
                {t('settings.connection.sell')}
              </Button>
            </div>
          </>
        )}
        {usable && (
          <div className={service.useIt}>
            <Button onClick={() => ask(true)}>
              {t('settings.connection.startUsing', { kind: t(`settings.kind.${kind}`) })}
            </Button>
          </div>
        )}
        {asking && <SwitchDialog kind={kind} onClose={() => ask(false)} />}
      </Notice>
    </InSight>
  )
}

function toneOf(result: Tested['result']): 'brand' | 'bad' | 'unknown' {
  if (result === 'works') return 'brand'
  return result === 'keys-rejected' ? 'bad' : 'unknown'
}

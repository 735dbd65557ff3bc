import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountQuestion } from '../../../../shared/connection'
import { formatFull } from '../../../i18n/clock-time'
import { Choice } from '../../../ui/choice'
import { Dialog } from '../../../ui/dialog'
import styles from './service.module.css'

/** Whose the new keys are. */
export type AccountAnswer = 'same' | 'other'

interface AccountDialogProps {
  /** What tells the accounts apart, or null when nothing is asked. */
  question: AccountQuestion | null
  onClose: () => void
  onAnswer: (account: AccountAnswer) => void
}

/**
 * Asks whether new keys belong to the account that the open sales were sent with. The till cannot know, and
 * a sale that is retried with another account's keys could be charged twice (money rule 3). So it is asked
 * in two steps: first the choice, then whether its consequences are meant.
 */
export function AccountDialog({ question, ...props }: AccountDialogProps) {
  return question && <TwoSteps question={question} {...props} />
}

interface StepsProps extends AccountDialogProps {
  question: AccountQuestion
}

function TwoSteps({ question, onClose, onAnswer }: StepsProps) {
  const [account, setAccount] = useState<AccountAnswer | null>(null)
  const [chosen, setChosen] = useState(false)
  if (!chosen || account === null)
    return (
      <Choose
        question={question}
        account={account}
        onChange={setAccount}
        onClose={onClose}
        onChosen={() => setChosen(true)}
      />
    )
  return (
    <Sure account={account} onBack={() => setChosen(false)} onConfirm={() => onAnswer(account)} />
  )
}

interface ChooseProps {
  question: AccountQuestion
  account: AccountAnswer | null
  onChange: (account: AccountAnswer) => void
  onClose: () => void
  onChosen: () => void
}

function Choose({ question, account, onChange, onClose, onChosen }: ChooseProps) {
  const { t } = useTranslation()
  const [pressed, setPressed] = useState(false)
  const options = (['same', 'other'] as const).map(value => ({
    value,
    label: t(`settings.account.${value}`),
    text: t(`settings.account.${value}Text`),
  }))
  return (
    <Dialog
      onClose={onClose}
      title={t('settings.account.title')}
      text={t('settings.account.text')}
      confirm={t('app.continue')}
      onConfirm={() => (account === null ? setPressed(true) : onChosen())}
    >
      <AccountFacts question={question} />
      <Choice
        label={t('settings.account.title')}
        value={account}
        options={options}
        error={pressed && account === null ? t('settings.account.unsaid') : null}
        onChange={onChange}
      />
    </Dialog>
  )
}

interface SureProps {
  account: AccountAnswer
  onBack: () => void
  onConfirm: () => void
}

/** The second step: what follows from the answer, and what follows if it is wrong. */
function Sure({ account, onBack, onConfirm }: SureProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      onClose={onBack}
      title={t(`settings.account.sure.${account}.title`)}
      text={
        <>
          <p>{t(`settings.account.${account}Text`)}</p>
          <b>{t(`settings.account.sure.${account}.wrong`)}</b>
        </>
      }
      confirm={t(`settings.account.sure.${account}.confirm`)}
      cancel={t('app.back')}
      onConfirm={onConfirm}
    />
  )
}

/** The earlier keys next to the new ones, and how many payments depend on whose they are. */
function AccountFacts({ question }: { question: AccountQuestion }) {
  const { t, i18n } = useTranslation()
  const { before, now, waiting } = question
  const ending = (text: string | null) =>
    text === null ? t('settings.account.facts.unreadable') : `••••${text}`
  const savedAt =
    before.savedAt === null
      ? t('settings.account.facts.unreadable')
      : formatFull(before.savedAt, i18n.language)
  return (
    <>
      <table className={styles.facts} aria-label={t('settings.account.facts.label')}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('settings.account.facts.before')}</th>
            <th scope="col">{t('settings.account.facts.now')}</th>
          </tr>
        </thead>
        <tbody>
          <Fact name="key" before={ending(before.keyEnding)} now={ending(now.keyEnding)} />
          <Fact name="address" before={before.address} now={now.address} />
          <Fact name="saved" before={savedAt} now={t('settings.account.facts.notYet')} />
        </tbody>
      </table>
      <p className={styles.waiting}>{waitingText()}</p>
    </>
  )

  function waitingText(): string {
    if (waiting === null) return t('settings.account.waitingUnknown')
    if (waiting === 0) return t('settings.account.waitingNone')
    return t('settings.account.waiting', { count: waiting })
  }
}

interface FactProps {
  name: 'key' | 'address' | 'saved'
  before: string
  now: string
}

function Fact({ name, before, now }: FactProps) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">{t(`settings.account.facts.${name}`)}</th>
      <td>{before}</td>
      <td>{now}</td>
    </tr>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountQuestion } from '../../../../shared/connection'
import { formatFull } from '../../../i18n/clock-time'
import { Choice } from '../../../ui/choice'
import { classNames } from '../../../ui/class-names'
import { Dialog } from '../../../ui/dialog'
import table from '../../../ui/table.module.css'
import styles from './service.module.css'

export type AccountAnswer = 'same' | 'other'

interface AccountDialogProps {
  question: AccountQuestion
  onClose: () => void
  onAnswer: (account: AccountAnswer) => void
}

/**
 * Asks whether new keys belong to the account that the open payments were sent with. The till cannot know, and
 * a payment that is retried with another account's keys could be charged twice (money rule 3). So it is asked
 * in two steps: first the choice, then whether its consequences are meant.
 */
export function AccountDialog({ question, onClose, onAnswer }: AccountDialogProps) {
  const { t } = useTranslation()
  const [account, setAccount] = useState<AccountAnswer | null>(null)
  const [pressed, setPressed] = useState(false)
  const [isSecond, setSecond] = useState(false)
  // What follows from the answer, and what follows if it is wrong.
  if (isSecond && account !== null)
    return (
      <Dialog
        onClose={() => setSecond(false)}
        title={t(`settings.account.sure.${account}.title`)}
        text={
          <>
            <p>{t(`settings.account.${account}Text`)}</p>
            <b>{t(`settings.account.sure.${account}.wrong`)}</b>
          </>
        }
        confirm={t(`settings.account.sure.${account}.confirm`)}
        cancel={t('app.back')}
        onConfirm={() => onAnswer(account)}
      />
    )
  return (
    <Dialog
      // The second step is another dialog, which takes the focus again.
      key="choice"
      onClose={onClose}
      title={t('settings.account.title')}
      text={t('settings.account.text')}
      confirm={t('app.continue')}
      onConfirm={() => (account === null ? setPressed(true) : setSecond(true))}
    >
      <AccountFacts question={question} />
      <Choice
        label={t('settings.account.title')}
        value={account}
        options={(['same', 'other'] as const).map(value => ({
          value,
          label: t(`settings.account.${value}`),
          text: t(`settings.account.${value}Text`),
        }))}
        error={pressed && account === null ? t('settings.account.unsaid') : null}
        onChange={setAccount}
      />
    </Dialog>
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
  const facts = [
    ['key', ending(before.keyEnding), ending(now.keyEnding)],
    ['address', before.address, now.address],
    ['saved', savedAt, t('settings.account.facts.notYet')],
  ] as const
  return (
    <>
      <table
        className={classNames(table.table, styles.facts)}
        aria-label={t('settings.account.facts.label')}
      >
        <thead>
          <tr>
            <td />
            <th scope="col">{t('settings.account.facts.before')}</th>
            <th scope="col">{t('settings.account.facts.now')}</th>
          </tr>
        </thead>
        <tbody>
          {facts.map(([name, one, other]) => (
            <tr key={name}>
              <th scope="row">{t(`settings.account.facts.${name}`)}</th>
              <td>{one}</td>
              <td>{other}</td>
            </tr>
          ))}
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

import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type en from '../../resources/languages/en.json'
import type { Failure, FailureCode } from '../../shared/ipc/result'
import { formatFull } from '../i18n/clock-time'
import { TechnicalDetail } from './explanation'
import { FailureLink } from './failure-link'
import type { FailureNoticeProps } from './failure-notice'
import { Notice } from './notice'

type MoneyKey = keyof (typeof en)['errorMoney']
type NextKey = keyof (typeof en)['errorNext']

/**
 * What each failure means for the money, and what to do next: sentences that failures share. Null where
 * `errors.<code>` says what to do itself. A new code does not compile without.
 */
const meaning: Record<FailureCode, readonly [money: MoneyKey, next: NextKey | null]> = {
  'bad-argument': ['nothing', 'fields'],
  'card-number-typed': ['notSent', 'cardNumber'],
  'not-allowed': ['nothing', 'manager'],
  'not-selling': ['nothing', 'firstScreen'],
  'no-such-payment': ['nothing', 'list'],
  'no-such-customer': ['unaffected', 'list'],
  'action-not-possible': ['nothing', 'state'],
  'phone-number-unreadable': ['nothing', null],
  'phone-number-busy': ['secondPush', 'numberBusy'],
  'draft-used': ['nothing', 'recent'],
  'part-open': ['nothing', null],
  'part-not-the-rest': ['nothing', null],
  'parts-do-not-cover': ['unaffected', null],
  'phone-number-busy-elsewhere': ['secondPush', 'numberBusy'],
  'webhook-address-needed': ['nothing', 'service'],
  'webhook-address-bad': ['notSaved', 'webhook'],
  'webhook-address-here': ['notSaved', 'webhook'],
  'payments-open': ['watched', 'paymentsOpen'],
  'reference-unknown': ['notKnown', 'reference'],
  'no-network': ['notKnown', 'noGoods'],
  'lookup-failed': ['notKnown', 'noGoods'],
  'address-bad': ['notSaved', 'https'],
  'address-not-https': ['notSaved', 'https'],
  'keys-needed': ['notSaved', null],
  'passphrase-needed': ['notSaved', null],
  'passphrase-too-short': ['notSaved', null],
  'proof-needed': ['nothing', null],
  'proof-wrong': ['watched', 'proof'],
  'proof-paused': ['watched', null],
  'till-closed': ['watched', 'firstScreen'],
  'recovery-code-not-printed': ['unaffected', null],
  'not-connected': ['nothing', 'service'],
  'read-failed': ['notKnown', 'checkAgain'],
  'service-error': ['notKnown', 'checkAgain'],
  'reference-of-other-till': ['nothing', 'noMoreGoods'],
  'payment-not-known': ['notKnown', 'checkAgain'],
  'storage-failed': ['savedFirst', 'recent'],
  'export-failed': ['unaffected', 'disk'],
  'export-first': ['nothing', null],
  'till-fault': ['unsure', 'recent'],
  'queue-full': ['nothing', 'queue'],
  'other-account': ['chargeTwice', 'otherAccount'],
  'account-unsaid': ['watched', null],
  'keys-rejected': ['watched', 'service'],
  'asked-to-wait': ['watched', null],
  'receipt-not-possible': ['unaffected', 'state'],
  'receipt-not-shown': ['unaffected', 'restart'],
  'receipt-not-saved': ['unaffected', 'disk'],
  'printer-missing': ['unaffected', 'printerFound'],
  'printer-failed': ['unaffected', 'printerCopy'],
  'printer-silent': ['unaffected', 'printerCopy'],
  'printer-queue-closed': ['unaffected', 'printerAddress'],
  'printer-off': ['unaffected', 'printerFound'],
  'printer-not-one': ['unaffected', 'printerFound'],
  'printer-paper-out': ['unaffected', null],
  'printer-cover-open': ['unaffected', null],
  'printer-stopped': ['unaffected', 'printerCopy'],
  'already-handed-over': ['unaffected', 'noMoreGoods'],
  'more-than-there': ['unaffected', 'noMoreBack'],
  'not-undone': ['unaffected', 'giveBack'],
  'given-back': ['unaffected', 'noMoreGoods'],
  'not-exported': ['unaffected', 'disk'],
  'cash-up-unsigned': ['unaffected', null],
  'no-such-cash-up': ['unaffected', 'list'],
  'cash-up-not-printed': ['unaffected', 'paper'],
  'shift-not-printed': ['unaffected', 'paper'],
  'signed-out': ['watched', 'signIn'],
  'session-ended': ['watched', 'signIn'],
  'approver-must-sign-in': ['nothing', null],
  'owner-needed': ['nothing', 'approve'],
  'first-owner': ['nothing', null],
  'last-owner': ['nothing', null],
  'name-taken': ['nothing', null],
  'pin-too-short': ['nothing', null],
  'no-such-person': ['nothing', 'list'],
  'authority-unreadable': ['nothing', 'certificate'],
  'authority-too-large': ['nothing', 'certificate'],
  'authority-none': ['nothing', 'certificate'],
  'authority-private-key': ['nothing', null],
  'authority-not-one': ['nothing', null],
  'prompt-may-be-gone': ['secondPush', 'promptGone'],
  'prompt-answered': ['secondPush', null],
  'backup-passphrase-short': ['nothing', null],
  'backup-store-unreadable': ['nothing', 'restart'],
  'backup-not-written': ['unaffected', 'disk'],
  'backup-not-read': ['nothing', 'disk'],
  'backup-not-one': ['nothing', null],
  'backup-newer': ['nothing', null],
  'backup-damaged': ['nothing', null],
  'backup-wrong-passphrase': ['nothing', 'backupSecret'],
  'backup-changed': ['nothing', null],
  'backup-folder-silent': ['unaffected', null],
  'backup-till-busy': ['unaffected', null],
  'backup-not-restored': ['nothing', null],
  'manager-needed': ['nothing', 'approve'],
  'receipt-no-recipient': ['unaffected', 'paper'],
  'receipt-not-opened': ['unaffected', 'program'],
  'ledger-not-empty': ['nothing', null],
  'lost-till-damaged': ['nothing', 'lostTill'],
  'update-address-bad': ['notSaved', null],
  'update-key-missing': ['notSaved', null],
  'update-waits': ['unaffected', null],
  'update-not-ready': ['unaffected', null],
}

/** Why a call failed: what happened, what it means for the money, and what to do next. */
export function FailureText({ failure, children }: FailureNoticeProps) {
  const { t, i18n } = useTranslation()
  const [money, next] = meaning[failure.code]
  return (
    <Notice tone="bad" icon="warn" title={t(`errors.${failure.code}`)} alert>
      {failure.serviceMessage && <q>{failure.serviceMessage}</q>}
      <p>{t(`errorMoney.${money}`)}</p>
      {next && !(next === 'disk' && failure.disk) && <p>{t(`errorNext.${next}`)}</p>}
      {factsOf(failure, t, i18n.language).map(fact => (
        <p key={fact}>{fact}</p>
      ))}
      {children}
      <FailureLink code={failure.code} />
      {failure.message && <TechnicalDetail text={failure.message} />}
    </Notice>
  )
}

/** The facts that a failure carries: time, person, till, number of payments. */
function factsOf(failure: Failure, t: TFunction, language: string): string[] {
  const { handedOver, elsewhere, paymentsOpen: open, givenBack, disk } = failure
  // A till without a name is another shop's.
  const till = elsewhere?.till ?? handedOver?.till ?? null
  const facts = [
    handedOver &&
      t(handedOver.by === null ? 'errorFact.handedOver' : 'errorFact.handedOverBy', {
        time: formatFull(handedOver.at, language),
        name: handedOver.by,
      }),
    till !== null && (till === '' ? t('errorFact.otherShop') : t('errorFact.till', { till })),
    open && t('errorFact.open', { count: open.count, from: t(`settings.kind.${open.kind}`) }),
    givenBack &&
      t(givenBack.by === null ? 'errorFact.givenBack' : 'errorFact.givenBackBy', {
        how: t(`wayBack.${givenBack.way}`),
        time: formatFull(givenBack.at, language),
        name: givenBack.by,
      }),
    disk && t(`errorFact.disk.${disk}`),
  ]
  return facts.filter(fact => typeof fact === 'string')
}

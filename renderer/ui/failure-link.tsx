import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/ipc/result'
import { type GuidePage, openGuide } from '../stores/guide-store'
import { Button } from './button'

/** What needs more than its sentences. Most failures do not. */
const pages: Partial<Record<FailureCode, GuidePage>> = {
  'phone-number-busy': 'unclear-payment',
  'phone-number-busy-elsewhere': 'several-tills',
  'reference-of-other-till': 'several-tills',
  'already-handed-over': 'several-tills',
  'lost-till-damaged': 'several-tills',
  'webhook-address-needed': 'webhook',
  'webhook-address-bad': 'webhook',
  'webhook-address-here': 'webhook',
  'payments-open': 'unclear-payment',
  'payment-not-known': 'unclear-payment',
  'prompt-may-be-gone': 'unclear-payment',
  'prompt-answered': 'unclear-payment',
  'other-account': 'unclear-payment',
  'reference-unknown': 'did-it-go-through',
  'lookup-failed': 'did-it-go-through',
  'more-than-there': 'give-money-back',
  'not-undone': 'give-money-back',
  'given-back': 'give-money-back',
  'cash-up-unsigned': 'close-the-day',
  'proof-needed': 'lost-pin',
  'proof-wrong': 'lost-pin',
  'till-closed': 'lost-pin',
  'backup-not-written': 'updates-and-backups',
  'backup-folder-silent': 'updates-and-backups',
  'backup-wrong-passphrase': 'new-computer',
  'backup-damaged': 'new-computer',
  'backup-newer': 'new-computer',
  'update-address-bad': 'updates-and-backups',
  'keys-rejected': 'first-hour',
}

/** Opens the page of the guide that says more of a failure. */
export function FailureLink({ code }: { code: FailureCode }) {
  const { t } = useTranslation()
  const page = pages[code]
  if (page === undefined) return null
  return (
    <Button variant="quiet" icon="question" onClick={() => openGuide(page)}>
      {t('help.more')}
    </Button>
  )
}

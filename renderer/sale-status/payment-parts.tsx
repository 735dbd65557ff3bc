import { useTranslation } from 'react-i18next'
import type { OpenPaymentInExport } from '../../shared/ipc/till-state'
import { lineAmount, lineLabel, type SaleLine } from '../../shared/payment/lines'
import { formatMsisdn } from '../../shared/phone'
import { till } from '../bridge/till'
import { formatFull } from '../i18n/clock-time'
import { lineWords } from '../i18n/line-words'
import { useTill } from '../stores/till-store'
import { show } from '../stores/view-store'
import { Button } from '../ui/button'
import { CallButton } from '../ui/call-button'
import { CloudNote } from '../ui/cloud-note'
import { Icon } from '../ui/icons/icon'
import layout from '../ui/layout.module.css'
import { Notice } from '../ui/notice'
import styles from './payment-parts.module.css'
import { amountText } from './payment-text'

interface SaleLinesProps {
  lines: readonly SaleLine[]
  /** Takes one of the line at this place away; without it the list only shows. */
  onLess?: (place: number) => void
}

/** What is sold, with what each line comes to. */
export function SaleLines({ lines, onLess }: SaleLinesProps) {
  const { t } = useTranslation()
  if (lines.length === 0) return null
  return (
    <ul className={styles.lines} aria-label={t('settings.tab.items')}>
      {lines.map((line, place) => (
        <li key={`${line.name} ${line.price}`}>
          <span>{lineLabel(line, lineWords(t))}</span>
          <b>{lineAmount(line)}</b>
          {onLess && (
            <button
              type="button"
              // The focus stays in the field that is typed in.
              onPointerDown={event => event.preventDefault()}
              aria-label={t('items.less', { name: line.name })}
              onClick={() => onLess(place)}
            >
              <Icon name="minus" size="s" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The open payments that an export found, with what of them could be read. */
export function OpenPaymentsFound({ payments }: { payments: readonly OpenPaymentInExport[] }) {
  return (
    <ul className={styles.openSales}>
      {payments.map(({ paymentId, amount, msisdn }) => (
        <li key={paymentId}>
          {[amount ? amountText(amount) : '?', formatMsisdn(msisdn)].join(' · ')}
        </li>
      ))}
    </ul>
  )
}

/** Leads to the other payment that a notice speaks of. */
export function OpenPayment({ paymentId, text }: { paymentId: string; text?: string }) {
  const { t } = useTranslation()
  return (
    <Button className={styles.open} onClick={() => show({ name: 'live', paymentId })}>
      {text ?? t('live.openOther')}
    </Button>
  )
}

/** The way to a file that was written, next to the words that say where it is. */
export function ShowFile({ file }: { file: string }) {
  const { t } = useTranslation()
  return (
    <>
      <CallButton variant="quiet" call={() => till.exports.showInFolder({ file })}>
        {t('exportFile.show')}
      </CallButton>
      <CloudNote file={file} />
    </>
  )
}

/** Goods were handed over twice for payments of this till, as the shop database found: of one payment, or of all. */
export function OwnHandedOverTwice({ paymentId }: { paymentId?: string }) {
  const twice = useTill(({ shopDatabase }) => shopDatabase?.handedOverTwice)
  const shown = (twice ?? []).filter(one => paymentId === undefined || one.paymentId === paymentId)
  return <HandedOverTwice twice={shown} />
}

interface Twice {
  reference: string
  /** At the other till, whose name is '' where it is another shop's; who is '' where it is not known. */
  till: string
  person: string
  at: number
  /** Of which till this is said, where that is not the one on the screen. */
  here?: string
}

/** Says each with both tills, who and when; nothing where there is none. */
export function HandedOverTwice({ twice }: { twice: readonly Twice[] }) {
  const { t, i18n } = useTranslation()
  if (twice.length === 0) return null
  return (
    <Notice tone="bad" icon="warn" title={t('meeting.twice.title')}>
      {twice.map(({ reference, here, till, person, at }) => (
        <p key={`${reference} ${here} ${till} ${at}`}>
          <b className={layout.code}>{reference}</b>{' '}
          {t('meeting.twice.at', {
            here: here ?? t('meeting.twice.here'),
            till: till === '' ? t('meeting.twice.otherShop') : till,
            time: formatFull(at, i18n.language),
          })}
          {person !== '' && ` (${person})`}
        </p>
      ))}
      <p>{t('meeting.twice.next')}</p>
    </Notice>
  )
}

import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/ipc/result'
import type { ServicePayment } from '../../../shared/payment/service-payment'
import {
  isPaidHere,
  type OtherTillsHistory,
  type OtherTillsPayment,
} from '../../../shared/shop-meeting'
import { till } from '../../bridge/till'
import { useAnswer } from '../../hooks/use-answer'
import { formatFull } from '../../i18n/clock-time'
import { customerLine } from '../../sale-status/payment-text'
import { StateTag } from '../../sale-status/state-tag'
import tag from '../../sale-status/state-tag.module.css'
import { Answered } from '../../ui/answered'
import { classNames } from '../../ui/class-names'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import { Loading } from '../../ui/loading'
import { Money } from '../../ui/money'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import tones from '../../ui/tones.module.css'
import { GiveBackHere } from './give-back-here'
import { HistoryColumns } from './history-columns'
import styles from './history-screen.module.css'
import { ageText, recordedText } from './other-tills'

/** So often a payment that is shown is read again, ms. */
const pause = 2_000

interface OtherTillScreenProps {
  /** The other till's id. */
  from: string
  paymentId: string
}

/** Another till's payment, to be read: it says whose it is and how old that is. What is paid can be given back in cash. */
export function OtherTillScreen({ from, paymentId }: OtherTillScreenProps) {
  const { t } = useTranslation()
  const history = useAnswer(
    () => till.meeting.history({ till: from, paymentId }),
    `${from} ${paymentId}`,
    { every: pause },
  )
  const told = history.value
  const back = { text: t('nav.payments'), to: { name: 'payments', list: 'others' } } as const
  const shown = told?.state === 'answered' ? told.value : null
  const reference = shown?.found.payment.reference ?? null
  // Read once, when the payment is opened, with this till's own keys: the tills share the account.
  const { value, failure } = useAnswer(
    reference === null ? null : () => till.payments.lookUp({ reference }),
    reference,
  )
  const own = value?.kind === 'other' ? value.payment : null
  return (
    <Page
      title={shown ? <Money amount={shown.found.payment.amount} /> : t('meeting.title')}
      back={back}
      aside={shown && <OtherTillTag found={shown.found} own={own} />}
    >
      <Answered of={history} asking={t('meeting.asking')}>
        {({ state }) => {
          if (state !== 'answered')
            return <Notice tone="unknown" icon="warn" title={t('live.othersNotAsked')} />
          if (!shown) return <p className={layout.none}>{t('meeting.none')}</p>
          return <OtherTillsPaymentBody {...shown} own={own} failure={failure} />
        }}
      </Answered>
    </Page>
  )
}

/** Green for what this till read itself, and for nothing else. */
function OtherTillTag({ found, own }: { found: OtherTillsPayment; own: ServicePayment | null }) {
  const { t } = useTranslation()
  if (isPaidHere(found, own)) return <StateTag status="paid" text={t('status.paid')} />
  return (
    <span className={classNames(tag.tag, tones.waiting)}>
      <Icon name="speech" size="s" />
      {recordedText(found, t)}
    </span>
  )
}

interface OtherTillsPaymentBodyProps extends OtherTillsHistory {
  own: ServicePayment | null
  failure: Failure | null
}

function OtherTillsPaymentBody({ found, events, own, failure }: OtherTillsPaymentBodyProps) {
  const { t, i18n } = useTranslation()
  const { payment, till: taker } = found
  const ownRead = () => {
    if (failure) return t('meeting.notRead', { why: t(`errors.${failure.code}`) })
    if (!own) return <Loading text={t('search.asking')} />
    const time = formatFull(own.readAt, i18n.language)
    if (isPaidHere(found, own)) return t('meeting.readPaid', { time })
    return t('meeting.readOther', { time, status: own.status })
  }
  return (
    <div className={classNames(styles.history, layout.stack4)}>
      <Notice tone="unknown" icon="warn" title={t('meeting.of', { till: taker.name })}>
        <p>{ageText(found, t)}</p>
        <p>{t('search.other.text')}</p>
      </Notice>
      {payment.reference !== null && <div>{ownRead()}</div>}
      {isPaidHere(found, own) && <GiveBackHere found={found} />}
      <p className={styles.who}>{customerLine(payment, t)}</p>
      <HistoryColumns payment={payment} events={events} />
    </div>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CustomerDetails,
  type DetailName,
  detailNames,
  type KnownCustomer,
} from '../../../shared/customer-book'
import { fieldLength } from '../../../shared/payment/customer-fields'
import { formatMsisdn } from '../../../shared/phone'
import { till } from '../../bridge/till'
import { useNow } from '../../hooks/use-now'
import { usePages } from '../../hooks/use-pages'
import { formatDayMinute } from '../../i18n/clock-time'
import { knownName } from '../../sale-status/payment-text'
import { isEmail } from '../../stores/charge-problems'
import { typedText } from '../../typing/typed-text'
import { ListState, MoreButton } from '../../ui/answered'
import { Button } from '../../ui/button'
import { CallDialog, Paragraphs } from '../../ui/call-dialog'
import { Field } from '../../ui/field'
import layout from '../../ui/layout.module.css'
import { Page } from '../../ui/page'
import styles from './customers.module.css'

type OpenDialog = { what: 'edit' | 'forget'; customer: KnownCustomer }

/** The customer book of the connection in use: search, change, forget. */
export function CustomersScreen() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<OpenDialog | null>(null)
  const list = usePages(
    'customers',
    // The page that follows begins at the place of the last customer that is shown.
    (last: KnownCustomer | null) => {
      const before = last && { lastPaymentAt: last.lastPaymentAt, msisdn: last.msisdn }
      return till.customers.list({ text, before })
    },
    text,
    text === '' ? 0 : 200,
  )
  const replace = (changed: KnownCustomer) =>
    list.change(shown => shown.map(one => (one.msisdn === changed.msisdn ? changed : one)))
  const remove = (msisdn: string) =>
    list.change(shown => shown.filter(one => one.msisdn !== msisdn))
  const close = () => setAsked(null)
  return (
    <Page title={t('customers.title')}>
      <p className={layout.muted}>{t('customers.text')}</p>
      <Field
        type="search"
        label={t('customers.search')}
        value={text}
        maxLength={100}
        hint={t('customers.searchHint')}
        onChange={event => setText(typedText(event))}
      />
      <ListState
        list={list}
        none={
          <p className={styles.none}>
            {text.trim() === '' ? t('customers.none') : t('customers.noneFound', { text })}
          </p>
        }
      />
      {list.items.length > 0 && (
        <ul aria-label={t('customers.title')}>
          {list.items.map(customer => (
            <CustomerRow
              key={customer.msisdn}
              customer={customer}
              onAsk={what => setAsked({ what, customer })}
            />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
      {asked?.what === 'edit' && (
        <EditDialog customer={asked.customer} onClose={close} onChanged={replace} />
      )}
      {asked?.what === 'forget' && (
        <ForgetDialog customer={asked.customer} onClose={close} onForgotten={remove} />
      )}
    </Page>
  )
}

interface CustomerRowProps {
  customer: KnownCustomer
  onAsk: (what: 'edit' | 'forget') => void
}

function CustomerRow({ customer, onAsk }: CustomerRowProps) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const name = knownName(customer, t)
  const phone = formatMsisdn(customer.msisdn)
  return (
    <li className={styles.row}>
      <span className={styles.who}>
        <b>{name}</b>
        <small>
          {phone} ·{' '}
          {t('customers.last', {
            time: formatDayMinute(customer.lastPaymentAt, now, i18n.language),
          })}
        </small>
      </span>
      <Button aria-label={t('customers.editLabel', { name, phone })} onClick={() => onAsk('edit')}>
        {t('customers.edit')}
      </Button>
      <Button
        aria-label={t('customers.forgetLabel', { name, phone })}
        onClick={() => onAsk('forget')}
      >
        {t('customers.forget')}
      </Button>
    </li>
  )
}

interface EditDialogProps {
  customer: KnownCustomer
  onClose: () => void
  onChanged: (customer: KnownCustomer) => void
}

type Texts = Record<DetailName, string>

/** What the book knows of a customer, to be corrected. Payments stay as they were made. */
function EditDialog({ customer, onClose, onChanged }: EditDialogProps) {
  const { t } = useTranslation()
  const { msisdn, details } = customer
  const [texts, setTexts] = useState<Texts>(() => textsOf(details))
  const [pressed, setPressed] = useState(false)
  const emailBad = texts.email.trim() !== '' && !isEmail(texts.email.trim())
  const save = () => {
    setPressed(true)
    return emailBad ? null : till.customers.change({ msisdn, details: detailsOf(texts) })
  }
  return (
    <CallDialog
      onClose={onClose}
      title={t('customers.editTitle', { phone: formatMsisdn(msisdn) })}
      text={details === null ? t('customers.unreadableText') : t('customers.editText')}
      confirm={t('app.save')}
      call={save}
      onDone={changed => {
        onChanged(changed)
        onClose()
      }}
    >
      <div className={styles.fields}>
        {detailNames.map(name => (
          <Field
            key={name}
            label={t(`field.${name}`)}
            value={texts[name]}
            maxLength={fieldLength(name)}
            error={
              name === 'email' && pressed && emailBad ? t('charge.problems.email-unreadable') : null
            }
            onChange={event => setTexts({ ...texts, [name]: typedText(event) })}
          />
        ))}
      </div>
    </CallDialog>
  )
}

function textsOf(details: CustomerDetails | null): Texts {
  return Object.fromEntries(detailNames.map(name => [name, details?.[name] ?? ''])) as Texts
}

function detailsOf(texts: Texts): CustomerDetails {
  const entries = detailNames.map(name => [name, texts[name].trim() || null])
  return Object.fromEntries(entries) as CustomerDetails
}

interface ForgetDialogProps {
  customer: KnownCustomer
  onClose: () => void
  onForgotten: (msisdn: string) => void
}

/** Asks before a customer is deleted, and says what stays. */
function ForgetDialog({ customer, onClose, onForgotten }: ForgetDialogProps) {
  const { t } = useTranslation()
  const { msisdn } = customer
  const name = knownName(customer, t)
  return (
    <CallDialog
      onClose={onClose}
      title={t('customers.forgetTitle', { name, phone: formatMsisdn(msisdn) })}
      text={<Paragraphs of={[t('customers.forgetText'), t('customers.forgetStays')]} />}
      confirm={t('customers.forget')}
      danger
      call={() => till.customers.forget({ msisdn })}
      onDone={() => {
        onForgotten(msisdn)
        onClose()
      }}
    />
  )
}

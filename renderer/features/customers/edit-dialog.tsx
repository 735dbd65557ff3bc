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
import { knownName } from '../../sale-status/sale-text'
import { isEmail } from '../../stores/charge-problems'
import { CallDialog, Paragraphs } from '../../ui/call-dialog'
import { Field } from '../../ui/field'
import styles from './customers.module.css'

interface EditDialogProps {
  customer: KnownCustomer
  onClose: () => void
  onChanged: (customer: KnownCustomer) => void
}

type Texts = Record<DetailName, string>

/** What the book knows of a customer, to be corrected. Payments stay as they were made. */
export function EditDialog({ customer, onClose, onChanged }: EditDialogProps) {
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
            onChange={event => setTexts({ ...texts, [name]: event.target.value })}
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
export function ForgetDialog({ customer, onClose, onForgotten }: ForgetDialogProps) {
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

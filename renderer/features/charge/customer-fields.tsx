import { Fragment, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { networkHint } from '../../../shared/charging'
import type { KnownCustomer } from '../../../shared/customer-book'
import { groupDigits } from '../../../shared/money'
import type { Channel } from '../../../shared/payment/channel'
import { fieldLength, isRequired } from '../../../shared/payment/customer-fields'
import { formatMsisdn, readPhoneNumber } from '../../../shared/phone'
import { displayStatusOf } from '../../sale-status/display-status'
import { amountText, knownName, unbroken } from '../../sale-status/payment-text'
import {
  type ChargeForm,
  currencyOf,
  type FieldName,
  leaveField,
  paidNow,
  setField,
  totalOf,
  useChargeForm,
} from '../../stores/charge-form'
import { fieldOrder, type Problem, type Problems } from '../../stores/charge-problems'
import { useTill } from '../../stores/till-store'
import { typedText } from '../../typing/typed-text'
import { Field } from '../../ui/field'
import hidden from '../../ui/hidden.module.css'
import { Icon } from '../../ui/icons/icon'
import styles from './customer-fields.module.css'
import { forgetLookup, isSomebodyElse, lookUp, useLookup, useSuggestions } from './customer-lookup'
import { FreeIn, useNumberHolder } from './number-holder'

type CustomerField = Exclude<FieldName, 'amount' | 'phone' | 'part' | 'received'>

const ofMoney: readonly string[] = ['amount', 'part', 'received']

const noteLength = 200

/** What the contract requires for the channel (§2.2), and the shop's own note. */
function fieldsOf(channel: Channel): CustomerField[] {
  return fieldOrder
    .filter((name): name is CustomerField => !ofMoney.includes(name) && name !== 'phone')
    .filter(name => name === 'note' || isRequired(name, channel))
}

interface CustomerFieldsProps {
  channel: Channel
  problems: Problems
  onEnter: () => void
}

/** Who pays: what the contract requires for the channel, with the shop's defaults in it (§2.2). */
export function CustomerFields({ channel, problems, onEnter }: CustomerFieldsProps) {
  return (
    <div className={styles.fields} data-channel={channel}>
      <PhoneField problem={problems.phone} onEnter={onEnter} />
      {fieldsOf(channel).map(name => (
        <Fragment key={name}>
          {channel === 'mobile' && name === 'note' && <NamesNeeded />}
          <CustomerField name={name} problems={problems} />
        </Fragment>
      ))}
      <PartField channel={channel} problem={problems.part} />
    </div>
  )
}

/** Less than the whole, where the rest can be paid in another way. */
function PartField({ channel, problem }: { channel: Channel; problem: Problem | undefined }) {
  const { t } = useTranslation()
  const text = useChargeForm(form => form.fields.part)
  const left = useChargeForm(leftToPay)
  const shop = useTill(state => state.settings.shop)
  if (currencyOf(channel, shop) !== shop.currency) return null
  return (
    <Field
      className={styles.part}
      name="part"
      label={t('field.part')}
      aside={t('app.optional')}
      inputMode="numeric"
      maxLength={24}
      value={text}
      hint={left > 0 && t('charge.left', { rest: groupDigits(left) })}
      error={problem ? t(`charge.problems.${problem}`) : null}
      onChange={event => setField('part', typedText(event))}
      onBlur={() => leaveField('part')}
    />
  )
}

/** What is still to pay after this part; 0 while there is none. */
function leftToPay(form: ChargeForm): number {
  const total = totalOf(form)
  const now = paidNow(form)
  return 'problem' in total || 'problem' in now ? 0 : total.value - now.value
}

/** What mobile money takes no payment without, until it is there. */
function NamesNeeded() {
  const { t } = useTranslation()
  const isMissing = useChargeForm(
    ({ fields }) => !fields.firstName.trim() || !fields.lastName.trim(),
  )
  return <p className={styles.needed}>{isMissing && t('charge.namesNeeded')}</p>
}

function CustomerField({ name, problems }: { name: CustomerField; problems: Problems }) {
  const { t } = useTranslation()
  const text = useChargeForm(form => form.fields[name])
  const problem = problems[name]
  return (
    <Field
      className={styles[name]}
      name={name}
      label={t(`field.${name}`)}
      {...(name === 'note' && { aside: t('app.optional'), placeholder: t('charge.noteHint') })}
      {...(name === 'email' && { inputMode: 'email' as const })}
      value={text}
      maxLength={name === 'note' ? noteLength : fieldLength(name)}
      error={problem ? t(`charge.problems.${problem}`) : null}
      onChange={event => setField(name, typedText(event))}
      onBlur={() => leaveField(name)}
    />
  )
}

/**
 * The customer's number, with the known customers whose number begins so below it. It stays a text
 * field that owns a list (aria-activedescendant): most numbers are simply typed.
 */
function PhoneField({ problem, onEnter }: { problem: Problem | undefined; onEnter: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const shop = useTill(state => state.settings.shop)
  const text = useChargeForm(form => form.fields.phone)
  const { shown, active, pick, onKeyDown, setFocused } = useSuggestions(onEnter)
  const open = shown.length > 0
  useEffect(() => {
    lookUp(text, shop)
  }, [text, shop])
  useEffect(() => forgetLookup, [])
  return (
    <div className={styles.phone}>
      <Field
        name="phone"
        label={t('field.phone')}
        inputMode="tel"
        hint={<PhoneHint typed={text} />}
        value={text}
        maxLength={40}
        error={problem && !open ? t(`charge.problems.${problem}`) : null}
        aria-autocomplete="list"
        aria-controls={open ? id : undefined}
        aria-activedescendant={open && active !== null ? `${id}-${active}` : undefined}
        onChange={event => setField('phone', typedText(event))}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false)
          leaveField('phone')
        }}
      />
      {open && <SuggestionList id={id} customers={shown} active={active} onPick={pick} />}
      <output className={hidden.hidden}>
        {open && t('charge.suggestions.found', { number: shown.length })}
      </output>
    </div>
  )
}

interface SuggestionListProps {
  id: string
  customers: readonly KnownCustomer[]
  active: number | null
  onPick: (customer: KnownCustomer) => void
}

/** Known customers to pick from. The focus stays in the field that it belongs to. */
function SuggestionList({ id, customers, active, onPick }: SuggestionListProps) {
  const { t } = useTranslation()
  return (
    <div id={id} role="listbox" className={styles.list} aria-label={t('charge.suggestions.label')}>
      {customers.map((customer, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
        <div
          key={customer.msisdn}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className={styles.option}
          onPointerDown={event => event.preventDefault()}
          onClick={() => onPick(customer)}
        >
          <span className={styles.number}>{formatMsisdn(customer.msisdn)}</span>
          <span className={styles.name}>{knownName(customer, t)}</span>
        </div>
      ))}
    </div>
  )
}

/**
 * The number as the till understood it, whose it is, and the network by the owner's own list. A number
 * that a payment still holds is shown here, before the press.
 */
function PhoneHint({ typed }: { typed: string }) {
  const { t } = useTranslation()
  const country = useTill(state => state.settings.shop.country)
  const networks = useTill(state => state.settings.charging.networks)
  const known = useLookup(lookup => lookup.known)
  const someoneElse = useChargeForm(form => isSomebodyElse(form.fields, known?.details ?? null))
  const holder = useNumberHolder()
  const phone = readPhoneNumber(typed, country)
  if (!phone) return <span className={styles.hint} />
  const national = unbroken(phone.national)
  const network = networkHint(phone.msisdn, networks)
  return (
    <span className={styles.hint} data-hint data-heed={someoneElse || holder !== null || undefined}>
      <Icon name={someoneElse || holder ? 'warn' : 'check'} size="s" />
      <span>
        {known ? national : t('charge.phoneUnderstood', { phone: national })}
        {network && ` ·\u00a0${network}`}
        {known && (
          <>
            {' ·\u00a0'}
            <b>
              {someoneElse
                ? t('charge.knownAs', { name: knownName(known, t) })
                : knownName(known, t)}
            </b>
          </>
        )}
        {holder && (
          <strong className={styles.inUse}>
            {t('charge.holder.which', {
              amount: amountText(holder.amount),
              state: t(`status.${displayStatusOf(holder)}`),
            })}{' '}
            <FreeIn payment={holder} />
          </strong>
        )}
      </span>
    </span>
  )
}

import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/ipc/result'
import { groupDigits } from '../../../shared/money'
import { useSettled } from '../../hooks/use-settled'
import { amountText, methodIcons } from '../../sale-status/payment-text'
import {
  currencyOf,
  type FieldName,
  leaveField,
  resumeForm,
  setField,
  startForm,
  totalOf,
  useChargeForm,
} from '../../stores/charge-form'
import { findProblems, type Problems } from '../../stores/charge-problems'
import { usePayment } from '../../stores/payments-store'
import { useTill } from '../../stores/till-store'
import { useView } from '../../stores/view-store'
import { type PadKey, pressKey } from '../../typing/amount-typing'
import { isEnter } from '../../typing/is-enter'
import { pressPhoneKey } from '../../typing/phone-typing'
import { classNames } from '../../ui/class-names'
import { FailureNotice } from '../../ui/failure-notice'
import hidden from '../../ui/hidden.module.css'
import layout from '../../ui/layout.module.css'
import { Segments } from '../../ui/segments'
import { CashFields, ChargeButton } from './charge-button'
import {
  ClearForm,
  EarlierPromptDialog,
  ReadBackDialog,
  TypedBefore,
  useWebhookMissing,
  WebhookNeeded,
  WillWait,
} from './charge-notices'
import styles from './charge-screen.module.css'
import { CustomerFields } from './customer-fields'
import { Items } from './items'
import { NumberHolder, useNumberHolder } from './number-holder'
import { Numpad } from './pad'
import { SalePanel } from './sale-panel'
import { focusField, useCharge } from './use-charge'

/** Takes the next payment: how much, how, and which customer. Enter sends it from any field. */
export function ChargeScreen() {
  const { t } = useTranslation()
  const shop = useTill(state => state.settings.shop)
  const channel = useChargeForm(form => form.channel)
  const amount = useChargeForm(form => form.fields.amount)
  const lines = useChargeForm(form => form.lines)
  const problems = useProblems()
  const takesCash = useTill(state => state.settings.charging.cash)
  const rest = useChargeForm(form => form.rest)
  const charge = useCharge()
  const { form, enter, submit, busy, failure, forget, readBack, confirm, goBack } = charge
  const input = useRef<HTMLInputElement>(null)
  const webhookMissing = useWebhookMissing()
  const needsWebhook = channel === 'card' && webhookMissing
  const isNumberInUse = useNumberHolder() !== null

  useEffect(() => {
    if (useChargeForm.getState().filledBy === 'nobody') startForm(shop)
  }, [shop])
  // A pointer chose cash: what is typed next, on either number pad, is the sum, or what the customer gave.
  // Keys that move through the choices stay there.
  useEffect(() => {
    if (channel !== 'cash' || document.activeElement?.matches(':focus-visible')) return
    const hasTotal = 'value' in totalOf(useChargeForm.getState())
    focusField(form.current, hasTotal ? 'received' : 'amount')
  }, [form, channel])
  // With each press of Charge and of its key, and not else: main sends the whole state again with every change
  // of the lights, and a cashier who is typing a name must not find the rest of it in the amount.
  // A payment that is charged again is complete: its one button is next.
  const view = useView(store => store.view)
  // The second press of a double press on the screen before must not send what is typed here.
  const settled = useSettled(view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `view` is only a signal: each press of Charge makes a new one
  useEffect(() => {
    resumeForm()
    const again = useChargeForm.getState().replaces !== null
    const button = form.current?.querySelector<HTMLElement>('button[type="submit"]')
    if (again && button) return button.focus()
    input.current?.focus()
    input.current?.select()
  }, [form, view])

  // What is left of a sale is known: who pays it is next.
  useEffect(() => {
    const isNew = rest !== null && useChargeForm.getState().replaces === null
    if (isNew) focusField(form.current, 'phone')
  }, [form, rest])

  const setAmount = (text: string) => {
    setField('amount', text)
    input.current?.focus()
  }
  const press = (key: PadKey) => {
    const field = document.activeElement
    const name = field instanceof HTMLInputElement ? field.name : ''
    const { fields } = useChargeForm.getState()
    if (name === 'phone') return setField('phone', pressPhoneKey(fields.phone, key))
    if (rest === null && name !== 'received' && name !== 'part')
      return setAmount(pressKey(isSelected(input.current) ? '' : amount, key))
    // What is left of a sale stays: less of it can be paid.
    const paid = channel === 'cash' ? 'received' : 'part'
    setField(paid, pressKey(fields[paid], key))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isEnter(event) || isButton(event.target)) return
    event.preventDefault()
    if (!needsWebhook) enter()
  }
  return (
    <form
      ref={form}
      className={styles.charge}
      data-charge="true"
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <h1 className={hidden.hidden}>{t('nav.charge')}</h1>
      <div className={styles.top}>
        <Segments
          label={t('channel.label')}
          value={channel}
          options={(['mobile', 'card', 'cash'] as const)
            .filter(value => takesCash || value !== 'cash')
            .filter(value => rest === null || currencyOf(value, shop) === rest.currency)
            .map(value => ({ value, label: t(`channel.${value}`), icon: methodIcons[value] }))}
          onChange={next => {
            useChargeForm.setState({ channel: next, pressed: false })
            if (currencyOf(next, shop) !== shop.currency) useChargeForm.setState({ lines: [] })
            forget()
          }}
        />
        <ClearForm />
      </div>
      <div className={styles.notices}>
        {/* A payment that will not be taken does not wait either. */}
        {!needsWebhook && !isNumberInUse && channel !== 'cash' && <WillWait />}
        <TypedBefore />
        {failure && charge.promptAsked === null && <ChargeFailure failure={failure} />}
      </div>
      <div className={styles.columns}>
        <div className={classNames(layout.scrolls, styles.money)}>
          {/* Prices are in the shop’s currency. */}
          {currencyOf(channel, shop) === shop.currency && rest === null && <Items />}
          <Numpad onPress={press} />
        </div>
        <div className={styles.sale}>
          {rest !== null && (
            <p className={layout.muted}>
              {t('charge.rest', {
                total: amountText({ currency: rest.currency, value: rest.total }),
              })}
            </p>
          )}
          <SalePanel
            input={input}
            currency={currencyOf(channel, shop)}
            text={rest === null ? amount : groupDigits(rest.value)}
            lines={lines}
            fixed={rest !== null}
            problem={problems.amount}
            onChange={text => setField('amount', text)}
            onBlur={() => leaveField('amount')}
          />
          <div className={classNames(layout.scrolls, styles.customer)} data-channel={channel}>
            {channel === 'cash' && <CashFields problems={problems} />}
            {needsWebhook && <WebhookNeeded />}
            {!needsWebhook && channel !== 'cash' && (
              <CustomerFields channel={channel} problems={problems} onEnter={enter} />
            )}
          </div>
        </div>
      </div>
      {!needsWebhook && <ChargeButton busy={busy || !settled} />}
      <ReadBackDialog draft={readBack} onClose={goBack} onConfirm={confirm} />
      <EarlierPromptDialog charge={charge} />
    </form>
  )
}

/** What is typed now takes the place of it all. */
function isSelected(field: HTMLInputElement | null): boolean {
  return (
    field !== null &&
    field === document.activeElement &&
    field.selectionStart === 0 &&
    field.selectionEnd === field.value.length
  )
}

/** Enter on a button presses that one; a radio button has nothing to press. */
function isButton(target: EventTarget): boolean {
  return target instanceof HTMLButtonElement && target.role !== 'radio'
}

/** Why the payment was not taken. Where another payment is in the way, it is one press away. */
function ChargeFailure({ failure }: { failure: Failure }) {
  const holder = usePayment(failure.busy?.paymentId ?? '')
  if (failure.code === 'phone-number-busy' && holder) return <NumberHolder payment={holder} />
  return <FailureNotice failure={failure} />
}

/** The problems to show now: of fields that were left, and of all once the button was pressed. */
function useProblems(): Problems {
  const country = useTill(state => state.settings.shop.country)
  const charging = useTill(state => state.settings.charging)
  const form = useChargeForm()
  const { left, pressed } = form
  return useMemo(() => {
    const found = findProblems(form, country, charging)
    if (pressed) return found
    const shown = Object.entries(found).filter(([name]) => left.includes(name as FieldName))
    return Object.fromEntries(shown)
  }, [form, left, pressed, country, charging])
}

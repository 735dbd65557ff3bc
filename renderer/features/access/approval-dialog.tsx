import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasRole } from '../../../shared/staff'
import { type RefusedCall, till } from '../../bridge/till'
import { amountText, customerLine } from '../../sale-status/payment-text'
import { usePayments } from '../../stores/payments-store'
import { usePeople } from '../../stores/use-staff'
import { approval } from '../../stores/waiting-call'
import { Choice } from '../../ui/choice'
import { Dialog } from '../../ui/dialog'
import { Facts } from '../../ui/facts'
import { PinField } from '../../ui/pin-field'
import { askedAction, askedFacts } from './asked'
import { usePin } from './pin-entry'

/** Lets a person with a higher role allow what was just refused, once, without a switch. */
export function ApprovalDialog() {
  const call = approval.use(store => store.call)
  // The person who asked has left the till.
  useEffect(() => () => approval.answer(false), [])
  return call && <Question key={`${call.channel} ${call.argument}`} {...call} />
}

function Question({ channel, argument, least }: RefusedCall) {
  const { t } = useTranslation()
  const action = askedAction(channel, argument, t)
  const byId = usePayments(store => store.byId)
  const facts = askedFacts(argument, t, id => {
    const payment = byId[id]
    return payment ? `${amountText(payment.amount)} · ${customerLine(payment, t)}` : null
  })
  const able = usePeople().filter(({ role }) => hasRole(role, least))
  const [chosen, setChosen] = useState(able.length === 1 ? (able[0]?.id ?? null) : null)
  const person = able.find(({ id }) => id === chosen) ?? null
  const { pin, type, send, problem, paused, busy, failure, field } = usePin(person, typed =>
    till.staff.approve({ id: chosen ?? '', pin: typed, channel, argument }),
  )
  const allow = async () => {
    if (await send()) approval.answer(true)
  }
  return (
    <Dialog
      onClose={() => approval.answer(false)}
      title={least === 'owner' ? t('staff.approval.titleOwner') : t('staff.approval.title')}
      text={
        <>
          {action && <b>{`${t('staff.auditLog.action')}: ${action}`}</b>}
          <p>{able.length === 0 ? t('staff.approval.nobody') : t('staff.approval.text')}</p>
        </>
      }
      confirm={t('staff.approval.allow')}
      busy={busy}
      failure={failure}
      onConfirm={allow}
    >
      {/* All that a PIN allows, field by field. */}
      {facts.length > 0 && (
        <Facts
          label={t('settings.tab.shop')}
          of={facts.map(({ label, value }) => [label, value] as const)}
        />
      )}
      <Choice
        label={t('staff.approval.who')}
        value={chosen}
        options={able.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setChosen}
      />
      {person && (
        <PinField
          inline
          key={person.id}
          label={t('staff.lock.pinOf', { name: person.name })}
          value={pin}
          problem={problem}
          disabled={paused}
          field={field}
          onChange={type}
        />
      )}
    </Dialog>
  )
}

import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '../../../shared/payment/channel'
import { customerFields, isRequired } from '../../../shared/payment/customer-fields'
import { type FieldName, leaveField, setField, useChargeForm } from '../../stores/charge-form'
import { fieldOrder, type Problems } from '../../stores/charge-problems'
import { Field } from '../../ui/field'
import styles from './customer-fields.module.css'
import { PhoneField } from './phone-field'

type CustomerField = Exclude<FieldName, 'amount' | 'phone' | 'received'>

const noteLength = 200

/** What the contract requires for the channel (§2.2), and the shop's own note. */
function fieldsOf(channel: Channel): CustomerField[] {
  return fieldOrder
    .filter(name => name !== 'amount' && name !== 'phone' && name !== 'received')
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
    </div>
  )
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
      maxLength={name === 'note' ? noteLength : customerFields[name].maxLength}
      error={problem ? t(`charge.problems.${problem}`) : null}
      onChange={event => setField(name, event.target.value)}
      onBlur={() => leaveField(name)}
    />
  )
}

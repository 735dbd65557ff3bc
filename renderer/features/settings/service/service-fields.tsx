import { useTranslation } from 'react-i18next'
import type { ConnectionView } from '../../../../shared/ipc/till-state'
import { classNames } from '../../../ui/class-names'
import { Field } from '../../../ui/field'
import { SecretField } from '../../../ui/secret-field'
import type { ConnectionFields, ConnectionProblems } from './connection-fields'
import styles from './service.module.css'

interface ServiceFieldsProps {
  fields: ConnectionFields
  stored: ConnectionView['keyEndings']
  problems: ConnectionProblems
  /** The field that main refused; the reason is below the form. */
  refused: keyof ConnectionFields | null
  onChange: (name: keyof ConnectionFields, text: string) => void
}

/** Where the service is, the keys to it, and where it sends results. */
export function ServiceFields({ fields, stored, problems, refused, onChange }: ServiceFieldsProps) {
  const { t } = useTranslation()
  const common = (name: keyof ConnectionFields) => ({
    name,
    value: fields[name],
    maxLength: name === 'pathPrefix' ? 64 : 500,
    error: problemText(name),
    'data-refused': refused === name || undefined,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange(name, event.target.value),
  })
  const problemText = (name: keyof ConnectionFields) => {
    const problem = problems[name]
    if (problem) return t(problem)
    return refused === name ? t('settings.connection.seeBelow') : null
  }
  const storedHint = (ending: string | undefined) =>
    ending
      ? t('settings.connection.stored', { ending: `••••${ending}` })
      : t('settings.connection.keyNone')
  return (
    <div className={styles.fields}>
      <Field
        {...common('address')}
        className={styles.wide}
        label={t('settings.connection.address')}
        hint={t('settings.connection.addressHint')}
        inputMode="url"
      />
      <Field
        {...common('apiKey')}
        label={t('settings.connection.apiKey')}
        hint={storedHint(stored?.apiKey)}
      />
      <SecretField
        {...common('apiSecret')}
        label={t('settings.connection.apiSecret')}
        hint={storedHint(stored?.apiSecret)}
      />
      <Field
        {...common('pathPrefix')}
        label={t('settings.connection.pathPrefix')}
        hint={t('settings.connection.pathPrefixHint')}
      />
      <Field
        {...common('webhookAddress')}
        label={t('settings.connection.webhook')}
        aside={t('app.optional')}
        hint={t('settings.connection.webhookHint')}
        inputMode="url"
      />
      <div className={classNames(styles.help, styles.wide)}>
        <p>{t('settings.connection.webhookHelp.what')}</p>
        <p>{t('settings.connection.webhookHelp.who')}</p>
        <p>{t('settings.connection.webhookHelp.none')}</p>
      </div>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import type { ServiceKind } from '../../../../shared/connection'
import { Segments } from '../../../ui/segments'
import settings from '../settings.module.css'
import { Authorities } from './authorities'
import styles from './service.module.css'
import { ServiceForm } from './service-form'

interface ConnectionFormProps {
  kind: ServiceKind
  onKind: (kind: ServiceKind) => void
}

/** Address and keys of the sandbox or the production side: each keeps its own. */
export function ConnectionForm({ kind, onKind }: ConnectionFormProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.sections}>
      <div className={settings.labelled}>
        <span aria-hidden="true">{t('settings.connection.which')}</span>
        <Segments
          label={t('settings.connection.which')}
          value={kind}
          options={[
            { value: 'sandbox', label: t('settings.kind.sandbox') },
            { value: 'production', label: t('settings.kind.production') },
          ]}
          onChange={onKind}
        />
        <p>{t(`settings.connection.side.${kind}`)}</p>
      </div>
      <ServiceForm key={kind} kind={kind} />
      <Authorities key={`${kind} authorities`} kind={kind} />
    </div>
  )
}

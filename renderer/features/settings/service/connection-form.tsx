import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionKind, ServiceKind } from '../../../../shared/connection'
import { Segments } from '../../../ui/segments'
import { Advanced } from './advanced'
import { Authorities } from './authorities'
import styles from './service.module.css'
import { ServiceForm } from './service-form'

interface KindChoiceProps<Kind extends ConnectionKind> {
  kinds: readonly Kind[]
  kind: Kind
  onKind: (kind: Kind) => void
  /** Behind the choice, in its line while there is space. */
  children?: ReactNode
}

/** Which connection is shown, and what it is for. */
export function KindChoice<Kind extends ConnectionKind>(props: KindChoiceProps<Kind>) {
  const { kinds, kind, onKind, children } = props
  const { t } = useTranslation()
  return (
    <div className={styles.choice}>
      <Segments
        label={t('settings.connection.which')}
        value={kind}
        options={kinds.map(value => ({ value, label: t(`settings.kind.${value}`) }))}
        onChange={onKind}
      />
      {children}
      <p>{t(`settings.connection.side.${kind}`)}</p>
    </div>
  )
}

interface ConnectionFormProps {
  kind: ServiceKind
  onKind: (kind: ServiceKind) => void
}

/** The first run's form: the sandbox or the production connection. */
export function ConnectionForm(props: ConnectionFormProps) {
  return (
    <div className={styles.sections}>
      <KindChoice kinds={['sandbox', 'production']} {...props} />
      <ServiceForm key={props.kind} kind={props.kind} />
      <Advanced key={`${props.kind} advanced`}>
        <Authorities kind={props.kind} />
      </Advanced>
    </div>
  )
}

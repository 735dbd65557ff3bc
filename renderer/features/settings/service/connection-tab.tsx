import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ConnectionKind,
  connectionKindSchema,
  type ServiceKind,
} from '../../../../shared/connection'
import { till } from '../../../bridge/till'
import { useNow } from '../../../hooks/use-now'
import { formatFull } from '../../../i18n/clock-time'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { CallButton } from '../../../ui/call-button'
import { classNames } from '../../../ui/class-names'
import { Icon } from '../../../ui/icons/icon'
import layout from '../../../ui/layout.module.css'
import { Segments } from '../../../ui/segments'
import { Group } from '../group'
import { RulingsList } from './rulings-list'
import styles from './service.module.css'
import { ServiceForm } from './service-form'
import { SwitchDialog, useOpenPayments } from './switch-dialog'
import { WordsForm } from './words-form'

/**
 * The connections: which one is in use, and the address and keys of the real ones. Until the first run is done
 * none is in use, and practice has a button of its own.
 */
export function ConnectionTab() {
  const { t } = useTranslation()
  const active = useTill(state => state.active)
  const isFirstRun = active === null
  const [kind, setKind] = useState<ConnectionKind>(active === 'production' ? active : 'sandbox')
  const kinds = connectionKindSchema.options.filter(each => !isFirstRun || each !== 'practice')
  const isInUse = kind === active
  return (
    <div className={styles.sections}>
      <div className={styles.choice}>
        <Segments
          label={t('settings.connection.which')}
          value={kind}
          options={kinds.map(value => ({ value, label: t(`settings.kind.${value}`) }))}
          onChange={setKind}
        />
        {!isFirstRun && <UseConnection key={kind} kind={kind} />}
        <p>{t(`settings.connection.side.${kind}`)}</p>
      </div>
      {kind !== 'practice' && <ServiceForm key={kind} kind={kind} />}
      {(kind !== 'practice' || isInUse) && (
        <Advanced key={`${kind} advanced`}>
          {kind !== 'practice' && <Authorities kind={kind} />}
          {/* Words are kept for the connection in use. */}
          {isInUse && <WordsForm />}
          {isInUse && <RulingsList />}
        </Advanced>
      )}
    </div>
  )
}

/** Says that a connection is in use, or switches to it once it has keys. */
function UseConnection({ kind }: { kind: ConnectionKind }) {
  const { t } = useTranslation()
  const active = useTill(state => state.active)
  const usable = useTill(({ connections }) => kind === 'practice' || connections[kind].hasKeys)
  const open = useOpenPayments()
  const [asked, setAsked] = useState(false)
  if (kind === active)
    return (
      <span className={styles.inUse}>
        <Icon name="check" size="s" />
        {t('settings.connection.inUse')}
      </span>
    )
  if (!usable) return <span>{t('settings.connection.noKeys')}</span>
  return (
    <>
      <Button onClick={() => setAsked(true)}>
        {t('settings.connection.use', { kind: t(`settings.kind.${kind}`) })}
      </Button>
      {open && <small>{t('settings.connection.notWhileOpen', { count: open.count })}</small>}
      {asked && <SwitchDialog kind={kind} onClose={() => setAsked(false)} />}
    </>
  )
}

/** What few shops ever need, folded away: custom certificates, status words. */
function Advanced({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <details className={styles.advanced}>
      <summary>
        <Icon name="arrowRight" size="s" />
        <span>{t('settings.connection.advanced')}</span>
        <small>{t('settings.connection.advancedText')}</small>
      </summary>
      <div className={styles.sections}>{children}</div>
    </details>
  )
}

/** The certificate authorities that this side of the service is trusted by, in addition to the well-known ones. */
function Authorities({ kind }: { kind: ServiceKind }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const authorities = useTill(state => state.connections[kind].authorities)
  const added = authorities.length > 0
  return (
    <Group title={t('authority.title')} text={t('authority.hint')}>
      {added && (
        <ul className={layout.stack3}>
          {/* The name in it, how long it is valid, and the fingerprint that the owner compares. */}
          {authorities.map(({ subject, validTo, fingerprint }) => (
            <li key={fingerprint} className={classNames(layout.card, styles.authority)}>
              <strong>{subject}</strong>
              <span>
                {t(validTo < now ? 'authority.expired' : 'authority.valid', {
                  date: formatFull(validTo, i18n.language),
                })}
              </span>
              <span className={styles.fingerprint}>
                {t('authority.fingerprint')} {fingerprint}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={layout.wrap3}>
        <CallButton call={() => till.connection.addAuthority({ kind })}>
          {t('authority.choose')}
        </CallButton>
        {added && (
          <CallButton call={() => till.connection.removeAuthorities({ kind })}>
            {t('authority.remove')}
          </CallButton>
        )}
      </div>
    </Group>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionKind, ServiceKind } from '../../../../shared/connection'
import type { TillState } from '../../../../shared/ipc/till-state'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { Icon } from '../../../ui/icons/icon'
import styles from './service.module.css'
import { SwitchDialog, useOpenPayments } from './switch-dialog'

const kinds: readonly ConnectionKind[] = ['practice', 'sandbox', 'production']

/** The three connections: which one is in use, and which can be. */
export function ConnectionChoice({ onSetUp }: { onSetUp: (kind: ServiceKind) => void }) {
  const { t } = useTranslation()
  const active = useTill(state => state.active)
  const connections = useTill(state => state.connections)
  const open = useOpenPayments()
  const [wanted, setWanted] = useState<ConnectionKind | null>(null)
  return (
    <ul className={styles.kinds}>
      {kinds.map(kind => (
        <li key={kind} className={styles.kind} data-active={kind === active || undefined}>
          <span className={styles.kindText}>
            <strong>{t(`settings.kind.${kind}`)}</strong>
            <small>{t(`settings.connection.${stateOf(kind, connections)}`)}</small>
          </span>
          {kind === active && (
            <span className={styles.inUse}>
              <Icon name="check" size="s" />
              {t('settings.connection.inUse')}
            </span>
          )}
          {kind !== active && isUsable(kind, connections) && (
            <div className={styles.use}>
              {open && (
                <small>{t('settings.connection.notWhileOpen', { count: open.count })}</small>
              )}
              <Button onClick={() => setWanted(kind)}>
                {t('settings.connection.use', { kind: t(`settings.kind.${kind}`) })}
              </Button>
            </div>
          )}
          {kind !== active && kind !== 'practice' && !isUsable(kind, connections) && (
            <Button onClick={() => onSetUp(kind)}>{t('settings.connection.setUp')}</Button>
          )}
        </li>
      ))}
      <SwitchDialog kind={wanted} onClose={() => setWanted(null)} />
    </ul>
  )
}

function isUsable(kind: ConnectionKind, connections: TillState['connections']): boolean {
  return stateOf(kind, connections) !== 'noKeys'
}

function stateOf(
  kind: ConnectionKind,
  connections: TillState['connections'],
): 'always' | 'ready' | 'noKeys' {
  if (kind === 'practice') return 'always'
  return connections[kind].keyEndings ? 'ready' : 'noKeys'
}

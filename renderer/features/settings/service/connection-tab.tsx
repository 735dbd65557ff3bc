import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionKind } from '../../../../shared/connection'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { Icon } from '../../../ui/icons/icon'
import { Advanced } from './advanced'
import { Authorities } from './authorities'
import { KindChoice } from './connection-form'
import styles from './service.module.css'
import { ServiceForm } from './service-form'
import { SwitchDialog, useOpenPayments } from './switch-dialog'
import { WordsForm } from './words-form'

const kinds: readonly ConnectionKind[] = ['practice', 'sandbox', 'production']

/** The three connections: which one is in use, and the address and keys of the real ones. */
export function ConnectionTab() {
  const active = useTill(state => state.active)
  const [kind, setKind] = useState<ConnectionKind>(active === 'production' ? active : 'sandbox')
  const isInUse = kind === active
  return (
    <div className={styles.sections}>
      <KindChoice kinds={kinds} kind={kind} onKind={setKind}>
        <UseConnection key={kind} kind={kind} />
      </KindChoice>
      {kind !== 'practice' && <ServiceForm key={kind} kind={kind} />}
      {(kind !== 'practice' || isInUse) && (
        <Advanced key={`${kind} advanced`}>
          {kind !== 'practice' && <Authorities kind={kind} />}
          {/* Words are kept for the connection in use. */}
          {isInUse && <WordsForm />}
        </Advanced>
      )}
    </div>
  )
}

/** Says that a connection is in use, or switches to it once it has keys. */
function UseConnection({ kind }: { kind: ConnectionKind }) {
  const { t } = useTranslation()
  const active = useTill(state => state.active)
  const usable = useTill(
    ({ connections }) => kind === 'practice' || connections[kind].keyEndings !== null,
  )
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
      <SwitchDialog kind={asked ? kind : null} onClose={() => setAsked(false)} />
    </>
  )
}

import { useTranslation } from 'react-i18next'
import type { AuthorityView } from '../../../../shared/authority'
import type { ServiceKind } from '../../../../shared/connection'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useNow } from '../../../hooks/use-now'
import { formatFull } from '../../../i18n/clock-time'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { FailureNotice } from '../../../ui/failure-notice'
import layout from '../../../ui/layout.module.css'
import { Group } from '../group'
import styles from './service.module.css'

/** The certificate authorities that this side of the service is trusted by, in addition to the well-known ones. */
export function Authorities({ kind }: { kind: ServiceKind }) {
  const { t } = useTranslation()
  const authorities = useTill(state => state.connections[kind].authorities)
  const adding = useCall(() => till.connection.addAuthority({ kind }))
  const removing = useCall(() => till.connection.removeAuthorities({ kind }))
  const failure = adding.failure ?? removing.failure
  const added = authorities.length > 0
  return (
    <Group title={t('authority.title')} text={t('authority.hint')}>
      {added && (
        <ul className={layout.stack3}>
          {authorities.map(authority => (
            <Authority key={authority.fingerprint} {...authority} />
          ))}
        </ul>
      )}
      {failure && <FailureNotice failure={failure} />}
      <div className={layout.wrap3}>
        <Button busy={adding.busy} onClick={adding.run}>
          {t(added ? 'authority.choose' : 'authority.choose')}
        </Button>
        {added && (
          <Button busy={removing.busy} onClick={removing.run}>
            {t('authority.remove')}
          </Button>
        )}
      </div>
    </Group>
  )
}

/** Whom it names, until when, and the fingerprint that the owner compares. */
function Authority({ subject, validTo, fingerprint }: AuthorityView) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const date = formatFull(validTo, i18n.language)
  return (
    <li className={styles.authority}>
      <strong>{subject}</strong>
      <span>{t(validTo < now ? 'authority.expired' : 'authority.valid', { date })}</span>
      <span className={styles.fingerprint}>
        {t('authority.fingerprint')} {fingerprint}
      </span>
    </li>
  )
}

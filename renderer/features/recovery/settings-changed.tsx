import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingChange } from '../../../shared/settings/guarded'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { useTill } from '../../stores/till-store'
import { Button } from '../../ui/button'
import { CenteredCard } from '../../ui/centered-card'
import { Explanation } from '../../ui/explanation'
import { FailureNotice } from '../../ui/failure-notice'
import layout from '../../ui/layout.module.css'
import { SecretField } from '../../ui/secret-field'
import { wordsOfSetting } from './setting-words'

/** Settings that were changed outside the till, until an owner has judged them. */
export function SettingsChanged({ changes }: { changes: readonly SettingChange[] }) {
  const { t } = useTranslation()
  const [proof, type] = useState('')
  const asksProof = useTill(state => state.staff.state === 'none')
  const { run, busy, failure } = useCall((putBack: boolean) =>
    till.settings.settleChanges({ putBack, proof }),
  )
  const nameText = (name: string) =>
    wordsOfSetting(name)
      ?.map(key => t(key))
      .join(', ') ?? name
  const known = changes.every(one => one.before !== null)
  return (
    <CenteredCard icon="barred" tone="bad" title={t('blocked.title')} wide>
      <Explanation
        what={t('blocked.reasons.settings-changed.what')}
        money={t('blocked.reasons.settings-changed.money')}
        next={t('blocked.reasons.settings-changed.next')}
      />
      <ul aria-label={t('blocked.changes.title')}>
        {changes.map(change => (
          <li key={change.name}>
            <b>{nameText(change.name)}</b>:{' '}
            {t('blocked.changes.line', {
              before: valueText(
                change.before,
                t('blocked.changes.unknown'),
                t('blocked.changes.empty'),
              ),
              now: valueText(change.now, t('blocked.changes.unknown'), t('blocked.changes.empty')),
            })}
          </li>
        ))}
      </ul>
      {asksProof && (
        <SecretField
          label={t('settings.connection.apiSecret')}
          hint={t('blocked.changes.proof')}
          value={proof}
          maxLength={500}
          onChange={event => type(event.target.value)}
        />
      )}
      {failure && <FailureNotice failure={failure} />}
      <div className={layout.wrap3}>
        {known && (
          <Button variant="primary" busy={busy} onClick={() => run(true)}>
            {t('blocked.changes.putBack')}
          </Button>
        )}
        <Button busy={busy} onClick={() => run(false)}>
          {t('blocked.changes.confirm')}
        </Button>
      </div>
    </CenteredCard>
  )
}

function valueText(value: string | null, unknown: string, empty: string): string {
  if (value === null) return unknown
  return value === '' ? empty : value
}

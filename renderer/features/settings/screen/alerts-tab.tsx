import { useTranslation } from 'react-i18next'
import type { AlertSettings } from '../../../../shared/settings/alerts'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { FailureNotice } from '../../../ui/failure-notice'
import { Segments } from '../../../ui/segments'
import { Group } from '../group'
import { TrySounds } from './try-sounds'

/** How the till makes itself heard, and seen when it is not in front. Each choice holds at once. */
export function AlertsTab() {
  const { t } = useTranslation()
  const alerts = useTill(state => state.settings.alerts)
  const { run, failure } = useCall((change: Partial<AlertSettings>) =>
    till.settings.saveAlerts({ ...alerts, ...change }),
  )
  const onOff = (name: 'waitingTick' | 'notices' | 'noticeAmounts') => (
    <Segments
      label={t(`settings.alerts.${name}`)}
      value={alerts[name] ? 'on' : 'off'}
      options={[
        { value: 'on', label: t('settings.alerts.on') },
        { value: 'off', label: t('settings.alerts.off') },
      ]}
      onChange={chosen => run({ [name]: chosen === 'on' })}
    />
  )
  return (
    <>
      <Group title={t('settings.alerts.volume')}>
        <Segments
          label={t('settings.alerts.volume')}
          value={alerts.volume}
          options={[
            { value: 'off', label: t('settings.alerts.volumes.off') },
            { value: 'quiet', label: t('settings.alerts.volumes.quiet') },
            { value: 'normal', label: t('settings.alerts.volumes.normal') },
            { value: 'loud', label: t('settings.alerts.volumes.loud') },
          ]}
          onChange={volume => run({ volume })}
        />
        <TrySounds volume={alerts.volume} />
      </Group>
      <Group title={t('settings.alerts.waitingTick')}>{onOff('waitingTick')}</Group>
      <Group title={t('settings.alerts.notices')} text={t('settings.alerts.noticesText')}>
        {onOff('notices')}
      </Group>
      <Group title={t('settings.alerts.noticeAmounts')} text={t('settings.alerts.amountsText')}>
        {onOff('noticeAmounts')}
      </Group>
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}

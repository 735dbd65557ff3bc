import { useTranslation } from 'react-i18next'
import type { DisplaySettings } from '../../../shared/settings'
import { till } from '../../bridge/till'
import { FailureNotice } from '../../parts/failure-notice'
import { Segments } from '../../parts/segments'
import { useTill } from '../../state/till-store'
import { useCall } from '../../state/use-call'
import { Group } from './group'
import { LanguageChoice } from './language-choice'

/** How the till looks and speaks. */
export function DisplayTab() {
  const { t } = useTranslation()
  const display = useTill(state => state.settings.display)
  const { run, failure } = useCall((theme: DisplaySettings['theme']) =>
    till.settings.saveDisplay({ ...display, theme }),
  )
  return (
    <>
      <Group title={t('settings.display.language')}>
        <LanguageChoice />
      </Group>
      <Group title={t('settings.display.theme')}>
        <Segments
          label={t('settings.display.theme')}
          value={display.theme}
          options={[
            { value: 'system', label: t('settings.display.themes.system') },
            { value: 'light', label: t('settings.display.themes.light') },
            { value: 'dark', label: t('settings.display.themes.dark') },
          ]}
          onChange={run}
        />
        {failure && <FailureNotice failure={failure} />}
      </Group>
    </>
  )
}

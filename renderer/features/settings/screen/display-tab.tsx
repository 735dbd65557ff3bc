import { useTranslation } from 'react-i18next'
import type { DisplaySettings } from '../../../../shared/settings'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { FailureNotice } from '../../../ui/failure-notice'
import { LanguageChoice } from '../../../ui/language-choice'
import { Segments } from '../../../ui/segments'
import { Group } from '../group'

const textSizes: readonly DisplaySettings['textSize'][] = ['100', '125', '150', '200']

/** How the till looks and speaks. */
export function DisplayTab() {
  const { t } = useTranslation()
  const display = useTill(state => state.settings.display)
  const { run, failure } = useCall((change: Partial<DisplaySettings>) =>
    till.settings.saveDisplay({ ...display, ...change }),
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
          onChange={theme => run({ theme })}
        />
      </Group>
      <Group title={t('settings.display.textSize')}>
        <Segments
          label={t('settings.display.textSize')}
          value={display.textSize}
          options={textSizes.map(value => ({
            value,
            label: t('settings.display.percent', { value }),
          }))}
          onChange={textSize => run({ textSize })}
        />
      </Group>
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}

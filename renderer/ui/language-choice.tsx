import { useTranslation } from 'react-i18next'
import type { Language } from '../../shared/language'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { useTill } from '../stores/till-store'
import { FailureNotice } from './failure-notice'
import { Segments } from './segments'

/** English or Kiswahili, each in its own words; takes effect at once. */
export function LanguageChoice() {
  const { t } = useTranslation()
  const display = useTill(state => state.settings.display)
  const { run, failure } = useCall((language: Language) =>
    till.settings.saveDisplay({ ...display, language }),
  )
  return (
    <>
      <Segments
        label={t('settings.display.language')}
        value={display.language}
        options={[
          { value: 'en', label: t('language.en') },
          { value: 'sw', label: t('language.sw') },
        ]}
        onChange={run}
      />
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}

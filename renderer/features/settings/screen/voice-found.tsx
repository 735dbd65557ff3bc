import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { followVoices, offlineVoice } from '../../../ui/sound/voice'
import type { SettingsInForm } from '../form/setting-path'

/** Says where this computer has no voice of its own for the till's language. */
export function VoiceFound({ settings }: { settings: SettingsInForm }) {
  const { t } = useTranslation()
  const { language } = settings.display
  const found = useSyncExternalStore(followVoices, () => offlineVoice(language) !== null)
  return <output>{!found && t('settings.alerts.noVoice')}</output>
}

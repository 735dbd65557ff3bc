import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import layout from '../../../ui/layout.module.css'
import { play, type SoundName } from '../../../ui/sound/player'
import { followVoices, offlineVoice } from '../../../ui/sound/voice'
import type { SettingsInForm } from '../setting-path'

const sounds: readonly SoundName[] = ['paid', 'failed', 'attention', 'tick']

/** A button for each sound, as loud as the till is set; says so where this computer cannot play it. */
export function TrySounds({ settings }: { settings: SettingsInForm }) {
  const { t } = useTranslation()
  const [failed, setFailed] = useState(false)
  const { volume } = settings.alerts
  const off = volume === 'off'
  return (
    <>
      <div className={layout.wrap3}>
        {sounds.map(name => (
          <Button
            key={name}
            icon="sound"
            aria-disabled={off}
            onClick={async () => setFailed(!(await play(name, volume)))}
          >
            {t(`settings.alerts.try.${name}`)}
          </Button>
        ))}
      </div>
      <output>
        {off && t('settings.alerts.silent')}
        {!off && failed && t('settings.alerts.noDevice')}
      </output>
    </>
  )
}

/** Says where this computer has no voice of its own for the till's language. */
export function VoiceFound({ settings }: { settings: SettingsInForm }) {
  const { t } = useTranslation()
  const { language } = settings.display
  const found = useSyncExternalStore(followVoices, () => offlineVoice(language) !== null)
  return <output>{!found && t('settings.alerts.noVoice')}</output>
}

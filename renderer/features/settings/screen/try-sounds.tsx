import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertSettings } from '../../../../shared/settings/alerts'
import { Button } from '../../../ui/button'
import { play, type SoundName } from '../../../ui/sound/player'
import styles from './try-sounds.module.css'

const sounds: readonly SoundName[] = ['paid', 'failed', 'attention', 'tick']

/** A button for each sound, as loud as the till is set; says so where this computer cannot play it. */
export function TrySounds({ volume }: Pick<AlertSettings, 'volume'>) {
  const { t } = useTranslation()
  const [failed, setFailed] = useState(false)
  const off = volume === 'off'
  return (
    <>
      <div className={styles.sounds}>
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

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServiceKind } from '../../../../shared/connection'
import type { Tested } from '../../../stores/connection-test-store'
import { useTill } from '../../../stores/till-store'
import { show } from '../../../stores/view-store'
import { Button } from '../../../ui/button'
import { TechnicalDetail } from '../../../ui/explanation'
import { Notice } from '../../../ui/notice'
import type { Tone } from '../../../ui/tone'
import { InSight } from '../group'
import styles from './service.module.css'
import { SwitchDialog } from './switch-dialog'

/** What the service said to the new settings: in words, with whether they were kept. */
export function TestResult({ kind, tested }: { kind: ServiceKind; tested: Tested }) {
  const { t } = useTranslation()
  const active = useTill(state => state.active)
  const [asking, ask] = useState(false)
  const { result, detail, saved } = tested
  const isKnown = result === 'unreachable' && (detail === 'tls' || detail === 'proxy')
  const because = isKnown ? t(`settings.connection.because.${detail}`) : null
  const works = result === 'works'
  const usable = saved && result !== 'keys-rejected' && active !== kind
  return (
    <InSight>
      <Notice
        tone={toneOf(result)}
        icon={works ? 'check' : 'warn'}
        title={t(`settings.connection.testResult.${result}.title`)}
        alert
      >
        <p>{because ?? t(`settings.connection.testResult.${result}.text`)}</p>
        {result === 'keys-rejected' && <p>{t(`top.keys.side.${kind}`)}</p>}
        <p>{saved ? t('app.saved') : t('settings.connection.notSaved')}</p>
        {!works && detail && <TechnicalDetail text={detail} />}
        {works && active === kind && (
          <>
            <p>{t('settings.connection.nowInUse', { kind: t(`settings.kind.${kind}`) })}</p>
            <div className={styles.useIt}>
              <Button variant="primary" onClick={() => show({ name: 'charge' })}>
                {t('settings.connection.sell')}
              </Button>
            </div>
          </>
        )}
        {usable && (
          <div className={styles.useIt}>
            <Button variant={works ? 'primary' : 'plain'} onClick={() => ask(true)}>
              {t('settings.connection.startUsing', { kind: t(`settings.kind.${kind}`) })}
            </Button>
          </div>
        )}
        {asking && <SwitchDialog kind={kind} onClose={() => ask(false)} />}
      </Notice>
    </InSight>
  )
}

function toneOf(result: Tested['result']): Tone {
  if (result === 'works') return 'paid'
  return result === 'keys-rejected' ? 'bad' : 'unknown'
}

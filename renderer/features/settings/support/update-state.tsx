import { useTranslation } from 'react-i18next'
import type { UpdateStatus } from '../../../../shared/updates'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { formatMoment } from '../../../i18n/day'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { FailureNotice } from '../../../ui/failure-notice'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice'
import styles from './support-tab.module.css'

/** How it stands with newer versions, and what a manager can do. */
export function UpdateState({ status }: { status: UpdateStatus }) {
  if (status.name === 'ready') return <Ready {...status} />
  if (status.name === 'refused') return <Refused {...status} />
  return <StateLine status={status} />
}

type Told<Name> = Extract<UpdateStatus, { name: Name }>

function StateLine({ status }: { status: Exclude<UpdateStatus, Told<'ready' | 'refused'>> }) {
  const { t, i18n } = useTranslation()
  const version = useTill(state => state.version)
  const words = () => {
    switch (status.name) {
      case 'current':
        return t('updates.state.current', {
          version,
          time: formatMoment(status.at, i18n.language),
        })
      case 'available':
        return t('updates.state.available', { version: status.version })
      case 'downloading':
        return t('updates.state.downloading', {
          version: status.version,
          percent: status.percent,
        })
      default:
        return t(`updates.state.${status.name}`)
    }
  }
  return <output>{words()}</output>
}

function Refused({ why, at }: Told<'refused'>) {
  const { t, i18n } = useTranslation()
  const version = useTill(state => state.version)
  const time = formatMoment(at, i18n.language)
  return (
    <Notice tone="bad" icon="warn" title={t('updates.refused.title')} alert>
      <p>{t(`updates.refused.${why}`)}</p>
      <p>{t('updates.refused.money', { version, time })}</p>
    </Notice>
  )
}

function Ready({ version, by, file, chosen }: Told<'ready'>) {
  const { t } = useTranslation()
  return (
    <Notice tone="brand" icon="check" title={t('updates.state.ready', { version })}>
      {by === 'till' ? <ForTill chosen={chosen} /> : <ForPerson file={file} />}
    </Notice>
  )
}

function ForTill({ chosen }: { chosen: boolean }) {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(till.updates.choose)
  return (
    <>
      <p>{t(chosen ? 'updates.state.chosen' : 'updates.state.readyTill')}</p>
      <div className={layout.wrap3}>
        <Button variant="primary" busy={busy} onClick={() => run({ install: 'now' })}>
          {t('updates.installNow')}
        </Button>
        <Button busy={busy} onClick={() => run({ install: chosen ? 'not' : 'at-close' })}>
          {t(chosen ? 'updates.notAtClose' : 'updates.atClose')}
        </Button>
      </div>
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}

/** On Linux the computer's own installer takes the package. */
function ForPerson({ file }: { file: string }) {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.updates.showInFolder())
  return (
    <>
      <p>{t('updates.state.readyPerson')}</p>
      <p className={styles.file}>{file}</p>
      <div>
        <Button busy={busy} onClick={run}>
          {t('app.showFile')}
        </Button>
      </div>
      <p>{t('updates.state.command')}</p>
      <pre className={styles.command}>{installCommand(file)}</pre>
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}

/** Both find what the package needs. The path may hold blanks. */
function installCommand(file: string): string {
  const quoted = `'${file.replaceAll("'", "'\\''")}'`
  return file.endsWith('.rpm') ? `sudo dnf install ${quoted}` : `sudo apt install ${quoted}`
}

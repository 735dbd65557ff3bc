import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupportFile } from '../../../../shared/support-file'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { FailureNotice } from '../../../ui/failure-notice'
import { Notice } from '../../../ui/notice'
import { Group } from '../group'
import styles from './support.module.css'

/** Which version this is, and the file for the person who helps the shop. */
export function SupportTab() {
  const { t } = useTranslation()
  const version = useTill(state => state.version)
  return (
    <>
      <Group title={t('settings.support.about')} text={t('settings.version', { version })} />
      <SupportFileGroup />
    </>
  )
}

/** Makes the support file: its content is read here before it is saved. */
function SupportFileGroup() {
  const { t } = useTranslation()
  const [collected, setCollected] = useState<readonly SupportFile[] | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const collecting = useCall(() => till.support.collect())
  const saving = useCall(() => till.support.save())
  const collect = async () => {
    setSaved(null)
    const result = await collecting.run()
    if (result?.ok) setCollected(result.value)
  }
  const save = async () => {
    const result = await saving.run()
    setCollected(null)
    if (result?.ok) setSaved(result.value)
  }
  return (
    <Group title={t('settings.support.file')} text={t('settings.support.text')}>
      <div>
        <Button icon="save" busy={collecting.busy} onClick={collect}>
          {t('settings.support.collect')}
        </Button>
      </div>
      {collecting.failure && <FailureNotice failure={collecting.failure} />}
      {saving.failure && <FailureNotice failure={saving.failure} />}
      {saved !== null && <Saved file={saved} />}
      {collected !== null && (
        <Dialog
          onClose={() => setCollected(null)}
          title={t('settings.support.review')}
          text={t('settings.support.reviewText')}
          confirm={t('settings.support.save')}
          busy={saving.busy}
          onConfirm={save}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what it can focus */}
          <div className={styles.contents} tabIndex={0}>
            {collected.map(one => (
              <Content key={one.name} {...one} />
            ))}
          </div>
        </Dialog>
      )}
    </Group>
  )
}

function Content({ name, text }: SupportFile) {
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <pre>{text}</pre>
    </section>
  )
}

function Saved({ file }: { file: string }) {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.support.showInFolder())
  return (
    <Notice tone="brand" icon="check" title={t('settings.support.saved')}>
      <p className={styles.path}>{file}</p>
      <Button busy={busy} onClick={run}>
        {t('exportFile.show')}
      </Button>
      {failure && <FailureNotice failure={failure} />}
    </Notice>
  )
}

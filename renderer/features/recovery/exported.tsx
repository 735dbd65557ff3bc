import { useTranslation } from 'react-i18next'
import type { LedgerExport } from '../../../shared/ipc/till-state'
import { Notice } from '../../ui/notice'
import styles from './recovery.module.css'

/** Where the export is, and what is in it. */
export function Exported({ found }: { found: LedgerExport }) {
  const { t } = useTranslation()
  const { file, sales, unreadable, complete } = found
  const whole = complete && unreadable === 0
  // An empty file must not read as one that saved anything.
  const empty = sales === 0
  return (
    <Notice
      tone={whole && !empty ? 'brand' : 'unknown'}
      icon={whole && !empty ? 'check' : 'alert'}
      title={t(empty ? 'blocked.rescue.exportedNothing' : 'blocked.rescue.exported')}
    >
      {!empty && <p>{t('blocked.rescue.file')}</p>}
      <p className={styles.file}>{file}</p>
      {(!empty || unreadable > 0) && <p>{t('blocked.rescue.counts', { sales, unreadable })}</p>}
      {!complete && (
        <p>{t(empty ? 'blocked.rescue.incompleteNothing' : 'blocked.rescue.incomplete')}</p>
      )}
    </Notice>
  )
}

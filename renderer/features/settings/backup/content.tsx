import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackupContent, SalesCount } from '../../../../shared/backup'
import { formatMoment } from '../../../i18n/day'
import { Notice } from '../../../ui/notice'
import styles from './backup.module.css'

/** What a backup holds, and what a restore takes out of use on this computer. */
export function Content({ content }: { content: BackupContent }) {
  const { t, i18n } = useTranslation()
  const { shop, till, madeAt, version, people, newerHere } = content
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what it can focus
    <div className={styles.content} tabIndex={0}>
      <dl className={styles.facts}>
        <dt>{t('settings.group.shop.title')}</dt>
        <dd>{shop || '–'}</dd>
        <dt>{t('backup.restore.till')}</dt>
        <dd>{till}</dd>
        <dt>{t('backup.restore.madeAt')}</dt>
        <dd>{formatMoment(madeAt, i18n.language)}</dd>
        <dt>{t('backup.restore.version')}</dt>
        <dd>{version}</dd>
        <dt>{t('settings.group.people.title')}</dt>
        <dd>{people}</dd>
        <Counts counts={content.sales} />
      </dl>
      {newerHere.length > 0 && (
        <Notice tone="unknown" icon="warn" title={t('backup.restore.newer')}>
          <ul>
            {newerHere.map(one => (
              <li key={one}>{t(`backup.restore.newerHere.${one}`)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {content.salesHere.length > 0 && (
        <>
          <strong>{t('backup.restore.here')}</strong>
          <dl className={styles.facts}>
            <Counts counts={content.salesHere} />
          </dl>
          <p>{t('backup.restore.aside')}</p>
        </>
      )}
      <p>
        <strong>{t('backup.restore.other')}</strong>
      </p>
    </div>
  )
}

function Counts({ counts }: { counts: readonly SalesCount[] }) {
  const { t } = useTranslation()
  return counts.map(({ kind, sales, open }) => (
    <Fragment key={kind}>
      <dt>{t('backup.restore.sales', { kind: t(`settings.kind.${kind}`) })}</dt>
      <dd>{t('backup.restore.counts', { sales, open })}</dd>
    </Fragment>
  ))
}

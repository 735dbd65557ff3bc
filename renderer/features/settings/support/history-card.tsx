import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WholeCheck } from '../../../../shared/integrity'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { formatMoment } from '../../../i18n/clock-time'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { FailureNotice } from '../../../ui/failure-notice'
import { Notice } from '../../../ui/notice'
import { Group, InSight } from '../group'

/** Checks all entries from the first when a manager asks. What was changed is said by the window's own strip. */
export function HistoryCard() {
  const { t, i18n } = useTranslation()
  const { status, wholeAt } = useTill(state => state.wholeCheck)
  const { run, busy, failure } = useCall(() => till.integrity.checkWhole())
  /** The result is brought into sight for the person who waits for it here. */
  const [isAwaited, setAwaited] = useState(false)
  const check = async () => {
    setAwaited(true)
    await run()
  }
  const hasEnded = status.name === 'done' || status.name === 'unfinished'
  const result = <CheckStatus status={status} />
  return (
    <Group title={t('integrity.history.title')} text={t('integrity.history.text')}>
      {status.name !== 'done' && (
        <p>
          {wholeAt === null
            ? t('integrity.history.never')
            : t('integrity.history.last', { time: formatMoment(wholeAt, i18n.language) })}
        </p>
      )}
      {isAwaited && hasEnded ? <InSight>{result}</InSight> : result}
      <div>
        <Button busy={busy || status.name === 'running'} onClick={check}>
          {t('integrity.history.check')}
        </Button>
      </div>
      {failure && <FailureNotice failure={failure} />}
    </Group>
  )
}

function CheckStatus({ status }: Pick<WholeCheck, 'status'>) {
  const { t, i18n } = useTranslation()
  switch (status.name) {
    case 'none':
      return null
    case 'running':
      return <output>{t('integrity.history.running', { percent: status.percent })}</output>
    case 'unfinished':
      return (
        <Notice tone="unknown" icon="warn" title={t('integrity.history.unfinished')} alert>
          <p>{t('integrity.history.unfinishedText')}</p>
        </Notice>
      )
    case 'done': {
      const { at, changes } = status
      const time = t('integrity.history.at', { time: formatMoment(at, i18n.language) })
      if (changes === 0)
        return (
          <Notice tone="brand" icon="check" title={t('integrity.history.intact')}>
            <p>{time}</p>
          </Notice>
        )
      return (
        <Notice
          tone="bad"
          icon="warn"
          title={t('integrity.history.changed', { count: changes })}
          alert
        >
          <p>{t('integrity.history.changedText')}</p>
          <p>{time}</p>
        </Notice>
      )
    }
  }
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RulingView } from '../../../../shared/payment/objections'
import { till } from '../../../bridge/till'
import { useAnswer } from '../../../hooks/use-answer'
import { formatFull } from '../../../i18n/clock-time'
import { objectionMeaningKeys } from '../../../sale-status/history-text'
import { useTill } from '../../../stores/till-store'
import { Answered } from '../../../ui/answered'
import { Button } from '../../../ui/button'
import { CallButton } from '../../../ui/call-button'
import { CallDialog } from '../../../ui/call-dialog'
import { classNames } from '../../../ui/class-names'
import layout from '../../../ui/layout.module.css'
import { Group } from '../group'
import styles from './service.module.css'

/** What managers said of fields that speak against PAID; the owner confirms it for every payment, or takes it back. */
export function RulingsList() {
  const { t } = useTranslation()
  const active = useTill(state => state.active)
  const rulings = useAnswer(() => till.rulings.list(), active)
  return (
    <Group title={t('settings.rulings.title')} text={t('settings.rulings.text')}>
      <Answered of={rulings}>
        {list =>
          list.length === 0 ? (
            <p className={layout.muted}>{t('settings.rulings.none')}</p>
          ) : (
            <ul className={layout.stack3}>
              {list.map(ruling => (
                <li
                  key={`${ruling.name}: ${ruling.value}`}
                  className={classNames(layout.card, styles.ruling)}
                >
                  <RulingRow ruling={ruling} onChange={rulings.read} />
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Group>
  )
}

function RulingRow({ ruling, onChange }: { ruling: RulingView; onChange: () => Promise<void> }) {
  const { t, i18n } = useTranslation()
  const [asked, setAsked] = useState(false)
  const { name, value, meaning, person, at, confirmed, payments } = ruling
  const field = { name, value }
  const confirm = (ofAnyValue: boolean) => till.rulings.confirm({ ...field, ofAnyValue })
  return (
    <>
      <strong>{`${name}: ${value ?? t('settings.rulings.anyValue')}`}</strong>
      <span>
        {t('settings.rulings.said', {
          meaning: t(objectionMeaningKeys[meaning]),
          person: person?.name ?? t('settings.rulings.noPerson'),
          date: formatFull(at, i18n.language),
        })}
      </span>
      {confirmed && <span>{t('settings.rulings.confirmed')}</span>}
      {payments > 0 && <span>{t('settings.rulings.payments', { count: payments })}</span>}
      <div className={layout.wrap3}>
        {!confirmed && (
          <CallButton call={() => confirm(false)} onDone={onChange}>
            {t('settings.rulings.confirm')}
          </CallButton>
        )}
        {value !== null && meaning === 'nothing' && (
          <Button onClick={() => setAsked(true)}>{t('settings.rulings.confirmAny')}</Button>
        )}
        <CallButton call={() => till.rulings.takeBack(field)} onDone={onChange}>
          {t('settings.rulings.takeBack')}
        </CallButton>
      </div>
      {asked && (
        <CallDialog
          onClose={() => setAsked(false)}
          onDone={() => {
            setAsked(false)
            void onChange()
          }}
          title={t('settings.rulings.anyTitle', { name })}
          text={t('settings.rulings.anyText')}
          confirm={t('settings.rulings.confirmAny')}
          call={() => confirm(true)}
        />
      )}
    </>
  )
}

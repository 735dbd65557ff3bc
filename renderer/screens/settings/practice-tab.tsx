import { useTranslation } from 'react-i18next'
import type en from '../../../resources/languages/en.json'
import { Button } from '../../parts/button'
import { useTill } from '../../state/till-store'
import { show } from '../../state/view-store'
import { setField } from '../charge/charge-form'
import { Group } from './group'
import styles from './practice-tab.module.css'

/** A scenario's words: tests/unit/renderer/scenarios.test.ts holds that each has its own. */
type ScenarioId = keyof (typeof en)['scenarios']

/** Which pretend customer does what, in Practice mode. */
export function PracticeTab() {
  const { t } = useTranslation()
  const scenarios = useTill(state => state.practice.scenarios)
  const use = (phone: string) => {
    show({ name: 'charge' })
    // After Charge has put the shop's defaults in place.
    queueMicrotask(() => setField('phone', phone))
  }
  return (
    <Group title={t('settings.practice.title')} text={t('settings.practice.text')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('settings.practice.phone')}</th>
            <th scope="col">{t('settings.practice.happens')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {scenarios.map(({ id, phone }) => (
            <tr key={id}>
              <td className={styles.phone}>{phone}</td>
              <td>
                <b>{t(`scenarios.${id as ScenarioId}.title`)}</b>
                <p>{t(`scenarios.${id as ScenarioId}.description`)}</p>
              </td>
              <td>
                <Button
                  aria-label={t('settings.practice.useLabel', { phone })}
                  onClick={() => use(phone)}
                >
                  {t('settings.practice.use')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Group>
  )
}

import { useTranslation } from 'react-i18next'
import type en from '../../../resources/languages/en.json'
import { takePretendCustomer } from '../../stores/practice-customer'
import { useTill } from '../../stores/till-store'
import { Button } from '../../ui/button'
import { HelpSection } from './help-section'
import styles from './help.module.css'

/** A scenario's words: tests/unit/renderer/scenarios.test.ts holds that each has its own. */
type ScenarioId = keyof (typeof en)['scenarios']

/** Which pretend customer does what in Practice mode; there, a press takes one. */
export function PretendCustomers() {
  const { t } = useTranslation()
  const scenarios = useTill(state => state.practice.scenarios)
  const practising = useTill(state => state.active === 'practice' && state.stage.name === 'selling')
  return (
    <HelpSection title={t('help.practice.title')}>
      <p>{t('help.practice.text')}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('help.practice.phone')}</th>
            <th scope="col">{t('help.practice.happens')}</th>
            {practising && <td />}
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
              {practising && (
                <td>
                  <Button
                    aria-label={t('help.practice.useLabel', { phone })}
                    onClick={() => takePretendCustomer(phone)}
                  >
                    {t('help.practice.use')}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </HelpSection>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerWindowSettings } from '../../../../shared/settings/customer-window'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { FailureNotice } from '../../../ui/failure-notice'
import { Segments } from '../../../ui/segments'
import { Group } from '../group'
import { CustomerDisplayChoice } from '../screen/customer-display-choice'
import { displayName } from '../screen/customer-displays'
import styles from './customer-tab.module.css'

/** The window that faces the customer: on which display, and in which language. */
export function CustomerTab() {
  const { t } = useTranslation()
  const settings = useTill(state => state.settings.customerWindow)
  const { run, failure } = useCall((change: Partial<CustomerWindowSettings>) =>
    till.settings.saveCustomerWindow({ ...settings, ...change }),
  )
  return (
    <>
      <Group title={t('settings.customer.where')} text={t('settings.customer.whereText')}>
        <CustomerDisplayChoice settings={settings} onChange={display => run({ display })} />
        {failure && <FailureNotice failure={failure} />}
        <WhereItIs />
      </Group>
      <Group title={t('settings.customer.language')}>
        <Segments
          label={t('settings.customer.language')}
          value={settings.language}
          options={[
            { value: 'till', label: t('settings.customer.languageTill') },
            { value: 'en', label: t('language.en') },
            { value: 'sw', label: t('language.sw') },
          ]}
          onChange={language => run({ language })}
        />
      </Group>
    </>
  )
}

/** Whether it is open, where, and a picture to find it by. */
function WhereItIs() {
  const { t } = useTranslation()
  const off = useTill(state => state.settings.customerWindow.display === 'off')
  const displays = useTill(state => state.displays)
  const [tested, setTested] = useState(false)
  const { run, busy, failure } = useCall(() => till.customer.showTest())
  const index = displays.findIndex(({ isCustomer }) => isCustomer)
  const display = displays[index]
  if (!display)
    return (
      <p role="status" className={styles.state}>
        {t(`settings.customer.${off ? 'switchedOff' : 'none'}`)}
      </p>
    )
  const test = async () => setTested((await run())?.ok ?? false)
  return (
    <>
      <p role="status" className={styles.state}>
        {t('settings.customer.open', { display: displayName(display, index, t) })}{' '}
        {tested && t('settings.customer.testShown')}
      </p>
      <div>
        <Button busy={busy} onClick={test}>
          {t('settings.customer.showTest')}
        </Button>
      </div>
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopDatabaseView, ShopFault } from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { formatFull } from '../../../i18n/clock-time'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { FailureNotice } from '../../../ui/failure-notice'
import { Notice } from '../../../ui/notice'
import { Group } from '../group'
import { ShopAddressForm } from './shop-address-form'
import { ShopSetUp } from './shop-set-up'

/** The till's place in a shop of many tills: for the owner alone. */
export function ShopDatabaseTab() {
  const { t } = useTranslation()
  const shop = useTill(state => state.shopDatabase)
  return (
    <Group title={t('settings.tab.shopDatabase')} text={t('shopDatabase.text')}>
      {shop && <ShopState shop={shop} />}
      <ShopAddressForm />
      {shop ? <Leave /> : <ShopSetUp />}
    </Group>
  )
}

/** Which till this is there, and how much of it is stored. */
function ShopState({ shop }: { shop: ShopDatabaseView }) {
  const { t } = useTranslation()
  const { address, role, place, fault } = shop
  const isGood = place !== null && fault === null
  const title = place ? t('shopDatabase.works', place) : t('shopDatabase.asking')
  return (
    <Notice tone={isGood ? 'paid' : 'unknown'} icon={isGood ? 'check' : 'warn'} title={title}>
      {fault && <p>{t(`shopDatabase.fault.${fault}`)}</p>}
      <Stored shop={shop} />
      <p>{t('shopDatabase.connectedTo', { address })}</p>
      <p>{t('shopDatabase.role', { role })}</p>
    </Notice>
  )
}

/** With these the database's next answer changes nothing. */
const sendsNoMore: readonly ShopFault[] = ['replaced', 'forked']

function Stored({ shop: { waiting, shippedAt, fault } }: { shop: ShopDatabaseView }) {
  const { t, i18n } = useTranslation()
  if (waiting > 0)
    return (
      <>
        <p>{t('shopDatabase.storing', { count: waiting })}</p>
        {fault && !sendsNoMore.includes(fault) && <p>{t('shopDatabase.keeps')}</p>}
      </>
    )
  if (shippedAt === null) return null
  return <p>{t('shopDatabase.stored', { time: formatFull(shippedAt, i18n.language) })}</p>
}

function Leave() {
  const { t } = useTranslation()
  const [asking, ask] = useState(false)
  const { run, busy, failure } = useCall(() => till.shop.forget())
  const leave = async () => {
    if ((await run())?.ok) ask(false)
  }
  return (
    <div>
      <Button onClick={() => ask(true)}>{t('shopDatabase.leave')}</Button>
      <Dialog
        open={asking}
        onClose={() => ask(false)}
        title={t('shopDatabase.leaveDialog')}
        text={<p>{t('shopDatabase.leaveText')}</p>}
        confirm={t('shopDatabase.leave')}
        busy={busy}
        onConfirm={leave}
      >
        {failure && <FailureNotice failure={failure} />}
      </Dialog>
    </div>
  )
}

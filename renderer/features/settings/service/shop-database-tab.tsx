import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopDatabaseView, ShopFault } from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { formatFull } from '../../../i18n/clock-time'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { CallDialog } from '../../../ui/call-dialog'
import { Notice } from '../../../ui/notice'
import { Group } from '../group'
import { LaterPayments } from './later-payments'
import { OwnersViewDialog } from './owners-view-dialog'
import { ShopAddressForm } from './shop-address-form'
import { ShopSetUp } from './shop-set-up'
import { ShopTills } from './shop-tills'

/** The till's place in a shop of many tills: for the owner alone. */
export function ShopDatabaseTab() {
  const { t } = useTranslation()
  const shop = useTill(state => state.shopDatabase)
  const isPractice = useTill(state => state.active === 'practice')
  return (
    <Group title={t('settings.tab.shopDatabase')} text={t('shopDatabase.text')}>
      {shop && <ShopState shop={shop} />}
      {shop && <LaterPayments shop={shop} />}
      <ShopAddressForm />
      <ShopTills />
      {shop ? <Leave /> : <ShopSetUp />}
      {isPractice && !shop && <OpenOwnersView />}
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
    <Notice tone={isGood ? 'brand' : 'unknown'} icon={isGood ? 'check' : 'warn'} title={title}>
      {fault && <p>{t(`shopDatabase.fault.${fault}`)}</p>}
      <Stored shop={shop} />
      <p>{t('shopDatabase.connectedTo', { address })}</p>
      <p>{t('shopDatabase.role', { role })}</p>
    </Notice>
  )
}

/** With these the database's next answer changes nothing. */
const sendsNoMore: readonly ShopFault[] = ['replaced', 'forked', 'behind']

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
  return (
    <div>
      <Button onClick={() => ask(true)}>{t('shopDatabase.leave')}</Button>
      {asking && (
        <CallDialog
          onClose={() => ask(false)}
          title={t('shopDatabase.leaveDialog')}
          text={<p>{t('shopDatabase.leaveText')}</p>}
          confirm={t('shopDatabase.leave')}
          call={() => till.shop.forget()}
        />
      )}
    </div>
  )
}

/** On a computer that takes no payments. */
function OpenOwnersView() {
  const { t } = useTranslation()
  const [asking, ask] = useState(false)
  return (
    <div>
      <Button onClick={() => ask(true)}>{t('ownersView.open')}</Button>
      {asking && <OwnersViewDialog onClose={() => ask(false)} />}
    </div>
  )
}

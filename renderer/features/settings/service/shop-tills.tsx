import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fewestMonths, mostMonths } from '../../../../shared/settings/retention'
import type { ListedTill, ShopAdministered, ShopTask } from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { spanText, wrongClockText } from '../../../i18n/countdown'
import { typedText } from '../../../typing/typed-text'
import { Button } from '../../../ui/button'
import { Choice } from '../../../ui/choice'
import { Dialog } from '../../../ui/dialog'
import { FailureNotice } from '../../../ui/failure-notice'
import { Field } from '../../../ui/field'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice'
import { InSight } from '../group'
import styles from '../settings.module.css'
import { AdministratorsAddress, administratorsFault, Refusal, useShopAddress } from './shop-address'

type Done = Extract<ShopAdministered, { result: 'done' }>
type Shop = Done['shops'][number]

/** For an owner who has an administrator's address: the tills of the shop database, and their logins. */
export function ShopTills() {
  const { t } = useTranslation()
  const [isOpen, open] = useState<boolean>(false)
  if (isOpen) return <Administration />
  return (
    <div>
      <Button onClick={() => open(true)}>{t('shopDatabase.tills.open')}</Button>
    </div>
  )
}

/** Its page keeps the address until it is left: each task needs it. */
function Administration() {
  const { t } = useTranslation()
  const { field, ask, answer, setAnswer } = useShopAddress<Exclude<ShopAdministered, Done>>()
  const [done, setDone] = useState<Done | null>(null)
  /** Of the till or login that the last answer is about. */
  const [name, setName] = useState('')
  const { run, busy, failure } = useCall((task: ShopTask) =>
    ask(address => till.shop.administer({ address, task })),
  )
  const act: Act = async (task, of = '') => {
    const called = await run(task)
    if (!called?.ok) return
    setName(of)
    if (called.value.result === 'done') setDone(called.value)
    else setAnswer(called.value)
  }
  return (
    <div className={styles.within}>
      <AdministratorsAddress {...field} />
      <div className={styles.line}>
        <Button busy={busy} onClick={() => act({ do: 'look' })}>
          {t('shopDatabase.tills.show')}
        </Button>
      </div>
      {answer && (
        <Refusal
          text={
            answer.result === 'till-exists'
              ? t('shopDatabase.setUp.tillExists', { till: name })
              : administratorsFault(answer, t)
          }
        />
      )}
      {failure && (
        <InSight>
          <FailureNotice failure={failure} />
        </InSight>
      )}
      {done?.login && <NewAddress name={name} address={done.login} />}
      {done && (
        <>
          {done.shops.map(shop => (
            <Tills key={shop.id} shop={shop} act={act} />
          ))}
          <div className={layout.wrap2}>
            {(['owner', 'receiver'] as const).map(who => {
              const whose = t(`shopDatabase.tills.${who}`)
              return (
                <Button key={who} onClick={() => act({ do: `add-${who}` }, whose)}>
                  {t('shopDatabase.tills.login', { name: whose })}
                </Button>
              )
            })}
          </div>
          {done.owners > 0 && <EndOwners count={done.owners} act={act} />}
          <Keep key={done.months} months={done.months} act={act} />
        </>
      )}
    </div>
  )
}

type Act = (task: ShopTask, name?: string) => Promise<void>

function NewAddress({ name, address }: { name: string; address: string }) {
  const { t } = useTranslation()
  return (
    <InSight>
      <Notice tone="brand" icon="check" title={t('shopDatabase.tills.login', { name })} alert>
        <p className={layout.code}>{address}</p>
        <p>{t('shopDatabase.tills.once')}</p>
      </Notice>
    </InSight>
  )
}

function Tills({ shop: { id, name, tills }, act }: { shop: Shop; act: Act }) {
  const { t } = useTranslation()
  const [typed, type] = useState('')
  const add = () => {
    const wanted = typed.trim()
    if (wanted !== '') act({ do: 'add-till', id, name: wanted }, wanted)
  }
  return (
    <>
      <h3>{name}</h3>
      <ul className={layout.stack3} aria-label={name}>
        {tills.map(each => (
          <Row key={each.id} of={each} act={act} />
        ))}
      </ul>
      <Field
        label={t('settings.shop.till')}
        value={typed}
        maxLength={100}
        onChange={event => type(typedText(event))}
        trailing={<Button onClick={add}>{t('shopDatabase.tills.add')}</Button>}
      />
    </>
  )
}

function Row({ of, act }: { of: ListedTill; act: Act }) {
  const { t } = useTranslation()
  const [asks, ask] = useState<'replace' | 'end-old' | null>(null)
  const { id, name, spokeMs, version, behindMs, waiting, oldLogins } = of
  const close = () => ask(null)
  const said =
    spokeMs === null
      ? [t('shopDatabase.tills.never')]
      : [
          t('meeting.day.age', { time: spanText(spokeMs / 1000, t) }),
          ...(version === null ? [] : [version]),
          ...(waiting ? [t('shopDatabase.lightWaiting', { count: waiting })] : []),
        ]
  const wrongClock = wrongClockText(name, behindMs, t)
  return (
    <li className={layout.stack2}>
      <span>
        <b>{name}</b> <span className={layout.muted}>{said.join(' · ')}</span>
      </span>
      {wrongClock && <b>{wrongClock}</b>}
      <div className={layout.wrap2}>
        <Button onClick={() => ask('replace')}>{t('shopDatabase.tills.replace')}</Button>
        {oldLogins > 0 && (
          <Button onClick={() => ask('end-old')}>
            {t('shopDatabase.tills.endOld', { count: oldLogins })}
          </Button>
        )}
        {asks === 'replace' && <ReplaceDialog of={of} act={act} onClose={close} />}
        {asks === 'end-old' && (
          <Dialog
            onClose={close}
            title={`${name}: ${t('shopDatabase.tills.endOld', { count: oldLogins })}`}
            text={<p>{t('shopDatabase.tills.endOldText')}</p>}
            confirm={t('shopDatabase.tills.endOld', { count: oldLogins })}
            onConfirm={() => {
              act({ do: 'end-old-logins', id })
              close()
            }}
          />
        )}
      </div>
    </li>
  )
}

interface ReplaceDialogProps {
  of: ListedTill
  act: Act
  onClose: () => void
}

function ReplaceDialog({ of: { id, name }, act, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation()
  const [old, choose] = useState<'broken' | 'stolen' | null>(null)
  const [pressed, press] = useState<boolean>(false)
  const replace = () => {
    press(true)
    if (old === null) return
    act({ do: 'replace-computer', id, old }, name)
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={`${name}: ${t('shopDatabase.tills.replace')}`}
      text={<p>{t('shopDatabase.tills.replaceText')}</p>}
      confirm={t('shopDatabase.tills.replace')}
      onConfirm={replace}
    >
      <Choice
        label={t('shopDatabase.tills.old')}
        value={old}
        options={(['broken', 'stolen'] as const).map(value => ({
          value,
          label: t(`shopDatabase.tills.${value}`),
          text: t(`shopDatabase.tills.${value}Text`),
        }))}
        error={pressed && old === null ? t('shopDatabase.tills.old') : null}
        onChange={choose}
      />
    </Dialog>
  )
}

function EndOwners({ count, act }: { count: number; act: Act }) {
  const { t } = useTranslation()
  const [asks, ask] = useState<boolean>(false)
  const title = t('shopDatabase.tills.endOwners', { count })
  return (
    <div>
      <Button onClick={() => ask(true)}>{title}</Button>
      {asks && (
        <Dialog
          onClose={() => ask(false)}
          title={title}
          text={<p>{t('shopDatabase.tills.endOwnersText')}</p>}
          confirm={title}
          onConfirm={() => {
            act({ do: 'end-owners' })
            ask(false)
          }}
        />
      )}
    </div>
  )
}

function Keep({ months, act }: { months: number; act: Act }) {
  const { t } = useTranslation()
  const [typed, type] = useState(String(months))
  const [isWrong, setWrong] = useState<boolean>(false)
  const save = () => {
    const wanted = /^\d+$/.test(typed.trim()) ? Number(typed) : 0
    const isIn = wanted >= fewestMonths && wanted <= mostMonths
    setWrong(!isIn)
    if (isIn) act({ do: 'keep', months: wanted })
  }
  return (
    <Field
      label={t('shopDatabase.tills.keep')}
      inputMode="numeric"
      maxLength={3}
      value={typed}
      error={
        isWrong
          ? t('shopDatabase.tills.keepHint', { fewest: fewestMonths, most: mostMonths })
          : null
      }
      onChange={event => type(typedText(event))}
      trailing={<Button onClick={save}>{t('app.save')}</Button>}
    />
  )
}

import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type en from '../../../resources/languages/en.json'
import type { DisplayStatus } from '../../sale-status/display-status'
import { displayStatuses } from '../../sale-status/display-status'
import { StateIcon } from '../../sale-status/state-tag'
import { takePretendCustomer } from '../../stores/practice-customer'
import { useTill } from '../../stores/till-store'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import layout from '../../ui/layout.module.css'
import { Page } from '../../ui/page'
import table from '../../ui/table.module.css'
import { GuideList } from './guide-list'
import styles from './help.module.css'
import { ShortcutsList } from './shortcuts-list'
import { WayPicture } from './way-picture'

const ways = ['mobile', 'card', 'cash', 'paid'] as const

/** What each status means; most say it on their own screen in the same words. */
const meanings = {
  waitingToSend: 'live.meaning.ready',
  askCustomer: 'live.meaning.held',
  sending: 'live.meaning.sending',
  unknown: 'live.meaning.unknown',
  waitingForCustomer: 'live.meaning.waitingMobile',
  paid: 'help.faces.paid',
  partPaid: 'live.meaning.partPaid',
  paidLate: 'help.faces.paidLate',
  tooMuch: 'live.meaning.tooMuch',
  givenBack: 'live.meaning.givenBack',
  paidInCash: 'live.meaning.paidInCash',
  resolved: 'help.faces.resolved',
  failed: 'live.meaning.failed',
  manager: 'help.faces.manager',
  expired: 'live.meaning.expired',
  refused: 'live.meaning.refused',
  withdrawn: 'live.meaning.withdrawn',
  undone: 'live.meaning.undone',
  stopped: 'live.meaning.stopped',
} as const satisfies Record<DisplayStatus, string>

/** What a new cashier asks: the guide, how it goes, and what each word means. */
export function HelpScreen() {
  const { t } = useTranslation()
  return (
    <Page title={t('nav.help')}>
      <HelpSection title={t('help.guide')}>
        <GuideList />
      </HelpSection>
      <HelpSection title={t('help.ways.title')}>
        <ul className={styles.ways}>
          {ways.map(name => (
            <li key={name}>
              <WayPicture way={name} />
              {t(`help.ways.${name}`)}
            </li>
          ))}
        </ul>
      </HelpSection>
      <HelpSection title={t('help.faces.title')}>
        <dl className={styles.faces}>
          {displayStatuses.map(status => (
            <div key={status}>
              <dt>
                <StateIcon status={status} />
                {t(`status.${status}`)}
              </dt>
              {/* A reason that a text begins with is known of a payment alone. */}
              <dd>{t(meanings[status], { reason: '' }).trim()}</dd>
            </div>
          ))}
        </dl>
      </HelpSection>
      <HelpSection title={t('shortcuts.title')}>
        <ShortcutsList />
      </HelpSection>
      <PretendCustomers />
    </Page>
  )
}

/** One part of the help, with a heading that screen readers jump to. */
function HelpSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classNames(layout.card, styles.section)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

type ScenarioId = keyof (typeof en)['scenarios']

/** What a cashier practises; `npm run practice-service` lists the others. */
const forCashiers = [
  'approves',
  'declines',
  'wrong-pin',
  'approves-slowly',
  'never-answers',
  'paid-late',
  'answer-lost',
  'unknown-word',
] as const satisfies readonly ScenarioId[]

function isForCashiers<One extends { id: string }>(one: One): one is One & { id: ScenarioId } {
  return (forCashiers as readonly string[]).includes(one.id)
}

/** Which pretend customer does what in Practice mode; there, a press takes one. */
function PretendCustomers() {
  const { t } = useTranslation()
  const scenarios = useTill(state => state.practice.scenarios)
  const practising = useTill(state => state.active === 'practice' && state.stage.name === 'selling')
  return (
    <HelpSection title={t('help.practice.title')}>
      <p>{t('help.practice.text')}</p>
      <table className={classNames(table.table, styles.table)}>
        <thead>
          <tr>
            <th scope="col">{t('staff.fact.number')}</th>
            <th scope="col">{t('help.practice.happens')}</th>
            {practising && <td />}
          </tr>
        </thead>
        <tbody>
          {scenarios.filter(isForCashiers).map(({ id, phone }) => (
            <tr key={id}>
              <td className={styles.phone}>{phone}</td>
              <td>
                <b>{t(`scenarios.${id}.title`)}</b>
                <p>{t(`scenarios.${id}.description`)}</p>
              </td>
              {practising && (
                <td>
                  <Button
                    aria-label={t('settings.connection.use', { kind: phone })}
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

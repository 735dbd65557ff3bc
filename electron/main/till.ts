import { join } from 'node:path'
import statusWords from '../../resources/status-words.json'
import { type Answer, answer, failure } from '../../shared/ipc/answer'
import type { Pushes, PushName } from '../../shared/ipc/contract'
import type { TillState } from '../../shared/ipc/till-state'
import type { Sale } from '../../shared/payment/sale'
import { statusWordsSchema } from '../../shared/payment/status-words'
import { scenarios, startPracticeService } from '../practice'
import type { Clock } from './clock'
import { createCounterDoor } from './connections/counter-door'
import { createPracticeEnd, type PracticeEnd } from './connections/practice-end'
import type { Log } from './diagnostics/log'
import type { ExaminerProcess } from './examination/examiner-process'
import { createHandlers } from './ipc'
import type { Handlers } from './ipc/register'
import type { Random } from './random'
import { type AnnouncerDesk, createAnnouncer } from './results/announcer'
import { openUnseen } from './results/unseen-document'
import { openSettings } from './settings/settings'
import { createDocumentStore } from './storage/document-store'
import { viewTill } from './till-view'
import { type KeychainSealer, openVault } from './vault'

interface TillNeeds {
  dataFolder: string
  /** Null where the operating system has none to trust; then a passphrase is asked. */
  keychain: KeychainSealer | null
  version: string
  clock: Clock
  random: Random
  log: Log
  push: <Name extends PushName>(name: Name, value: Pushes[Name]) => void
  /** The cashier's window and desktop. */
  desk: AnnouncerDesk
  /** Where a person finds what is exported. */
  exportFolder: string
  /** Starts the process that looks at a ledger which may be damaged. */
  startExaminer: () => ExaminerProcess
  /** Shows an address in this computer's own browser. */
  openExternal: (address: string) => Promise<void>
}

/** What a window lists of the scenarios: their words are in its language files. */
const scenarioNumbers = scenarios.map(({ id, phone }) => ({ id, phone }))

/** The till: everything but the windows. */
export interface Till {
  handlers: Handlers
  state(): TillState
  /** Opens the active connection's counter. Windows may already be there: they are told. */
  start(): Promise<void>
  /** The computer was asleep. */
  wake(): void
  stop(): Promise<void>
}

/** The composition root: builds the services in order. The only place that knows them all. */
export function createTill(needs: TillNeeds): Till {
  const { dataFolder, clock, random, log } = needs
  const settings = openSettings(createDocumentStore(dataFolder, 'settings'))
  const vault = openVault({
    store: createDocumentStore(dataFolder, 'vault'),
    keychain: needs.keychain,
    random: random.bytes,
    now: clock.wall,
  })
  const practice = createPracticeEnd({
    settings,
    start: port =>
      startPracticeService({
        port,
        booksFile: join(dataFolder, 'practice-service.jsonl'),
        webhooks: 'off',
      }),
  })
  const shippedWords = statusWordsSchema.parse(statusWords)
  const changed = () => needs.push('tillChanged', state())
  const door = createCounterDoor({
    ...{ dataFolder, settings, vault, shippedWords, clock, random, log, changed },
    exportFolder: needs.exportFolder,
    startExaminer: needs.startExaminer,
    practiceEnd: practice.farEnd,
    // No people are kept yet: the record says so.
    person: () => null,
    saleChanged(sale, before) {
      needs.push('saleChanged', sale)
      announcer.saleChanged(sale, before)
    },
  })
  const announcer = createAnnouncer({
    document: openUnseen(createDocumentStore(dataFolder, 'unseen-results'), log, clock.wall),
    settings: settings.get,
    desk: needs.desk,
    ledger: () => door.counter()?.ledger ?? null,
    changed: unseen => needs.push('unseenChanged', unseen),
  })
  const state = () =>
    viewTill({
      door,
      settings,
      vault,
      scenarios: scenarioNumbers,
      shippedWords,
      version: needs.version,
    })
  return {
    handlers: createHandlers({
      ...{ door, settings, vault, clock, random, announcer, changed },
      view: state,
      openCheckout: sale => openPracticeCheckout(sale, practice, needs.openExternal),
    }),
    state,
    start: door.reopen,
    wake: () => door.counter()?.wake(),
    async stop() {
      await door.close()
      await practice.stop()
    },
  }
}

/** Only a page of our own practice service is ever handed to the browser. */
async function openPracticeCheckout(
  sale: Sale,
  practice: PracticeEnd,
  openExternal: TillNeeds['openExternal'],
): Promise<Answer<null>> {
  const origin = practice.origin()
  if (origin === null || !sale.checkoutUrl?.startsWith(`${origin}/`))
    return failure('action-not-possible', 'This checkout page is not of the practice service')
  await openExternal(sale.checkoutUrl)
  return answer(null)
}

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished } from 'vitest'
import { backupTasks } from '../../../electron/main/backup/worker/tasks'
import { statusInSale } from '../../../renderer/sale-status/display-status'
import { type CashUp, expectedCash } from '../../../shared/day/cash-up'
import type { DayReport } from '../../../shared/day/report'
import type { TillCalls } from '../../../shared/ipc/bridge'
import type { FailureCode, Result } from '../../../shared/ipc/result'
import { type Action, allowedActions } from '../../../shared/payment/actions'
import type { CashDraft } from '../../../shared/payment/draft'
import type { ResolutionHow } from '../../../shared/payment/event'
import type { WayBack, Why } from '../../../shared/payment/given-back'
import { sumOfLines } from '../../../shared/payment/lines'
import type { Payment, Phase } from '../../../shared/payment/payment'
import type { WordMeaning } from '../../../shared/payment/status-words'
import type { Cover } from '../../../shared/sale/cover'
import { discountOf } from '../../../shared/sale/lines'
import type { SaleView } from '../../../shared/sale/sale-view'
import type { ToDo } from '../../../shared/sale/to-do'
import type { ShopDay } from '../../../shared/shop-meeting'
import { workerHere } from '../parts'
import { createPassingClock, type PassingClock } from '../passing-clock'
import { cardDraft, type MobileDraft, mobileDraft } from '../payments/payments'
import { type PracticeService, startPracticeService } from '../practice/start'
import { succeeded } from '../results'
import { keychainOf } from '../store'
import { testFolder } from '../temporary-folder'
import { startWindowless, windowCalls } from '../test-till'

/** How long a push can be paid, and a prompt may be on its phone, ms. */
const sessionMs = 180_000
/** A person who reads again sooner gets the answer before, ms. */
const readAgainMs = 2_000

type Till = Awaited<ReturnType<typeof startWindowless>>

/** What a test compares: a sale, and the day that it is in. */
export interface Told extends Sums {
  cover: Cover
  /** Its screen says PAID. */
  isGreen: boolean
  /** One of its screens offers to hand the goods over. */
  mayGo: boolean
  toDos: readonly ToDo[]
}

/** What a day, a shift or a closing counts. `drawer`: what it should hold; the next two: what went back otherwise. */
interface Sums {
  confirmed: number
  drawer: number
  inDashboard: number
  elsewhere: number
  seen: number
  unknown: number
}

const passphrase = 'a passphrase for backups'
const pins = { Neema: '246810', Asha: '4711', Juma: '5822' } as const

/** A whole till as its window uses it, and the service that it asks. No customer answers by themselves. */
export class Counter {
  ask: TillCalls
  private isStaffed = false
  private signedIn: keyof typeof pins | null = null

  private constructor(
    private till: Till,
    readonly service: PracticeService,
    readonly clock: PassingClock,
    /** The addresses of messages that were opened, oldest first. */
    private readonly opened: readonly string[],
    private readonly start: (backup?: string) => Promise<Till>,
  ) {
    this.ask = windowCalls(till)
  }

  static async open(): Promise<Counter> {
    const clock = createPassingClock()
    const service = await startPracticeService({
      ...{ clock, approvalSeconds: 1_000_000, webhooks: 'off' },
      sessionSeconds: { mobile: sessionMs / 1_000 },
    })
    onTestFinished(() => service.stop())
    const [folder, copies, keychain] = [testFolder(), testFolder(), keychainOf()]
    const opened: string[] = []
    const openExternal = async (address: string) => void opened.push(address)
    const start = async (backup = '') => {
      const chooseBackupFolder = async () => copies
      const chooseBackupFile = async () => backup
      const startWorker = () => workerHere(backupTasks)
      const parts = { clock, openExternal, chooseBackupFolder, chooseBackupFile, startWorker }
      const till = await startWindowless(folder, keychain, parts)
      onTestFinished(() => till.stop())
      return till
    }
    const counter = new Counter(await start(), service, clock, opened, start)
    const { address, pathPrefix, apiKey, apiSecret } = service
    const saved = await counter.ask.connection.saveAndTest({
      ...{ kind: 'sandbox', address, pathPrefix, apiKey, apiSecret, account: null, proof: '' },
      webhookAddress: 'https://shop.invalid/notify',
    })
    expect(succeeded(saved).saved).toBe(true)
    return counter
  }

  /** Makes a backup, and answers where it is. */
  async backUp(): Promise<string> {
    return (
      succeeded(await this.ask.backup.save({ passphrase, proof: this.proof })) ??
      expect.fail('No backup')
    )
  }

  /** Goes on from a backup on the same computer, as far as the question for the owner. */
  async restore(backup: string): Promise<void> {
    await this.restart(backup)
    succeeded(await this.ask.backup.choose())
    succeeded(await this.ask.backup.inspect({ passphrase }))
    succeeded(await this.ask.backup.restore({ passphrase: '', proof: this.proof }))
    await this.restart()
  }

  /** An owner confirms that the till goes on from the copy. */
  async goOn(): Promise<void> {
    succeeded(await this.ask.backup.goOn({ proof: this.proof }))
  }

  /** Only an owner knows it. */
  private get proof(): string {
    return this.service.apiSecret
  }

  private async restart(backup?: string): Promise<void> {
    await this.till.stop()
    this.till = await this.start(backup)
    this.ask = windowCalls(this.till)
  }

  /** An owner allows discounts up to so many percent; above it a manager approves. */
  async allowDiscounts(discountLimit: number): Promise<void> {
    const { settings } = succeeded(await this.ask.till.state())
    const value = { ...settings.charging, discountLimit }
    succeeded(await this.ask.settings.save({ section: 'charging', value }))
  }

  /** A manager approves the discount of a draft. */
  async approveDiscount({ draftId, lines = [] }: Partial<MobileDraft>): Promise<void> {
    const asked = { draftId: draftId ?? '', discount: discountOf(lines), total: sumOfLines(lines) }
    await this.approved('payments.discount', asked, this.ask.payments.discount)
  }

  /** An owner and two cashiers; nobody is signed in by name yet. */
  async hire(): Promise<void> {
    for (const name of ['Neema', 'Asha', 'Juma'] as const) {
      const role = name === 'Neema' ? 'owner' : 'cashier'
      succeeded(await this.ask.staff.add({ name, role, pin: pins[name] }))
    }
    this.isStaffed = true
  }

  async signIn(name: keyof typeof pins): Promise<void> {
    const answer = succeeded(await this.ask.staff.signIn(await this.personNamed(name)))
    expect(answer.result).toBe('right')
    this.signedIn = name
  }

  /** Time passes, and the till locks; the same person signs in again. */
  async pass(ms: number): Promise<void> {
    this.clock.pass(ms)
    if (this.signedIn !== null) await this.signIn(this.signedIn)
  }

  /** A call that takes a manager; of a cashier the owner approves it. */
  private async approved<Value, Argument>(
    channel: string,
    argument: Argument,
    call: (argument: Argument) => Promise<Result<Value>>,
  ): Promise<Value> {
    if (this.isStaffed) {
      const owner = await this.personNamed('Neema')
      const asked = { channel, argument: JSON.stringify(argument) }
      expect(succeeded(await this.ask.staff.approve({ ...owner, ...asked })).result).toBe('right')
    }
    return succeeded(await call(argument))
  }

  private async personNamed(name: keyof typeof pins): Promise<{ id: string; pin: string }> {
    const { staff } = succeeded(await this.ask.till.state())
    const people = 'people' in staff ? staff.people : []
    const id = people.find(each => each.name === name)?.id ?? expect.fail(`No ${name} is here`)
    return { id, pin: pins[name] }
  }

  private decide(argument: Parameters<TillCalls['payments']['decide']>[0]): Promise<unknown> {
    return this.approved('payments.decide', argument, this.ask.payments.decide)
  }

  /** Asks a phone for money; answers once the service has accepted it. */
  async push(changes: Partial<MobileDraft> = {}): Promise<string> {
    const draft = mobileDraft({ value: 10_000, ...changes })
    const { id } = succeeded(await this.ask.payments.request(draft))
    await this.until(id, 'pending')
    return id
  }

  /** Shows a customer the checkout of a card payment. */
  async card(value: number): Promise<string> {
    const { id } = succeeded(await this.ask.payments.request(cardDraft({ value })))
    await this.until(id, 'pending')
    return id
  }

  async setFloat(value: number): Promise<void> {
    succeeded(await this.ask.day.setFloat({ draftId: randomUUID(), value }))
  }

  async payIn(value: number, reason: string): Promise<void> {
    succeeded(await this.ask.day.payIn({ draftId: randomUUID(), value, reason }))
  }

  async payOut(value: number, reason: string): Promise<void> {
    const asked = { draftId: randomUUID(), value, reason }
    await this.approved('day.payOut', asked, this.ask.day.payOut)
  }

  async cash(changes: Partial<CashDraft> = {}): Promise<string> {
    const { value = 10_000 } = changes
    const draft: CashDraft = {
      ...{ draftId: randomUUID(), value, received: value, note: '', lines: [] },
      ...{ total: null, sale: null, replaces: null, ...changes },
    }
    return succeeded(await this.ask.cash.record(draft)).id
  }

  /** The rest of a sale in cash. */
  async cashForRest(paymentId: string): Promise<string> {
    const sale = await this.sale(paymentId)
    expect(sale.toDos.some(toDo => toDo === 'lacks' || toDo === 'unpaid')).toBe(true)
    return this.cash({ sale: sale.id, total: sale.total, value: sale.rest })
  }

  /** The service says so from now on, and the till reads it. */
  async says(paymentId: string, word: string): Promise<void> {
    const { reference } = await this.payment(paymentId)
    this.service.control.decide(reference ?? '', word)
    await this.read(paymentId)
  }

  paid(paymentId: string): Promise<void> {
    return this.says(paymentId, 'completed')
  }

  failed(paymentId: string): Promise<void> {
    return this.says(paymentId, 'failed')
  }

  async read(paymentId: string): Promise<void> {
    this.clock.pass(readAgainMs)
    succeeded(await this.ask.payments.act({ action: 'check-now', paymentId }))
  }

  /**
   * Its time passes, and nobody has answered. A read that was under way meanwhile proves nothing, and the till's next
   * one may be half a minute away: the till reads again.
   */
  async expires(paymentId: string): Promise<void> {
    await this.pass(sessionMs + 1_000)
    const phase = async () => {
      await this.read(paymentId)
      return (await this.payment(paymentId)).phase
    }
    await expect.poll(phase).toBe('expired')
  }

  async takeCash(paymentId: string): Promise<void> {
    succeeded(await this.ask.payments.act({ action: 'take-cash', paymentId, note: '' }))
  }

  /** Answers why it was refused; null where it was done. */
  async undo(paymentId: string): Promise<FailureCode | null> {
    const possible = succeeded(await this.ask.payments.toUndo({ paymentId }))
    const undone = await this.ask.payments.undo({ paymentId, entry: possible?.entry ?? 1 })
    return undone.ok ? null : undone.code
  }

  async handOver(paymentId: string): Promise<void> {
    succeeded(await this.ask.payments.act({ action: 'hand-over', paymentId }))
  }

  async giveBack(
    paymentId: string,
    value: number,
    way: WayBack,
    why: Why,
    draftId: string = randomUUID(),
  ): Promise<void> {
    const giving = { draftId, value, way, why, reason: 'the customer asked' }
    await this.decide({ action: 'give-back', paymentId, ...giving })
  }

  /** All that can be given back so. */
  async giveMostBack(paymentId: string, way: WayBack, why: Why): Promise<void> {
    const most = succeeded(await this.ask.payments.toGiveBack({ paymentId }))
    await this.giveBack(await this.offering(paymentId, 'give-back'), most[why][way], way, why)
  }

  /** `value`: what was seen paid, where it is not what was asked for. */
  async resolve(paymentId: string, how: ResolutionHow, value?: number): Promise<void> {
    const status = (await this.payment(paymentId)).rawStatus ?? ''
    const seen = value === undefined ? {} : { value }
    const said = { reason: 'asked the customer', how, status, ...seen }
    await this.decide({ action: 'resolve', paymentId, ...said })
  }

  async classify(paymentId: string, meaning: WordMeaning): Promise<void> {
    const status = (await this.payment(paymentId)).rawStatus ?? ''
    await this.decide({ action: 'classify-status', paymentId, status, meaning })
  }

  /** Sends the next receipt of a sale, and answers its lines; why not, where there is none. */
  async receipt(paymentId: string): Promise<string[]> {
    const to = { channel: 'whatsapp', number: '255754001212' } as const
    const sent = await this.ask.receipts.send({ paymentId, ...to })
    if (!sent.ok) return [sent.code]
    const text = new URL(this.opened.at(-1) ?? '').searchParams.get('text') ?? ''
    return text.split('\r\n').map(line => line.replace(/[\u2066-\u2069]/g, ''))
  }

  /** Closes the day and leaves open what is open. `counted`: the cash in the drawer; null where it is not counted. */
  async cashUp(counted: number | null = null): Promise<CashUp> {
    const { period, open } = await this.day()
    const signOffs = open.map(({ paymentId }) => ({ paymentId, reason: 'tomorrow' }))
    const amounts = counted === null ? [] : [{ currency: 'TZS', amount: counted }]
    const closing = { period, signOffs, counted: amounts, floats: [] }
    return this.approved('day.close', closing, this.ask.day.close)
  }

  /** A period as it was closed. */
  async closed(number: number): Promise<Sums> {
    return sumsOf((await this.closing(number)).report)
  }

  /** The file of a closed period, one row an entry. */
  async spreadsheet(number: number): Promise<string> {
    const { file } = await this.approved('day.exportCsv', { number }, this.ask.day.exportCsv)
    return readFileSync(file, 'utf8')
  }

  async closing(number: number): Promise<CashUp> {
    return this.approved('day.find', { number }, this.ask.day.find)
  }

  async payment(paymentId: string): Promise<Payment> {
    return succeeded(await this.ask.payments.history({ paymentId })).payment
  }

  /** The payment that was recorded last. */
  async newest(): Promise<Payment> {
    const { payments } = succeeded(await this.ask.payments.recent())
    return payments.reduce((one, other) => (one.id > other.id ? one : other))
  }

  /** The payments of a sale, oldest first. */
  async paymentsOf(paymentId: string): Promise<Payment[]> {
    const { payments } = await this.sale(paymentId)
    return Promise.all(payments.map(id => this.payment(id)))
  }

  async sale(paymentId: string): Promise<SaleView> {
    return succeeded(await this.ask.payments.sale({ paymentId }))
  }

  async day(): Promise<DayReport> {
    return succeeded(await this.ask.day.report())
  }

  /** The shift of who is signed in. */
  async shift(): Promise<Sums> {
    return sumsOf(succeeded(await this.ask.shift.report({ since: 'cashUp' })).report)
  }

  /** What a sale and its day say. */
  async told(paymentId: string): Promise<Told> {
    const sale = await this.sale(paymentId)
    const { cover, toDos } = sale
    const names = (await this.paymentsOf(paymentId)).map(each => statusInSale(each, sale))
    const isGreen = cover !== 'too-much' && sale.rest === 0 && names.includes('paid')
    const mayGo = (await this.offers(paymentId, 'hand-over')).length > 0
    return { cover, isGreen, mayGo, toDos, ...sumsOf(await this.day()) }
  }

  /** A payment of the sale whose screen offers this. */
  async offering(paymentId: string, action: Action): Promise<string> {
    const [first] = await this.offers(paymentId, action)
    return first?.id ?? expect.fail(`No payment of the sale offers ${action}`)
  }

  private async offers(paymentId: string, action: Action): Promise<Payment[]> {
    const sale = await this.sale(paymentId)
    const moment = { freshness: 'fresh', overdue: false, promptGone: false, ...sale } as const
    const payments = await this.paymentsOf(paymentId)
    return payments.filter(payment => allowedActions(payment, moment).includes(action))
  }

  /** Joins the shop database of this address, and waits until all is shipped. */
  async join(address: string): Promise<void> {
    const joined = succeeded(await this.ask.shop.saveAndTest({ address, proof: this.proof }))
    expect(joined).toMatchObject({ result: 'works' })
    const waiting = async () => succeeded(await this.ask.till.state()).shopDatabase
    await expect.poll(waiting).toMatchObject({ waiting: 0, shippedAt: expect.any(Number) })
  }

  /** What all tills of the shop took on a day, which is this one alone. */
  async shopDay(day: string): Promise<ShopDay> {
    // On a busy computer its answer may come later than a person would wait.
    const asked = async () => succeeded(await this.ask.meeting.day({ day }))
    let told = await asked()
    await expect
      .poll(async () => {
        told = await asked()
        return told.state
      })
      .toBe('answered')
    if (told.state !== 'answered') expect.fail()
    return told.value
  }

  private async until(paymentId: string, phase: Phase): Promise<void> {
    await expect.poll(async () => (await this.payment(paymentId)).phase).toBe(phase)
  }
}

/** The sums of a day's first currency; 0 where there is none. */
export function sumsOf({ currencies }: DayReport): Sums {
  const [day] = currencies
  if (day === undefined)
    return { confirmed: 0, drawer: 0, inDashboard: 0, elsewhere: 0, seen: 0, unknown: 0 }
  return {
    confirmed: day.blocks.confirmed.amount,
    drawer: expectedCash(day),
    inDashboard: day.refunds.service.amount,
    elsewhere: day.refunds.said.amount,
    seen: day.blocks.seen.amount,
    unknown: day.blocks.unknown.amount,
  }
}

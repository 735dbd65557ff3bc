import { expect, type Locator, type Page } from '@playwright/test'
import type { PracticeService } from '../practice/start'
import { passTime, statusReads } from './expectations'
import { chargeButton, fillMobile, paymentState, pressPayButton } from './payment'
import { picture } from './pictures'
import type { Till } from './till'

/** A request to a customer's phone. Without `phone` it goes to a number that no sale before had. */
interface Push {
  name: string
  amount?: string
  part?: string
  phone?: string
}

/** The lifetime of a request, in seconds: so long that none ends during a case. */
const longSession = 4 * 3_600

type Press = 'click' | 'dblclick'

interface GivingBack {
  press?: Press
  approve?: () => Promise<void>
}

type WayBack = 'In cash' | 'Through the service'

/** The window at the counter: what a cashier presses, and what the service decides about the payments. */
export class CounterWindow {
  /** The first name of the customer whose sale is on the screen; empty for a sale in cash. */
  customer = ''
  /** The requests of each customer's sale, oldest first. */
  private readonly requests = new Map<string, string[]>()
  private phones = 0
  /** How far the service's clock is ahead, minutes. */
  private ahead = 0
  readonly page: Page

  constructor(
    private readonly till: Till,
    private readonly service: PracticeService,
  ) {
    this.page = till.page
    service.control.setApproval(1_000_000)
    service.control.setSession({ mobile: longSession })
  }

  get main(): Locator {
    return this.page.getByRole('main')
  }

  field(name: string): Locator {
    return this.page.getByRole('textbox', { name, exact: true })
  }

  press(name: string | RegExp): Promise<void> {
    return this.main.getByRole('button', { name, exact: true }).click()
  }

  /** Charges a phone for a new sale, or for a part of it. */
  async push({ name, amount = '10000', part, phone = this.newPhone() }: Push): Promise<void> {
    this.customer = name
    await fillMobile(this.page, { phone, amount, firstName: name })
    if (part !== undefined) await this.field('Part payment').fill(part)
    await this.request()
  }

  /** Charges the same sale again, on request by another phone. */
  async chargeAgain(by: 'same phone' | 'another phone' = 'same phone'): Promise<void> {
    await pressPayButton(this.page, 'Charge again')
    if (by === 'another phone') await this.field('Phone number').fill(`+${this.newPhone()}`)
    await this.request()
  }

  /** A new sale in cash, where the customer may give only a part. */
  async cash(amount: string, received = amount, press: Press = 'click'): Promise<void> {
    this.customer = ''
    await this.page.getByRole('button', { name: 'Charge', exact: true }).click()
    await this.page.getByRole('radio', { name: 'Cash' }).click()
    await this.field('Amount').fill(amount)
    if (received === amount) return this.main.getByRole('button', { name: /^Cash taken/ })[press]()
    await this.field('Received').fill(received)
    await this.press(/^Part in cash/)
  }

  /** Charges a sale again, and takes a part of it in cash. */
  async chargeAgainInCash(received: string): Promise<void> {
    await pressPayButton(this.page, 'Charge again')
    await this.page.getByRole('radio', { name: 'Cash' }).click()
    await this.field('Received').fill(received)
    await this.press(/^Part in cash/)
  }

  /** Charges a phone for the rest. The screen *Charge* already asks for it. */
  async restByPhone(name: string): Promise<void> {
    this.customer = name
    await this.page.getByRole('radio', { name: 'Mobile money' }).click()
    await this.field('Phone number').fill(`+${this.newPhone()}`)
    await this.field('First name').fill(name)
    await this.field('Last name').fill('Mushi')
    await this.request()
  }

  /** The number that was made last. */
  get phone(): string {
    return `2557540015${String(this.phones).padStart(2, '0')}`
  }

  async restInCash(): Promise<void> {
    await this.press('Take the rest')
    await this.page.getByRole('radio', { name: 'Cash' }).click()
    await this.press(/^Cash taken/)
    await paymentState(this.page).waitFor()
  }

  async takeCash(): Promise<void> {
    await pressPayButton(this.page, 'Take cash instead')
    await this.dialog.getByRole('button', { name: 'Record cash' }).click()
    await expect(this.dialog).toBeHidden()
  }

  /** Hands the goods over, and opens the sale again, as when the customer comes back. */
  async handOver(): Promise<void> {
    await this.press('Hand over goods')
    await expect(chargeButton(this.page), 'the next sale').toBeVisible()
    await this.open(this.customer)
  }

  /** Finds a sale by its customer's name, as a cashier does when the customer asks. */
  async open(name: string): Promise<void> {
    this.customer = name
    await this.page.keyboard.press('F4')
    await this.page.getByRole('combobox').fill(name)
    await this.page.getByRole('option').filter({ hasText: name }).first().click()
    await paymentState(this.page).waitFor()
  }

  /** Shows another payment of the sale on the screen. */
  async openOther(name: string | RegExp): Promise<void> {
    const others = this.main.getByRole('list', { name: 'Other payments of this sale' })
    await others.getByRole('button', { name }).first().click()
  }

  /** `approve`: the manager's part, where the cashier needs approval. */
  async giveBack(
    amount: string,
    way: WayBack,
    { press = 'click', approve = async () => {} }: GivingBack = {},
  ): Promise<void> {
    await pressPayButton(this.page, 'Give back')
    await this.dialog.getByRole('radio', { name: way }).click()
    await this.dialog.getByRole('textbox', { name: 'Amount (TZS)' }).fill(amount)
    await this.dialog.getByRole('textbox', { name: 'Reason' }).fill('the customer asked')
    await this.dialog.getByRole('button', { name: /^Record/ })[press]()
    await approve()
    await expect(this.dialog).toHaveCount(0)
  }

  picture(name: string): Promise<void> {
    return picture(this.till, name)
  }

  /** Opens the dialog *Resolve*, and presses nothing in it. */
  async openResolve(): Promise<Locator> {
    await pressPayButton(this.page, 'Resolve')
    await this.dialog.waitFor()
    return this.dialog
  }

  async resolve(how: string, amount?: string): Promise<void> {
    const dialog = await this.openResolve()
    await dialog.getByRole('radio', { name: how }).click()
    if (amount !== undefined) await dialog.getByRole('textbox', { name: /^Amount/ }).fill(amount)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Looked into the dashboard')
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await expect(dialog).toBeHidden()
  }

  /** The service decides a request of the sale on the screen. Then the till asks about the payment on the screen. */
  async says(word: 'completed' | 'failed', which: 'last' | 'first' = 'last'): Promise<void> {
    const reference = this.ofSale.at(which === 'first' ? 0 : -1) ?? ''
    this.service.control.decide(reference, word)
    await this.checkNow(reference)
  }

  /** A new sale whose customer does nothing, until the time of the request is over. */
  async pushUnanswered(push: Push): Promise<void> {
    const { control } = this.service
    control.setSession({ mobile: 300 })
    await this.push(push)
    control.setSession({ mobile: longSession })
    await this.expires()
  }

  private async expires(): Promise<void> {
    this.ahead += 10
    passTime(this.service, this.ahead)
    await expect(async () => {
      await this.checkNow(this.ofSale.at(-1) ?? '')
      await expect(paymentState(this.page)).toHaveText(/^Expired/, { timeout: 500 })
    }).toPass({ timeout: 20_000 })
  }

  private get ofSale(): readonly string[] {
    return this.requests.get(this.customer) ?? []
  }

  private get dialog(): Locator {
    return this.page.getByRole('alertdialog')
  }

  private newPhone(): string {
    this.phones += 1
    return this.phone
  }

  private async request(): Promise<void> {
    const { control } = this.service
    const before = control.payments().length
    await chargeButton(this.page).click()
    await expect(paymentState(this.page)).toHaveText(/^Waiting for customer/)
    expect(control.payments(), 'one request').toHaveLength(before + 1)
    this.requests.set(this.customer, [...this.ofSale, control.payments().at(-1)?.reference ?? ''])
  }

  /** Presses until the service was asked: for two seconds after an answer the till only shows that answer again. */
  private async checkNow(reference: string): Promise<void> {
    const reads = () => statusReads(this.service).filter(({ body }) => body.includes(reference))
    const before = reads().length
    await expect(async () => {
      if (reads().length === before) await pressPayButton(this.page, 'Check now')
      await expect.poll(() => reads().length, { timeout: 300 }).toBeGreaterThan(before)
    }).toPass({ intervals: [50, 100, 200], timeout: 20_000 })
  }
}

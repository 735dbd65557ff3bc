import { calls as contract } from '../../shared/ipc/contract'
import { defaultCharging } from '../../shared/settings/charging'
import { calls } from '../support/window/bridge'
import {
  customerPage,
  expect,
  headline,
  test,
  usualDisplay,
  windowPlaces,
} from '../support/window/customer-window'
import { expectOnePayment, expectState } from '../support/window/expectations'
import { readQrCode } from '../support/window/outputs'
import {
  openFromRail,
  phones,
  pressPayButton,
  railPayments,
  sellCard,
  sellMobile,
} from '../support/window/payment'
import { expectAccessible } from '../support/window/pictures'
import { openSettings } from '../support/window/staff'

/** On the second display, the whole of it, right of the till's. */
const onSecond = { x: 1280, y: 0, ...usualDisplay, visible: true }

test('the customer sees the payment that the cashier has on the screen', async ({
  shop: { app, page, customer },
  service,
}) => {
  test.slow()
  await test.step('the customer sees the amount, their phone, the result, and then the shop again', async () => {
    expect((await windowPlaces(app)).customer).toEqual(onSecond)
    await expect(headline(customer)).toHaveText('Welcome')
    await expect(customer.getByRole('img')).toHaveCount(0)
    await openSettings(page, 'Customer display')
    const number = page.getByRole('textbox', { name: 'Number between sales' })
    await number.fill('Lipa namba 5551234')
    await number.press('Enter')
    await customer.getByRole('img', { name: 'QR code: Lipa namba 5551234' }).waitFor()
    expect(readQrCode(await customer.screenshot())).toBe('Lipa namba 5551234')
    await expectAccessible({ page: customer }, 'the number between sales')

    service.control.setApproval(5)
    await sellMobile(page, { phone: phones.ordinary, amount: '15000' })
    await expect(headline(customer)).toHaveText('Check your phone')
    const body = customer.locator('body')
    await expect(body).not.toContainText('5551234')
    await expect(body).toContainText('15,000')
    await expect(body).toContainText('Number ending in 212')
    await expect(body).toContainText(/\d:\d\d left/)
    const { reference } = expectOnePayment(service)
    for (const secret of ['Asha', 'Mushi', phones.ordinary, '754001212', reference])
      expect(await customer.content()).not.toContain(secret)

    await expect(headline(customer)).toHaveText('Paid', { timeout: 20_000 })
    await expect(body).toContainText('15,000')
    await pressPayButton(page, 'New sale')
    await expect(headline(customer)).toHaveText('Welcome')
    expect(await customer.content()).not.toContain('15,000')

    // The next customer is waiting, and the cashier opens the last payment.
    await openFromRail(page, '15,000')
    await expectState(page, 'Paid')
    await expect(headline(customer)).toHaveText('Welcome')
    await sellMobile(page, { phone: phones.declines, amount: '22000' })
    await expect(headline(customer)).toHaveText('Not paid', { timeout: 20_000 })
    expect(await customer.content()).not.toContain('15,000')
  })
  service.control.reset()
  await test.step('a code can be scanned from the customer’s display; of several payments the one on the cashier’s screen is there', async () => {
    await test.step('the code can be scanned, and goes with the payment', async () => {
      await sellCard(page)
      const code = customer.getByRole('img', { name: 'Card checkout QR code' })
      await code.waitFor()
      const payment = expectOnePayment(service, 1)
      expect(readQrCode(await customer.screenshot())).toBe(
        JSON.parse(payment.answer).data.checkout_url,
      )
      await expect(customer.locator('body')).toContainText('42,500')
      await expect(customer.locator('body')).not.toContainText('http')
      await expect(customer.getByRole('timer')).toHaveText(/^\d+:\d\d left$/)
      service.control.decide(payment.reference, 'completed')
      await expect(headline(customer)).toHaveText('Paid', { timeout: 20_000 })
      await expect(code).toBeHidden()
    })
    await test.step('of several payments the customer sees the one that the cashier has on the screen', async () => {
      service.control.reset()
      service.control.setApproval(3_000)
      service.control.setSession({ mobile: 3_600, card: 3_600 })
      await sellMobile(page, { phone: phones.ordinary, amount: '16000' })
      await sellMobile(page, { phone: '255754001299', amount: '33000' })
      const body = customer.locator('body')
      await expect(body).toContainText('33,000')
      const [first] = service.control.payments()
      service.control.decide(first?.reference ?? '', 'completed')
      await expect(railPayments(page).filter({ hasText: '16,000' })).toContainText('paid', {
        timeout: 20_000,
      })
      await expect(headline(customer)).toHaveText('Check your phone')
      await expect(body).not.toContainText('16,000')
      await page.getByRole('button', { name: 'Payments' }).click()
      await expect(headline(customer)).toHaveText('Welcome')
      await openFromRail(page, '33,000')
      await expect(body).toContainText('33,000')
      await page.reload()
      await expectState(page, 'Waiting for customer')
      await expect(body).toContainText('33,000')
    })
  })
  service.control.reset()
  await test.step('the customer sees what it is for: six items, and how many more', async () => {
    service.control.setApproval(60)
    const items = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => ({
      name: `Item ${n}`,
      price: 1_000 * n,
      code: '',
    }))
    await calls(page, 'kaunta:settings.save', [
      { section: 'charging', value: { ...defaultCharging, items } },
    ])
    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    await page.getByRole('button', { name: 'All items…' }).click()
    const dialog = page.getByRole('alertdialog')
    for (const { name } of [...items.slice(0, 7), { name: 'Item 1' }])
      await dialog.getByRole('button', { name }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await sellMobile(page, { phone: phones.ordinary, amount: '500' })
    await expect(headline(customer)).toHaveText('Check your phone')
    await expect(customer.locator('body')).toContainText('29,500')
    await expect(customer.getByRole('listitem')).toHaveText([
      '2 × Item 1 1,0002,000',
      'Item 22,000',
      'Item 33,000',
      'Item 44,000',
      'Item 55,000',
      'Item 66,000',
      'and 2 more',
    ])
  })
})

test('where it is: unplugged, other sizes, the till on its display, and as the owner chooses', async ({
  displays,
  shop: { app, page },
}) => {
  test.slow()
  await test.step('it survives unplugging, other sizes and the till on its display, and never covers the till', async () => {
    const tillPlace = (await windowPlaces(app)).till
    await displays.unplug()
    await expect.poll(() => windowPlaces(app)).toEqual({ till: tillPlace })

    await displays.plug({ width: 1920, height: 1080 })
    await expect
      .poll(() => windowPlaces(app))
      .toEqual({ till: tillPlace, customer: { ...onSecond, width: 1920, height: 1080 } })
    await displays.plug({ width: 1080, height: 1920 })
    await expect
      .poll(() => windowPlaces(app))
      .toEqual({ till: tillPlace, customer: { ...onSecond, width: 1080, height: 1920 } })

    const moveTill = (x: number) =>
      app.evaluate(({ BrowserWindow }, left) => {
        const till = BrowserWindow.getAllWindows().find(
          window => !window.webContents.getURL().includes('/customer/'),
        )
        till?.setPosition(left, 0)
      }, x)
    await moveTill(1300)
    await expect
      .poll(async () => (await windowPlaces(app)).customer)
      .toEqual({ x: 0, y: 0, ...displays.till, visible: true })
    await moveTill(0)
    await expect.poll(async () => (await windowPlaces(app)).customer?.x).toBe(1280)

    const customer = await customerPage(app)
    await sellMobile(page, { phone: phones.ordinary, amount: '15000' })
    await expect(customer.locator('body')).toContainText('15,000')
  })
  await test.step('the owner chooses where it is and what it speaks, and finds it by a picture', async () => {
    await displays.plug(usualDisplay)
    const customer = await customerPage(app, usualDisplay)
    await openSettings(page, 'Customer display')
    await page.getByRole('button', { name: 'Show a test picture' }).click()
    await expect(headline(customer)).toHaveText('This is the customer display')
    await page.getByRole('radio', { name: 'Kiswahili' }).click()
    await expect(headline(customer)).toHaveText('Hii ni skrini ya mteja')
    await expect(customer.locator('html')).toHaveAttribute('lang', 'sw')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')

    await page.getByRole('radio', { name: 'Off' }).click()
    await expect.poll(async () => Object.keys(await windowPlaces(app))).toEqual(['till'])
    await expect(page.getByRole('status').filter({ hasText: /^Off$/ })).toBeVisible()
    await page.getByRole('radio', { name: '1024 × 640' }).click()
    await customerPage(app)
    await displays.unplug()
    await expect(page.getByRole('radio', { name: '(unplugged)' })).toBeChecked()
    await expect(page.getByText('Closed: there is no second display.')).toBeVisible()
    await displays.plug(usualDisplay)
    await expect.poll(async () => (await windowPlaces(app)).customer).toEqual(onSecond)
  })
})

test('a page of it that dies is opened again, a few times, and the till goes on', async ({
  shop: { app, page, customer },
  service,
}) => {
  service.control.setApproval(3_000)
  service.control.setSession({ mobile: 3_600, card: 3_600 })
  await sellMobile(page, { phone: phones.ordinary, amount: '15000' })
  await expect(customer.locator('body')).toContainText('15,000')
  const crash = () =>
    app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()
        .find(window => window.webContents.getURL().includes('/customer/'))
        ?.webContents.forcefullyCrashRenderer()
    })
  let dead = customer
  for (const _time of [1, 2, 3]) {
    await crash()
    await expect.poll(() => dead.isClosed()).toBe(true)
    dead = await customerPage(app)
    await expect(dead.locator('body')).toContainText('15,000')
  }
  await crash()
  await expect.poll(() => dead.isClosed()).toBe(true)
  await expect.poll(async () => Object.keys(await windowPlaces(app))).toEqual(['till'])
  await pressPayButton(page, 'Check now')
  await expectState(page, 'Waiting for customer')
})

test('it comes to nothing but what it shows, and ends with the till', async ({
  shop: { app, page, customer },
}) => {
  await test.step('it may ask for what it shows and for nothing else, and hears of nothing else', async () => {
    await customer.evaluate(
      pushes => {
        const { kauntaBridge } = window as unknown as {
          kauntaBridge: { listen(channel: string, receive: () => void): void }
        }
        const heard: string[] = []
        for (const push of pushes) kauntaBridge.listen(push, () => heard.push(push))
        Object.assign(window, { heard })
      },
      ['tillChanged', 'paymentChanged', 'customerViewChanged'].map(name => `kaunta-push:${name}`),
    )

    const channels = Object.entries(contract).flatMap(([group, members]) =>
      Object.keys(members).map(name => `kaunta:${group}.${name}`),
    )
    expect(channels.length).toBeGreaterThan(20)
    for (const channel of channels) {
      const [answer] = await calls(customer, channel, [undefined])
      if (channel === 'kaunta:customer.view') expect(answer).toMatchObject({ ok: true })
      else expect(answer, channel).toMatchObject({ ok: false, code: 'not-allowed' })
    }

    await sellMobile(page, { phone: phones.approves, amount: '15000' })
    await expectState(page, 'Paid')
    await calls(page, 'kaunta:settings.saveDisplay', [
      { language: 'en', theme: 'dark', textSize: '100' },
    ])
    await expect(customer.locator('html[data-theme="dark"]')).toBeAttached()
    const heard = await customer.evaluate(() => (window as unknown as { heard: string[] }).heard)
    expect(new Set(heard)).toEqual(new Set(['kaunta-push:customerViewChanged']))
  })
  await test.step('it is locked as the till’s own window is: no Node, no other page, no other window', async () => {
    const names = ['require', 'process', 'module', 'Buffer', 'global', '__dirname']
    const found = await customer.evaluate(all => all.filter(name => name in window), names)
    expect(found).toEqual([])
    expect(
      await customer.evaluate(() => window.open('app://kaunta/pages/till/index.html') === null),
    ).toBe(true)

    const customerUrl = () =>
      app.evaluate(({ BrowserWindow }) => {
        const urls = BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getURL())
        return urls.filter(url => url.includes('/customer/'))
      })
    const home = await customerUrl()
    expect(home).toEqual(['app://kaunta/pages/customer/index.html'])
    await app.evaluate(({ BrowserWindow }) => {
      const judged = new Promise<boolean>(resolve => {
        for (const { webContents } of BrowserWindow.getAllWindows())
          webContents.once('will-navigate', event => resolve(event.defaultPrevented))
      })
      Object.assign(globalThis, { judged })
    })
    await customer.evaluate(() => {
      location.href = 'app://kaunta/pages/till/index.html'
    })
    const prevented = await app.evaluate(
      () => (globalThis as unknown as { judged: Promise<boolean> }).judged,
    )
    expect(prevented).toBe(true)
    expect(await customerUrl()).toEqual(home)
  })
  await test.step('the till ends with its own window, whatever else is open', async () => {
    const ended = new Promise<void>(resolve => {
      app.on('close', () => resolve())
    })
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()
        .find(window => !window.webContents.getURL().includes('/customer/'))
        ?.close()
    })
    await ended
  })
})

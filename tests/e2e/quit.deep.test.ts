import { defaultReceiptSettings } from '../../shared/settings/receipts'
import { familyOf, startFlood } from '../support/silent-parts'
import { stalledShareImpossible, stallShare } from '../support/stalled-share'
import { beginBackup, leaveBackup } from '../support/window/backup'
import { calls, recentPayments } from '../support/window/bridge'
import { expectSelling, unlock } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/payment'
import { joinShop, test } from '../support/window/shop-of-tills'
import { expect } from '../support/window/test'

test('a till quits though printer, shop database, backup folder and service are all silent', async ({
  launch,
  launchConnected,
  server,
  service,
  shop,
}) => {
  const impossible = await stalledShareImpossible()
  test.skip(impossible !== null, impossible ?? '')
  test.slow()
  const till = await launchConnected()
  const { page } = till
  await joinShop(page, shop, 'Till 1')
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Paid')
  const flood = await startFlood()
  const share = await stallShare()
  const frozen = familyOf(server.pid())
  try {
    const network = { ...defaultReceiptSettings, method: 'network', address: flood.address }
    await calls(page, 'kaunta:settings.save', [{ section: 'receipts', value: network }])
    await beginBackup(till, share.folder, service.apiSecret)
    await leaveBackup(till)
    service.control.rule({}, { when: 'after', effect: { kind: 'hang' } }, 100)
    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    await sellMobile(page, { phone: phones.approves, amount: '7000' })
    await expectState(page, 'Sending')
    const printing = calls(page, 'kaunta:receipts.print', [{ paymentId: await lastPaid() }])
    printing.catch(() => undefined)
    // Last: a connection without a question in it waits for the other side's goodbye.
    await page.waitForTimeout(1_000)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')

    // It would wait for ever for the server's answer, or for a printer's end.
    const began = performance.now()
    await till.close()
    expect(performance.now() - began).toBeLessThan(8_000)
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    share.remove()
    flood.stop()
  }
  const again = await launch()
  await unlock(again.page)
  await expectSelling(again.page)

  async function lastPaid() {
    const payments = await recentPayments(page)
    return payments.find(({ phase }) => phase === 'settled')?.id
  }
})

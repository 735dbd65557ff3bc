import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../../../electron/main/platform/clock'
import type { ClosingView } from '../../../../../shared/day/closing-page'
import { defaultSettings } from '../../../../../shared/settings'
import type { ReceiptSettings } from '../../../../../shared/settings/receipts'
import { fakePrinter, papersOn } from '../../../../support/printing'

/** A printer on the network that counts who connects. */
async function networkPrinter() {
  let connections = 0
  const server = createServer(socket => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return { address: `127.0.0.1:${port}`, connections: () => connections }
}

it('a recovery code never goes over the network: the computer’s own printer prints it', async () => {
  const printer = fakePrinter<ClosingView>()
  const network = await networkPrinter()
  const receipts: ReceiptSettings = {
    ...defaultSettings.receipts,
    method: 'network',
    address: network.address,
  }
  const papers = papersOn(printer, { get: () => ({ ...defaultSettings, receipts }) }, systemClock)
  const begun: number[] = []
  const printed = await papers.printRecoveryCode({ code: 'ABCD-EFGH', madeAt: 1 }, () =>
    begun.push(printer.printed.length),
  )
  expect(printed).toEqual({ ok: true, value: true })
  expect(printer.printed).toMatchObject([{ view: { recoveryCode: 'ABCD-EFGH' } }])
  expect(begun, 'recorded before paper comes out').toEqual([0])
  expect(network.connections()).toBe(0)
})

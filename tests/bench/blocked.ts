import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { defaultReceiptSettings } from '../../shared/settings/receipts'
import { startPostgres } from '../support/shop/postgres-server'
import { newShopDatabase } from '../support/shop/shop-database'
import { familyOf, startFlood } from '../support/silent-parts'
import { stallShare } from '../support/stalled-share'
import { beginBackup, leaveBackup, makeBackup } from '../support/window/backup'
import { calls, recentPayments } from '../support/window/bridge'
import { sellMobile } from '../support/window/payment'
import { joinShop } from '../support/window/shop-of-tills'
import type { Till } from '../support/window/till'
import { inFolder } from './measuring'
import { withService } from './window'

/** The longest time, ms, in which main answered nothing, and a bystander in the same time. */
export interface Block {
  main: number
  bystander: number
}

export interface Blocks {
  /** While it sold, and nothing was wrong. */
  selling: Block
  /** While it sold and made backups. */
  copying: Block
  /** While it sold; the printer sent bytes for ever; database, backup folder and service were silent. */
  silent: Block
}

const payments = 12

/** A till in a shop, with PostgreSQL; root on Linux alone can have a folder that is silent. */
export function measureBlocks(): Promise<Blocks> {
  return withService({ speed: 10, approvalSeconds: 0.5 }, (till, service) =>
    inFolder(async folder => {
      const server = await startPostgres()
      let frozen: number[] = []
      const flood = await startFlood()
      const share = await stallShare()
      const beside = startBystander(folder)
      const longest = async (work: () => Promise<void>): Promise<Block> => {
        await beside.longest()
        return { main: await longestBlock(till, work), bystander: await beside.longest() }
      }
      try {
        const { page } = till
        const shop = await newShopDatabase(server, [], 'sandbox')
        await joinShop(page, shop, 'Till 1', service.apiSecret)
        const selling = await longest(() => sell(till))
        const copying = await longest(async () => {
          for (let n = 0; n < 3; n += 1) await makeBackup(till, folder, service.apiSecret)
          await sell(till)
        })
        const receipts = { ...defaultReceiptSettings, method: 'network', address: flood.address }
        await calls(page, 'kaunta:settings.save', [{ section: 'receipts', value: receipts }])
        const [paid] = await recentPayments(till.page)
        await beginBackup(till, share.folder, service.apiSecret)
        await leaveBackup(till)
        // With those that serve this till: they were started when it came.
        frozen = familyOf(server.pid())
        for (const pid of frozen) process.kill(pid, 'SIGSTOP')
        const silent = await longest(async () => {
          const printing = calls(page, 'kaunta:receipts.print', [{ paymentId: paid?.id ?? '' }])
          await sell(till)
          service.control.rule({}, { when: 'after', effect: { kind: 'hang' } }, 1_000)
          await sellMobile(page, { phone: '255755300000' })
          await wait(15_000)
          await printing
        })
        return { selling, copying, silent }
      } finally {
        for (const pid of frozen) process.kill(pid, 'SIGCONT')
        beside.stop()
        share.remove()
        flood.stop()
        await server.remove()
      }
    }),
  )
}

/** Makes a file last and go again ten times a second, as SQLite does with each journal, and nothing more. */
const bystander = `
const { closeSync, fsyncSync, openSync, rmSync, writeSync } = require('node:fs')
const { dirname } = require('node:path')
const { monitorEventLoopDelay } = require('node:perf_hooks')
const [, name] = process.argv
const folder = openSync(dirname(name), 'r')
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
setInterval(() => {
  const file = openSync(name, 'w')
  writeSync(file, Buffer.alloc(4096, 'x'))
  fsyncSync(file)
  closeSync(file)
  rmSync(name)
  fsyncSync(folder)
}, 100)
process.on('message', () => {
  process.send(delays.max / 1e6)
  delays.reset()
})
`

/** A process beside the till: what it waits for processor and disk is the machine's doing. */
function startBystander(folder: string) {
  const child = spawn(process.execPath, ['-e', bystander, join(folder, 'bystander')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return {
    /** The longest time, ms, since this was asked last. */
    async longest(): Promise<number> {
      const answer = once(child, 'message')
      child.send('longest')
      const [longest] = await answer
      return Number(longest)
    },
    stop: () => void child.kill(),
  }
}

async function sell({ page }: Till): Promise<void> {
  for (let n = 0; n < payments; n += 1) {
    // Not New sale: it goes from under the pointer when the payment is decided.
    await page.getByRole('navigation').getByRole('button', { name: 'Charge', exact: true }).click()
    await sellMobile(page, { phone: `2557553${String(n).padStart(5, '0')}` })
  }
}

/** Node's own measure of its event loop, in main: every millisecond it should have come round. */
async function longestBlock({ app }: Till, work: () => Promise<void>): Promise<number> {
  const watch = await app.evaluateHandle(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
    const delays = monitorEventLoopDelay({ resolution: 1 })
    delays.enable()
    return delays
  })
  await work()
  const nanoseconds = await watch.evaluate(delays => delays.max)
  await watch.evaluate(delays => delays.disable())
  return nanoseconds / 1e6
}

import { connectionOptions, nameOfAddress, readShopAddress } from '../electron/main/shop/address'
import { connectShop } from '../electron/main/shop/connection'
import { note, readOptions, runCommand } from './command'
import { Problem } from './problem'
import { onSignals } from './process/run'
import { readAuthorityFile } from './shop-database/authority-file'
import { HintQueue } from './webhook-receiver/hint-queue'
import { startReceiver } from './webhook-receiver/receiver'

const usage =
  'Use: npm run webhook-receiver -- --database ADDRESS [--port N] [--host H] [--authority FILE]\n' +
  "ADDRESS is a receiver's own, from: npm run shop-database -- add-receiver …\n" +
  'Without --database the address is read from KAUNTA_SHOP_DATABASE: a command line can be read by other programs.\n' +
  'It speaks plain HTTP on this computer: put the HTTPS server of the shop before it.'

await runCommand(async () => {
  const { address, authorities, port, host } = given()
  const queue = new HintQueue({
    connect: () => connectShop(connectionOptions(address, authorities)),
    now: () => performance.now(),
    note: note,
  })
  const receiver = await startReceiver({ host, port, queue })
  process.stdout.write(`Takes callbacks at ${receiver.address} for ${nameOfAddress(address)}\n`)
  await ended()
  await receiver.stop()
  await queue.stop()
  return 0
}, usage)

function given() {
  const text = { type: 'string' } as const
  const options = { database: text, port: text, host: text, authority: text }
  const { values } = readOptions(usage, { options })
  const read = readShopAddress(values.database ?? process.env.KAUNTA_SHOP_DATABASE ?? '')
  if (!read.ok) throw new Problem(`--database is missing or no address (${read.fault}).`, usage)
  const port = Number(values.port ?? '8020')
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Problem('--port is no port.', usage)
  const authorities = values.authority ? [readAuthorityFile(values.authority)] : []
  return { address: read.address, authorities, port, host: values.host ?? '127.0.0.1' }
}

function ended(): Promise<void> {
  return new Promise(resolve => {
    const stop = onSignals(() => {
      stop()
      resolve()
    })
  })
}

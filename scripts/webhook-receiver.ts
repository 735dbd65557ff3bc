import { connectionOptions, nameOfAddress, readShopAddress } from '../electron/main/shop/address'
import { connectShop } from '../electron/main/shop/connection'
import { readArguments } from './arguments'
import { note, runCommand } from './command'
import { Problem } from './problem'
import { onSignals } from './process/tree'
import { readAuthorityFile } from './shop-database/authority-file'
import { HintQueue } from './webhook-receiver/hint-queue'
import { startReceiver } from './webhook-receiver/receiver'

const usage =
  'Use: npm run webhook-receiver -- --database ADDRESS [--port N] [--host H] [--authority FILE]\n' +
  "ADDRESS is a receiver's own, from: npm run shop-database -- add-receiver …\n" +
  'It speaks plain HTTP on this computer: put the HTTPS server of the shop before it.'

await runCommand(async () => {
  const given = readOptions(process.argv.slice(2))
  if (given === null) return 0
  const { address, authorities, port, host } = given
  const queue = new HintQueue({
    connect: () => connectShop(connectionOptions(address, authorities)),
    now: () => performance.now(),
    say: note,
  })
  const receiver = await startReceiver({ host, port, queue })
  process.stdout.write(`Takes callbacks at ${receiver.address} for ${nameOfAddress(address)}\n`)
  await ended()
  await receiver.stop()
  await queue.stop()
  return 0
})

function readOptions(args: string[]) {
  const given = readArguments(args, ['database', 'port', 'host', 'authority'], usage)
  if (given === null) return null
  const { options: values, rest } = given
  if (rest.length > 0) throw new Problem(`"${rest[0]}" is no option.`, usage)
  const read = readShopAddress(values.database ?? '')
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

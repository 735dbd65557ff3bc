import { createServiceClient } from '../../../electron/main/service/client'
import { connectionOptions } from '../../../electron/main/shop/address'
import { connectShop } from '../../../electron/main/shop/connection'
import { shopFailure } from '../../../electron/main/shop/failure'

/*
 * Another process, whose environment a test chooses: what becomes of a call to the service and of a connection
 * to the shop database on two ports of this computer.
 */
const [servicePort, shopPort] = process.argv.slice(2).map(Number)
const client = createServiceClient({
  address: `https://127.0.0.1:${servicePort}`,
  pathPrefix: 'service',
  keys: () => ({ apiKey: { reveal: () => 'pk' }, apiSecret: { reveal: () => 'sk-secret' } }),
  clock: { wall: Date.now, after: () => () => undefined },
})
const answer = await client.readMobilePayment('r')
await client.close()
// As on another computer: this one would be reached without TLS.
const address = { host: '192.0.2.7', port: shopPort ?? 0, database: 'd', role: 'r', password: 'p' }
const options = { ...connectionOptions(address, []), host: '127.0.0.1' }
const shop = await connectShop(options).then(() => 'connected', shopFailure)
process.stdout.write(JSON.stringify([answer, shop]))
process.exit()

import { openLedger } from '../../electron/main/store/ledger/open-ledger'

/*
 * Another process that opens a ledger, says what came of it, and holds it until it is killed.
 *
 *   tsx second-till.ts FILE
 */
const [file = ''] = process.argv.slice(2)
const opening = openLedger({ file, key: Buffer.alloc(32, 7) })
process.stdout.write(`${opening.ok ? 'opened' : opening.reason}\n`)
if (opening.ok) setInterval(() => opening.ledger.open(), 1_000)

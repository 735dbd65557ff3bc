import { createInterface } from 'node:readline/promises'
import type { Client } from 'pg'
import { systemRandom } from '../electron/main/platform/random'
import {
  addressOfLogin,
  connectionOptions,
  nameOfAddress,
  readShopAddress,
  type ShopAddress,
  textOfAddress,
} from '../electron/main/shop/address'
import { keepFor, readShops } from '../electron/main/shop/administration'
import { openClient } from '../electron/main/shop/connection'
import { type ShopFailure, shopFailure } from '../electron/main/shop/failure'
import {
  type Administration,
  addReader,
  addShop,
  addTill,
  inTransaction,
  type Login,
  sessionUserOf,
} from '../electron/main/shop/members'
import {
  endLogins,
  endOwners,
  type OldComputer,
  replaceComputer,
} from '../electron/main/shop/replace-till'
import {
  applySchema,
  prepareServer,
  type SchemaState,
  ServerTooOld,
  schemaState,
} from '../electron/main/shop/schema'
import { fewestMonths, mostMonths } from '../shared/settings/retention'
import type { ListedTill, ShopAddressFault } from '../shared/shop-database'
import { note, readOptions, runCommand } from './command'
import { Problem } from './problem'
import { readAuthorityFile } from './shop-database/authority-file'
import { restoreLogins } from './shop-database/members'
import { readSchemaFiles } from './shop-database/schema-files'

const usage = `Use: npm run shop-database -- COMMAND ADDRESS [options]
ADDRESS is the administrator's: postgres://ROLE:PASSWORD@HOST:PORT/DATABASE
Other programs of this computer can read a command line. So write - for ADDRESS, and it is read from the keyboard or a
pipe; or leave it out, and it is read from KAUNTA_SHOP_DATABASE.

  init ADDRESS                              makes the shop database, or brings it up to date
  upgrade ADDRESS                           brings it up to date
  check ADDRESS                             says whether it is up to date, and changes nothing
  add-shop ADDRESS --shop ID --name NAME --mode practice|sandbox|production [--account NAME]
  add-till ADDRESS --shop ID --name NAME    prints the new till's own address, once
  replace-till ADDRESS --till ID --old broken|stolen [--computer N]
                                            gives a till's place to a new machine. broken: the old computer may
                                            still ship what it has; stolen (or lost): its login ends at once, and
                                            those of the computers before it. --computer: an earlier one was stolen,
                                            after it was replaced; the present one goes on
  tills ADDRESS                             lists them: when each last spoke, its version, clock, and what waits there
  keep ADDRESS --months N                   how long payments are kept there: 24 months unless set
  restore-roles ADDRESS                     before and after a copy is put on a server: makes the roles it needs
  add-owner ADDRESS --shop ID[,ID…]         prints the address of an owner who sees these shops
  end-owners ADDRESS                        ends every owner's address, as where a computer with one was stolen
  add-receiver ADDRESS --shop ID[,ID…]      prints the address of a webhook receiver of these shops
  demo                                      starts a PostgreSQL of its own with three tills to look at

  --authority FILE    trusts this certificate authority (PEM) for the connection`

const files = readSchemaFiles('resources/shop-database')

const text = { type: 'string' } as const
const optionTypes = {
  ...{ shop: text, name: text, mode: text, till: text, old: text, authority: text, account: text },
  ...{ computer: text, months: text },
}

type Options = { [Name in keyof typeof optionTypes]?: string }

interface Call {
  client: Client
  address: ShopAddress
  options: Options
}

type Command = (call: Call) => Promise<number>

const apply: Command = async ({ client }) => {
  const applied = await applySchema(client, files)
  print(
    applied.length > 0
      ? `Applied: ${applied.join(', ')}`
      : 'It is up to date. Nothing was changed.',
  )
  return 0
}

const checked: Record<SchemaState, { text: string; code: number }> = {
  ready: { text: 'It is a shop database, and up to date.', code: 0 },
  missing: { text: 'It is no shop database yet. Next: init.', code: 1 },
  older: { text: 'It is a shop database of an older version. Next: upgrade.', code: 1 },
  newer: {
    text: 'It is of a newer version than this app. Next: bring this app up to date.',
    code: 1,
  },
}

const commands: Readonly<Record<string, Command>> = {
  init: apply,
  upgrade: apply,
  async check({ client }) {
    const { text, code } = checked[await schemaState(client, files)]
    print(text)
    return code
  },
  async 'add-shop'({ client, options }) {
    const mode = wanted(options.mode, '--mode')
    if (mode !== 'practice' && mode !== 'sandbox' && mode !== 'production')
      throw new Problem(`"${mode}" is no mode.`, usage)
    const id = wanted(options.shop, '--shop')
    const account = options.account ?? id
    await addShop(administration(client), {
      id,
      name: wanted(options.name, '--name'),
      mode,
      account,
    })
    print(`Made the shop ${id}.`)
    return 0
  },
  async 'add-till'({ client, address, options }) {
    const shop = await idOf(client, 'shop', wanted(options.shop, '--shop'))
    const name = wanted(options.name, '--name')
    const added = await inTransaction(administration(client), admin => addTill(admin, shop, name))
    return sayLogin(
      { client, address },
      added,
      `Made the till ${name}. Enter this address in its settings:`,
    )
  },
  async 'replace-till'({ client, address, options }) {
    const till = await idOf(client, 'till', wanted(options.till, '--till'))
    const old = wanted(options.old, '--old')
    if (old !== 'broken' && old !== 'stolen')
      throw new Problem(`"${old}" is neither broken nor stolen.`, usage)
    const admin = administration(client)
    if (options.computer !== undefined) {
      const computer = Number(options.computer)
      if (old !== 'stolen' || !Number.isInteger(computer) || computer < 1)
        throw new Problem('--computer is the number of a stolen computer.', usage)
      const ended = await endLogins(admin, till, computer)
      print(`Logins that have ended: ${ended}. The present computer goes on.`)
      return 0
    }
    return sayLogin({ client, address }, await replaceComputer(admin, till, old), replaced[old])
  },
  async tills({ client }) {
    for (const { name: shop, tills } of (await readShops(client)).shops)
      for (const till of tills) print(`${shop}, ${till.name}: ${saidOf(till)}`)
    return 0
  },
  async keep({ client, options }) {
    const months = Number(wanted(options.months, '--months'))
    if (!Number.isInteger(months) || months < fewestMonths || months > mostMonths)
      throw new Problem(`--months is a number from ${fewestMonths} to ${mostMonths}.`, usage)
    await keepFor(client, months)
    print(`Payments are kept for ${months} months.`)
    return 0
  },
  async 'restore-roles'({ client }) {
    const hasTables = (await schemaState(client, files)) !== 'missing'
    await prepareServer(client, { andSchema: hasTables })
    if (!hasTables) {
      print('The server is ready for the copy. Put it back now, then run this again.')
      return 0
    }
    const made = await restoreLogins(administration(client))
    print(made.length > 0 ? `Made again: ${made.join(', ')}` : 'Every role is there.')
    print('Replace again each till that was replaced after the copy was made.')
    return 0
  },
  async 'add-owner'({ client, address, options }) {
    const shops = await shopsOf(client, options)
    const login = await inTransaction(administration(client), admin =>
      addReader(admin, 'owner', shops),
    )
    return sayLogin({ client, address }, login, "The owner's address:")
  },
  async 'end-owners'({ client }) {
    print(`Owners' addresses that have ended: ${await endOwners(administration(client))}`)
    return 0
  },
  async 'add-receiver'({ client, address, options }) {
    const shops = await shopsOf(client, options)
    const login = await inTransaction(administration(client), admin =>
      addReader(admin, 'receiver', shops),
    )
    return sayLogin({ client, address }, login, "The webhook receiver's address:")
  },
}

const replaced: Record<OldComputer, string> = {
  broken:
    'The old computer sells no more, and may still ship what it has. Enter this address in the new one:',
  stolen: `The old computer's login has ended. What else to do, in this order:
  1. At the payment service: make new API keys and end the old ones. The old computer could still charge with them.
  2. Enter the new keys in every till of this merchant account.
  3. Change the PINs of the staff who used the old computer.
Enter this address in the new one:`,
}

function saidOf({ spokeMs, version, behindMs, waiting, oldLogins }: ListedTill): string {
  if (spokeMs === null) return 'has not spoken yet'
  const minutes = Math.round(spokeMs / 60_000)
  const clock = Math.round((behindMs ?? 0) / 60_000)
  return [
    `spoke ${minutes} min ago`,
    `version ${version ?? 'unknown'}`,
    `clock ${Math.abs(clock)} min ${clock < 0 ? 'ahead' : 'behind'}`,
    `${waiting ?? 0} entries wait there`,
    ...(oldLogins > 0 ? [`${oldLogins} old logins may still ship`] : []),
  ].join(', ')
}

const addressFaults: Record<ShopAddressFault, string> = {
  'not-an-address': 'That is no address of a PostgreSQL database.',
  'no-role': 'The address names no role.',
  'no-password': 'The address has no password.',
  'no-database': 'The address names no database.',
  'has-options': 'The address has options behind a ? that say nothing here. Leave them out.',
  'weak-tls': 'The address asks for a connection that is not verified. Write sslmode=verify-full.',
}

const failures: Record<ShopFailure, string> = {
  unreachable: 'Look at host and port, at the network, and whether the server runs.',
  'wrong-password': 'Look at role and password.',
  'tls-required':
    'The server takes only encrypted connections, also within this computer: name its authority with --authority FILE.',
  'no-tls': 'The server offers no encrypted connection (TLS): switch it on.',
  'not-let-in':
    "The server lets this computer not in: add its address to the provider's allow list, or to pg_hba.conf.",
  'not-bound':
    'The address says channel_binding=require, and the server does not offer it. Tell the person who runs the server.',
  'login-ended': 'This login was ended. Use another one.',
  'certificate-not-trusted':
    "Name the authority of the server's certificate with --authority FILE.",
  'certificate-of-another': "Use the name of the server's certificate as the address.",
  'certificate-expired': "Renew the server's certificate.",
  'clock-wrong': "Set this computer's clock.",
  'no-database': 'Create the database first: CREATE DATABASE …',
  'no-right':
    'Use the address of an administrator: a role that owns the database and may create roles.',
  'no-schema': 'Set the database up first: npm run shop-database -- init ADDRESS',
  replaced: "This is a till's address. Use the administrator's.",
  'server-trouble': "Look at the server's own log.",
}

function readAddress(text: string): ShopAddress {
  const read = readShopAddress(text)
  if (!read.ok) throw new Problem(addressFaults[read.fault], usage)
  return read.address
}

/** Does the work as the administrator. A failure of the server is printed with what to look at. */
async function connected(
  address: ShopAddress,
  authorities: readonly string[],
  work: (client: Client) => Promise<number>,
): Promise<number> {
  let client: Client | null = null
  try {
    client = await openClient(connectionOptions(address, authorities))
    return await work(client)
  } catch (error) {
    if (error instanceof Problem) throw error
    const happened = error instanceof Error ? error.message : String(error)
    const next =
      error instanceof ServerTooOld ? 'Use a newer server.' : failures[shopFailure(error)]
    throw new Problem(`${nameOfAddress(address)}: ${happened}`, next)
  } finally {
    await client?.end()
  }
}

function administration(client: Client): Administration {
  return { client, random: systemRandom }
}

/** On stdout, once: it is stored nowhere. */
async function sayLogin(
  { client, address }: Pick<Call, 'client' | 'address'>,
  login: Login,
  happened: string,
): Promise<number> {
  print(happened)
  print(textOfAddress(addressOfLogin(address, login, await sessionUserOf(client))))
  return 0
}

async function shopsOf(client: Client, options: Options): Promise<[string, ...string[]]> {
  const [first = '', ...others] = wanted(options.shop, '--shop').split(',')
  const rest: string[] = []
  for (const other of others) rest.push(await idOf(client, 'shop', other))
  return [await idOf(client, 'shop', first), ...rest]
}

/** One of the shop's own words: an id, or a name where one row alone has it. Throws a Problem that names those there are. */
async function idOf(client: Client, kind: 'shop' | 'till', given: string): Promise<string> {
  const { rows } = await client.query(
    `SELECT ${kind} AS id, name FROM kaunta.${kind} ORDER BY name`,
  )
  const [byId] = rows.filter(({ id }) => id === given)
  const named = rows.filter(({ name }) => name === given)
  const [found] = byId ? [byId] : named.length === 1 ? named : []
  if (found) return String(found.id)
  const there = rows.map(({ id, name }) => `${name} (${id})`).join(', ')
  const what = named.length > 1 ? `More than one ${kind} is called` : `There is no ${kind}`
  throw new Problem(
    `${what} "${given}".`,
    there === '' ? `There is none yet.` : `There are: ${there}`,
  )
}

function wanted(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new Problem(`${name} is missing.`, usage)
  return value
}

/** The first line: a person ends it with Enter. */
async function readTyped(input: NodeJS.ReadableStream): Promise<string> {
  if (process.stdin.isTTY) note("The administrator's address, and Enter:")
  const lines = createInterface({ input })
  for await (const line of lines) return line
  return ''
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

await runCommand(async () => {
  const { values: options, positionals } = readOptions(usage, {
    options: optionTypes,
    allowPositionals: true,
  })
  const [command = '', given = process.env.KAUNTA_SHOP_DATABASE ?? '', ...others] = positionals
  if (command === '' || others.length > 0)
    throw new Problem('A command and an address are needed.', usage)
  // It brings along the tests' PostgreSQL and till: every other command starts in half the time without them.
  if (command === 'demo') return (await import('./shop-database/demo')).demo()
  const run = commands[command]
  if (!run) throw new Problem(`"${command}" is no command of shop-database.`, usage)
  const read = readAddress(given === '-' ? await readTyped(process.stdin) : given)
  const authorities = options.authority ? [readAuthorityFile(options.authority)] : []
  return connected(read, authorities, client => run({ client, address: read, options }))
}, usage)

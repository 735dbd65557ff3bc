import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ShopAddress, textOfAddress } from '../../../../electron/main/shop/address'
import type { LinkReader } from '../../../../electron/main/store/ledger/hash-chain/shipped-links'
import { run } from '../../../../scripts/process/run'
import { fillLedger } from '../../../support/filled-ledger'
import { ledgerIn } from '../../../support/payments/ledger'
import { type PostgresServer, startPostgres } from '../../../support/shop/postgres-server'
import { noLinks, sessionOn } from '../../../support/shop/session'
import { addressOf, newShopDatabase, type TestShop } from '../../../support/shop/shop-database'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const minutes = { timeout: 300_000 }

/** The commands of a guide, in order. */
function commandsOf(guide: string, language: 'sh' | 'sql'): string[] {
  const text = readFileSync(join('docs', guide), 'utf8')
  const blocks = [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^\`]+)\`\`\``, 'g'))]
  return blocks.flatMap(([, block = '']) => block.trim().split('\n'))
}

/** Runs a line of a guide, with addresses in the place of their names. */
async function runLine(line: string, names: Record<string, string>, cwd?: string): Promise<string> {
  const words = line.split(' ').map(word => {
    const [option, value = ''] = word.split('=')
    return names[word] ?? (value in names ? `${option}=${names[value]}` : word)
  })
  const [program = '', ...args] = words
  const isOurs = line.startsWith('npm run shop-database -- ')
  const ended = isOurs
    ? await run(
        process.execPath,
        ['--import', 'tsx', 'scripts/shop-database.ts', ...args.slice(3)],
        { output: 'keep', timeoutMs: 120_000 },
      )
    : spawnSync(program, args, { encoding: 'utf8', cwd })
  const output = 'output' in ended ? String(ended.output) : ''
  const code = 'code' in ended ? ended.code : ended.status
  expect({ line, code, output: code === 0 ? '' : output }).toEqual({ line, code: 0, output: '' })
  return output
}

async function ownServer(version: 15 | 18): Promise<PostgresServer> {
  const server = await startPostgres(undefined, { version })
  onTestFinished(() => server.remove())
  return server
}

/** What a provider's administrator does, with the rights that the guide names; `said` is what each command printed. */
async function setUpManaged(server: PostgresServer) {
  const [makeRole = '', makeDatabase = ''] = commandsOf('managed-postgresql.md', 'sql')
  const admin = { role: 'shop_admin', password: 'choose-a-long-one' }
  await server.asAdministrator('postgres', client => client.query(makeRole))
  await server.connectedAs(admin, 'postgres', client => client.query(makeDatabase))
  const ADDRESS = `postgres://${admin.role}:${admin.password}@127.0.0.1:${server.port}/shop`
  const said: string[] = []
  for (const line of commandsOf('managed-postgresql.md', 'sh'))
    said.push(await runLine(line, { ADDRESS }))
  return { admin, ADDRESS, said }
}

async function storedIn(server: PostgresServer, database: string): Promise<number | null> {
  const text = 'SELECT FROM kaunta.event'
  return (await server.asAdministrator(database, client => client.query(text))).rowCount
}

/** The address that a command printed last. */
const printedAddress = (said: string) => addressOf(said.trim().split('\n').at(-1) ?? '')

it.each([15, 18] as const)(
  'the guide for a managed PostgreSQL %i works with the rights that it names',
  minutes,
  async version => {
    const server = await ownServer(version)
    const { admin, said } = await setUpManaged(server)
    expect(said[0]).toContain('Applied: 0001-shop-database.sql')
    expect(printedAddress(said[2] ?? '').role).toMatch(/^kaunta_till_/)
    const allowSecond = commandsOf('managed-postgresql.md', 'sql')[2] ?? ''
    await server.asAdministrator('postgres', client =>
      client.query("CREATE ROLE second_admin LOGIN CREATEROLE CREATEDB PASSWORD 'second'"),
    )
    await server.connectedAs(admin, 'postgres', client => client.query(allowSecond))
    const second = { role: 'second_admin', password: 'second' }
    await server.connectedAs(second, 'postgres', client => client.query('CREATE DATABASE other'))
    await runLine('npm run shop-database -- init ADDRESS', {
      ADDRESS: `postgres://second_admin:second@127.0.0.1:${server.port}/other`,
    })
  },
)

/** Debian's tools are of one version, and dump no newer server. */
const tools = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' })
const hasTools = tools.status === 0
const noTools = 'pg_dump is not on the PATH (Debian: the package postgresql-client)'

describe('a database put back from last week', () => {
  it(
    'on the same server gets from its tills what they sold since, with an administrator of few rights',
    minutes,
    async ({ skip }) => {
      skip(!hasTools, noTools)
      const server = await ownServer(15)
      const { admin, ADDRESS, said } = await setUpManaged(server)
      const { ledger } = ledgerIn(newFolder())
      fillLedger(ledger, 5)
      /** The guide's shop takes real payments. */
      const sessionAt = (address: ShopAddress, links: LinkReader) =>
        sessionOn({ address }, address, links, { kind: 'production' })
      const first = sessionAt(printedAddress(said[2] ?? ''), ledger.links)
      await first.shipped()
      const folder = newFolder()
      const [dump = '', ...putBack] = commandsOf('restore-shop-database.md', 'sh')
      const [empty = ''] = commandsOf('restore-shop-database.md', 'sql')
      await runLine(dump, { OLD: ADDRESS }, folder)
      fillLedger(ledger, 5)
      await first.shipped()
      const addTill = 'npm run shop-database -- add-till ADDRESS --shop duka --name Counter-2'
      const joined = sessionAt(printedAddress(await runLine(addTill, { ADDRESS })), noLinks)
      await joined.connected()

      await server.connectedAs(admin, 'shop', client => client.query(empty))
      fillLedger(ledger, 1)
      first.session.wake()
      await first.until(() => first.session.state().fault === 'no-schema')
      for (const line of putBack) await runLine(line, { NEW: ADDRESS }, folder)
      await first.until(() => first.session.state().fault === null && first.lost.length > 0)
      await first.shipped()
      expect(await storedIn(server, 'shop')).toBe(ledger.links.last())
      await joined.until(() => joined.session.state().fault === 'no-right')
    },
  )

  it(
    'on a new server is used again by the same tills, and lacks nothing in the end',
    minutes,
    async ({ skip }) => {
      skip(!hasTools, noTools)
      const [before, after] = [await ownServer(15), await ownServer(15)]
      const shop = await newShopDatabase(before)
      const till = await shop.addTill('Counter 1')
      const gone = await shop.addTill('Counter 2')
      await shop.replaceTill(gone.till, 'stolen')
      const { ledger } = ledgerIn(newFolder())
      fillLedger(ledger, 5)
      const first = sessionOn(shop, till, ledger.links)
      await first.shipped()
      const folder = newFolder()
      const OLD = textOfAddress(shop.address)
      const NEW = await after.newDatabase()
      const [dump = '', ...putBack] = commandsOf('restore-shop-database.md', 'sh')
      await runLine(dump, { OLD }, folder)
      fillLedger(ledger, 5)
      await first.shipped()
      await first.session.stop()
      for (const line of putBack) await runLine(line, { NEW }, folder)
      const moved: TestShop = { ...shop, address: addressOf(NEW) }
      // Its role and its password are what they were.
      const again = sessionOn(moved, till, ledger.links, {
        position: {
          last: () => ledger.links.last(),
          reached: () => undefined,
          flush: () => undefined,
        },
      })
      await again.shipped()
      expect(again.lost[0]).toBeGreaterThan(0)
      expect(await storedIn(after, moved.address.database)).toBe(ledger.links.last())
      const stolen = sessionOn(moved, gone, ledger.links)
      await stolen.until(() => stolen.session.state().fault === 'wrong-password')
    },
  )
})

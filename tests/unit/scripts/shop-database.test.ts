import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionOptions } from '../../../electron/main/shop/address'
import { connectShop } from '../../../electron/main/shop/connection'
import { askHello } from '../../../electron/main/shop/hello'
import { run } from '../../../scripts/process/run'
import { type Bundle, bundle } from '../../support/bundle'
import { postgresForTests } from '../../support/shop/postgres-for-tests'
import { addressOf } from '../../support/shop/shop-database'

const server = postgresForTests()
let bundled: Bundle
beforeAll(async () => {
  bundled = await bundle({ command: 'scripts/shop-database.ts' })
})
afterAll(() => bundled.remove())

const shopDatabase = (...args: string[]) =>
  run(process.execPath, [bundled.file('command'), ...args], { output: 'keep', timeoutMs: 60_000 })
const lastLine = (output: string) => output.trim().split('\n').at(-1) ?? ''

describe('npm run shop-database', () => {
  const timeout = 180_000
  it('sets a shop up and replaces a till, from an empty database', { timeout }, async () => {
    const address = await server().newDatabase()
    expect(await shopDatabase('check', address)).toMatchObject({ code: 1 })
    const made = await shopDatabase('init', address)
    expect([made.code, made.output]).toEqual([0, 'Applied: 0001-shop-database.sql\n'])
    expect((await shopDatabase('upgrade', address)).output).toContain('Nothing was changed')
    expect(await shopDatabase('check', address)).toMatchObject({ code: 0 })
    const shop = ['--shop', 'duka', '--name', 'Duka la Asha', '--mode', 'sandbox']
    expect(await shopDatabase('add-shop', address, ...shop)).toMatchObject({ code: 0 })
    const added = await shopDatabase('add-till', address, '--shop', 'duka', '--name', 'Counter 1')
    expect(added.code).toBe(0)
    const hello = await helloOf(lastLine(added.output))
    expect(hello).toMatchObject({
      shop: { id: 'duka', name: 'Duka la Asha', mode: 'sandbox' },
      till: { name: 'Counter 1', epoch: 1 },
      replaced: false,
    })
    const nowhere = await shopDatabase(
      'add-till',
      address,
      '--shop',
      'dukka',
      '--name',
      'Counter 2',
    )
    expect(nowhere.output).toContain('There are: Duka la Asha (duka)')
    const nobody = ['--till', 'Counter 9', '--old', 'broken']
    expect((await shopDatabase('replace-till', address, ...nobody)).output).toContain('Counter 1 (')
    const old = ['--till', 'Counter 1', '--old', 'broken']
    const replaced = await helloOf(
      lastLine((await shopDatabase('replace-till', address, ...old)).output),
    )
    expect(replaced).toMatchObject({ till: { epoch: 2 }, replaced: false })
    expect(await helloOf(lastLine(added.output))).toMatchObject({ replaced: true })
    expect(added.output).toContain('Made the till Counter 1.')
    const listed = await shopDatabase('tills', address)
    expect(listed.output).toBe('Duka la Asha, Counter 1: has not spoken yet\n')
    expect((await shopDatabase('keep', address, '--months', '5')).output).toContain('from 6 to 120')
    expect((await shopDatabase('keep', address, '--months', '36')).output).toContain('36 months')
  })

  it('takes the address from the environment, or as its first line of input', async () => {
    const address = await server().newDatabase()
    const options = { output: 'keep', timeoutMs: 60_000 } as const
    const env = { ...process.env, KAUNTA_SHOP_DATABASE: address }
    const file = bundled.file('command')
    expect(await run(process.execPath, [file, 'check'], { ...options, env })).toMatchObject({
      code: 1,
      output: expect.stringContaining('Next: init.'),
    })
    const typed = spawnSync(process.execPath, [file, 'check', '-'], { input: `${address}\n` })
    expect(String(typed.stdout)).toContain('Next: init.')
  })

  it('says what is wrong and what to do next, without the password', async () => {
    const address = (await server().newDatabase()).replace(/:[^:@]+@/, ':secret-word@')
    const { code, output } = await shopDatabase('init', address)
    expect(code).toBe(1)
    expect(output).toContain('Look at role and password.')
    expect(output).not.toContain('secret-word')
  })

  it.each([
    ['"drop" is no command', 'drop', 'postgres://a:b@127.0.0.1/c'],
    ['A command and an address are needed.'],
    ['no address of a PostgreSQL', 'check', 'mysql://a:b@c/d'],
  ])('refuses what it does not know: %s', async (said, ...args) => {
    expect((await shopDatabase(...args)).output).toContain(said)
  })

  it("keeps passwords out of the server's log", async () => {
    const address = await server().newDatabase()
    for (const command of ["ALTER SYSTEM SET log_statement = 'all'", 'SELECT pg_reload_conf()'])
      await server().asAdministrator('postgres', client => client.query(command))
    await shopDatabase('init', address)
    await shopDatabase('add-shop', address, '--shop', 's', '--name', 's', '--mode', 'practice')
    const added = await shopDatabase('add-till', address, '--shop', 's', '--name', 'Counter 1')
    const { password, role } = addressOf(lastLine(added.output))
    expect(server().log()).toContain(role)
    expect(server().log()).not.toContain(password)
  })
})

async function helloOf(address: string) {
  const connection = await connectShop(connectionOptions(addressOf(address), []))
  try {
    return await askHello(connection)
  } finally {
    await connection.close()
  }
}

import { expect, it, onTestFinished } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import { connectionOptions, type ShopAddress } from '../../../../electron/main/shop/address'
import { connectShop } from '../../../../electron/main/shop/connection'
import { askHello } from '../../../../electron/main/shop/hello'
import { addTill, inTransaction } from '../../../../electron/main/shop/members'
import { setUpShop } from '../../../../electron/main/shop/set-up-shop'
import { success } from '../../../../shared/ipc/result'
import { postgresForTests } from '../../../support/shop/postgres-for-tests'
import { newShopDatabase } from '../../../support/shop/shop-database'

const server = postgresForTests()

/**
 * A shop database on a server that takes no password that was hashed before, and says so when the transaction is
 * committed, as Neon does: PostgreSQL keeps a verifier that it is given as it is, and makes another of a password.
 */
async function choosyShop() {
  const shop = await newShopDatabase(server())
  await shop.ask(`
    CREATE FUNCTION public.refuse_verifier() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF EXISTS (SELECT FROM pg_authid WHERE rolname = NEW.role AND rolpassword = NEW.verifier) THEN
        RAISE EXCEPTION 'Received HTTP code 400 from control plane: {"error":"Neon only supports being given plaintext passwords"}'
          USING ERRCODE = 'XX000';
      END IF;
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER refuse_verifier AFTER INSERT ON kaunta.member DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION public.refuse_verifier();`)
  return shop
}

const helloFrom = async (address: ShopAddress) => {
  const connection = await connectShop(connectionOptions(address, []))
  onTestFinished(() => connection.close())
  return askHello(connection)
}

it('are sent as they are where a server takes no hashed ones, and nothing is left of the first try', async () => {
  const { address, ask } = await choosyShop()
  const kept: ShopAddress[] = []
  let dropped = 0
  const made = await setUpShop({
    ...{ address, authorities: [], kind: 'practice', random: systemRandom },
    place: { shop: 'duka', till: 'Counter 1' },
    keep(made) {
      kept.push(made)
      return success(null)
    },
    undo() {
      dropped += 1
    },
  })
  expect(made).toMatchObject({ value: { result: 'works' } })
  const [first, own] = kept
  expect([kept.length, dropped]).toEqual([2, 1])
  expect(await helloFrom(own as ShopAddress)).toMatchObject({ till: { name: 'Counter 1' } })
  await expect(helloFrom(first as ShopAddress)).rejects.toMatchObject({ code: '28P01' })
  const roles = 'SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)'
  expect(await ask(roles, [kept.map(({ role }) => role)])).toHaveLength(1)
  expect(await ask('SELECT FROM kaunta.till')).toHaveLength(1)
  expect(server().log()).not.toContain(own?.password)
})

it('are hashed before wherever a server takes that, and another failure is tried once', async () => {
  const shop = await newShopDatabase(server())
  const { database } = shop.address
  await server().asAdministrator(database, async client => {
    let tries = 0
    const add = (name: string) =>
      inTransaction({ client, random: systemRandom }, admin => {
        tries += 1
        return addTill(admin, 'duka', name)
      })
    const { role } = await add('Counter 1')
    const verifiers = `SELECT FROM kaunta.member JOIN pg_authid ON rolname = role AND rolpassword = verifier WHERE role = $1`
    expect(await shop.ask(verifiers, [role])).toHaveLength(1)
    await expect(add('Counter 1')).rejects.toMatchObject({ code: '23505' })
    expect(tries).toBe(2)
  })
})

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { TillState } from '../../shared/ipc/till-state'
import { makeCertificate } from '../support/service/certificate'
import { calls } from '../support/window/bridge'
import { passphrase } from '../support/window/connection'
import { addPeople, people, signIn } from '../support/window/staff'
import { expect, test } from '../support/window/test'

const { neema, rehema } = people

interface Chooser {
  asked: number
  hadWindow: boolean
  answer: (file: string) => void
}

test('a certificate that an owner began to choose is not added by a cashier who came meanwhile', async ({
  till: { app, page },
  dataFolder,
}) => {
  const file = path.join(dataFolder, 'chosen.pem')
  await writeFile(file, (await makeCertificate([], { name: 'A cashier’s own CA' })).cert)
  await addPeople(page, neema, rehema)
  // The computer's own dialog stays open until the test chooses in it.
  await app.evaluate(({ dialog, BrowserWindow }) => {
    const chooser: Chooser = { asked: 0, hadWindow: false, answer: () => undefined }
    Object.assign(globalThis, { chooser })
    dialog.showOpenDialog = ((parent: unknown) => {
      chooser.asked += 1
      chooser.hadWindow = parent instanceof BrowserWindow
      return new Promise(resolve => {
        chooser.answer = chosen => resolve({ canceled: false, filePaths: [chosen] })
      })
    }) as typeof dialog.showOpenDialog
  })
  const chooser = () => app.evaluate(() => (globalThis as unknown as { chooser: Chooser }).chooser)

  const adding = calls(page, 'kaunta:connection.addAuthority', [
    { kind: 'production', proof: passphrase },
  ])
  await expect.poll(async () => (await chooser()).asked).toBe(1)
  expect((await chooser()).hadWindow).toBe(true)

  await calls(page, 'kaunta:staff.lock', [undefined])
  await signIn(page, rehema)
  await app.evaluate(
    (_electron, chosen) => (globalThis as unknown as { chooser: Chooser }).chooser.answer(chosen),
    file,
  )
  expect(await adding).toMatchObject([{ ok: false, code: 'session-ended' }])
  const [state] = (await calls(page, 'kaunta:till.state', [undefined])) as [{ value: TillState }]
  expect(state.value.connections.production.authorities).toEqual([])
})

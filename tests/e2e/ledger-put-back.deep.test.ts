import { copyFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { unlock } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/sale'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'

test('a ledger and heads.json of an older moment, put back together, are reported', async ({
  launch,
  launchConnected,
  dataFolder,
}) => {
  const sell = async (page: Page, amount: string) => {
    await sellMobile(page, { phone: phones.approves, amount })
    await expectState(page, 'Paid')
  }
  const files = ['ledger-sandbox.db', 'heads.json']
  const first = await launchConnected()
  await sell(first.page, '700')
  await first.close()
  for (const file of files)
    copyFileSync(path.join(dataFolder, file), path.join(dataFolder, `${file}.older`))
  const second = await launch()
  await unlock(second.page)
  await sell(second.page, '15000')
  await second.close()
  for (const file of files)
    copyFileSync(path.join(dataFolder, `${file}.older`), path.join(dataFolder, file))

  const { page } = await launch()
  await unlock(page)
  await expect(page.getByText('The till’s records were changed:')).toBeVisible()
  await openSettings(page, 'Activity log')
  await expect(page.getByText('Change from outside the till found').first()).toBeVisible()
})

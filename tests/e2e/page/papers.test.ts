import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openLedger } from '../../../electron/main/store/ledger/open-ledger'
import type { CashUp } from '../../../shared/day/cash-up'
import { type ClosingView, closingPageName } from '../../../shared/day/closing-page'
import type { Language } from '../../../shared/language'
import type { PaperPage } from '../../../shared/paper-page'
import type { Paper } from '../../../shared/settings/receipts'
import { ledgerKey } from '../../support/database'
import { asha, closeDay, take } from '../../support/day-payments'
import { origin } from '../../support/page/page-bridge'
import { expect, test } from '../../support/page/test'

// One after the other: each worker bundles the till once.
test.describe.configure({ mode: 'default' })

/** Two pushes, a card, cash, and one whose outcome nobody knows. */
function fivePayments(): CashUp {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaunta-paper-'))
  const opening = openLedger({ file: path.join(folder, 'ledger.db'), key: ledgerKey })
  if (!opening.ok) throw new Error(opening.reason)
  const { ledger } = opening
  const by = (value: number) => ({ amount: { currency: 'TZS', value }, person: asha })
  take(ledger, 'handedOver', by(15_000))
  take(ledger, 'handedOver', by(7_500))
  take(ledger, 'handedOver', { ...by(20_000), channel: 'card' })
  take(ledger, 'inCash', by(4_000))
  take(ledger, 'expired', by(6_000))
  const counted = [{ currency: 'TZS', amount: 54_000 }]
  const floats = [{ currency: 'TZS', amount: 50_000 }]
  const cashUp = closeDay(ledger, { counted, floats })
  opening.close()
  rmSync(folder, { recursive: true })
  return cashUp
}

/** How long it is, in cm. */
async function drawn(page: Page, view: ClosingView): Promise<number> {
  const { height } = await page.evaluate(
    ([name, shown]) =>
      (window as unknown as Record<string, PaperPage<ClosingView>>)[name]?.show(shown) ??
      Promise.reject(new Error('no page')),
    [closingPageName, view] as const,
  )
  return (height / 96) * 2.54
}

test('the closing of five payments is at most 30 cm of a roll, and says no total twice', async ({
  pages,
}) => {
  const cashUp = fivePayments()
  for (const [language, paper] of [
    ['en', '58'],
    ['sw', '58'],
    ['en', '80'],
  ] as const satisfies [Language, Paper][]) {
    const page = await pages.newPage()
    await page.goto(`${origin}/pages/cash-up/index.html`)
    const cm = await drawn(page, { cashUp, copiedAt: null, language, paper })
    expect(cm, `${language} on ${paper} mm`).toBeLessThanOrEqual(30)
    const article = page.locator('article')
    await expect(article).toContainText('00c0ffee00c0ffee')
    await expect(article, 'a dash says nothing').not.toHaveText(/^–$/m, { useInnerText: true })
    const total = article.getByText('42,500').filter({ visible: true })
    await expect(total, 'in its block, and of its cashier').toHaveCount(2)
  }
})

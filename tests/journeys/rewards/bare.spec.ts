import { test } from '../../stub/fixtures.ts'
import { aisyah } from '../../support/browser/people.ts'
import { expect } from '../support/fixtures.ts'
import { expectSettled, heading, logIn, moveTo, stampCard } from '../support/web.ts'

const toRewards = 'a[href^="/app/rewards"], a[href^="/app/vouchers"], a[href^="/app/history"]'

test('R-2.03 R-2.04 R-3.05 R-7.01 R-7.03 S-2.29 a server without rewards, messages and links gets no links to rewards, says what is missing and keeps the mail link', async ({
  page,
}) => {
  await page.goto('/')
  await expectSettled(page)
  await page.waitForLoadState('networkidle')
  await expect(page.locator(toRewards)).toHaveCount(0)
  await logIn(page, aisyah)
  await expect(stampCard(page)).toContainText('Every approved receipt adds stamps.')
  for (const [path, title] of [
    ['/', /^Welcome/],
    ['/app/merchants/1', /./],
    ['/app/deals', 'Deals'],
    ['/app/profile', 'My Profile'],
  ] as const) {
    await moveTo(page, path)
    await expect(heading(page, title)).toBeVisible()
    await expectSettled(page)
    await page.waitForLoadState('networkidle')
    await expect(page.locator(toRewards)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }

  for (const [path, title] of [
    ['/app/rewards', 'Rewards'],
    ['/app/history', 'Redemption history'],
    ['/app/history/stamps', 'All stamp movements'],
  ] as const) {
    await moveTo(page, path)
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByText('Not available here.')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await moveTo(page, '/app/rewards/1')
  await expect(heading(page, 'This reward is not available.')).toBeVisible()
  await moveTo(page, '/app/vouchers/1')
  await expect(heading(page, 'We couldn’t find this voucher')).toBeVisible()

  await moveTo(page, '/app/contact')
  await expect(heading(page, 'Contact')).toBeVisible()
  const write = page.getByRole('link', { name: 'Send an email' })
  await expect(write).toHaveAttribute('href', 'mailto:support@stampus.example')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await moveTo(page, '/app/contact/1')
  await expect(heading(page, 'We couldn’t find this conversation')).toBeVisible()
  await moveTo(page, '/app/links')
  await expect(page.getByText('No links yet')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

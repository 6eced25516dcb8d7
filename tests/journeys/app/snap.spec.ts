import type { Page } from '@playwright/test'
import { drawPicture, newPerson, registerMember } from '../../support/browser/people.ts'
import { connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectSettled, heading, openAs } from '../support/web.ts'

const snap = (page: Page) => page.getByLabel('Snap a receipt')
const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('D-03 Snap is above the tab bar on every page that has one, except where the form has a camera', async ({
  page,
}) => {
  for (const path of ['/', '/app/merchants', '/app/merchants/1', '/app/deals', '/app/announcements', '/nowhere']) {
    await page.goto(path)
    await expectSettled(page)
    const { bottom } = await boxOf(page)
    expect(bottom, path).toBeLessThanOrEqual((await tabBar(page).boundingBox())?.y ?? 0)
  }
  for (const path of ['/merchants/boba-bukit', '/login', '/register']) {
    await page.goto(path)
    await expectSettled(page)
    await expect(snap(page), path).toHaveCount(0)
  }
})

test('D-03 Snap covers nothing on the pages of rewards, vouchers and stamps, which have a tab bar', async ({
  page,
  server,
  member,
}) => {
  const reward = await (await connectRewardsDesk(server)).publish()
  await openAs(page, member, '/app/profile')
  await expect(snap(page)).toHaveCount(1)
  for (const path of ['/app/rewards', `/app/rewards/${reward.id}`, '/app/history', '/app/history/stamps']) {
    await page.goto(path)
    await expectSettled(page)
    await expect(tabBar(page), path).toBeVisible()
    await expect(snap(page), path).toHaveCount(0)
  }
})

test('D-03 Snap does not cover the buttons of the profile’s form', async ({ page, member }) => {
  await openAs(page, member, '/app/profile')
  await expect(snap(page)).toHaveCount(1)
  await page.goto('/app/profile?edit')
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
  await expect(tabBar(page)).toBeVisible()
  await expect(snap(page)).toHaveCount(0)
})

test('S-2.11 S-2.06 neither Snap nor the tab bar covers Upload receipt on a small phone', async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 616 })
  const upload = page.getByRole('link', { name: 'Upload receipt' })
  const expectUncovered = async () => {
    const { y = 0, height = 0 } = (await upload.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual((await boxOf(page)).top)
  }
  await page.goto('/')
  await expectUncovered()
  await openAs(page, await registerMember(server, newPerson('Muhammad Amirul Hafizuddin bin Abdul Rahman Shah')))
  await expect(page.getByRole('region', { name: 'Stamp card' })).toContainText('stamps')
  await expectUncovered()
})

test('S-2.08 the end of a page is above Snap, also on a phone in landscape', async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    await expectSettled(page)
    // The link to the rewards comes later, and moves the end of the page.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      const last = await page.getByRole('contentinfo').getByRole('link').last().boundingBox()
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((await boxOf(page)).top)
    }).toPass()
  }
})

test('S-4.12 S-6.02 a guest snaps a receipt on the merchants page and goes on to login', async ({ page }) => {
  await page.goto('/app/merchants')
  await expectSettled(page)
  await snap(page).setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/login?redirect=%2Fsubmit')
  await expect(page.getByText('Your receipt is saved on this device')).toBeVisible()
})

test('S-4.12 a member snaps a receipt on the deals page and goes on to the form', async ({ page, member }) => {
  await openAs(page, member, '/app/deals')
  await expect(heading(page, 'Popular Deals')).toBeVisible()
  await snap(page).setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/submit')
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
})

test('S-4.12 a picture that is snapped on the merchants page before the scripts run is not lost', async ({ page }) => {
  // A server that has just started may send the plain page first.
  await page.goto('/app/merchants')
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.fallback()
  })
  const opened = page.goto('/app/merchants')
  await expect(heading(page, 'Merchants')).toBeVisible()
  await snap(page).setInputFiles(await drawPicture())
  held.resolve()
  await opened
  await expect(page).toHaveURL('/login?redirect=%2Fsubmit')
})

test('S-5.07 Snap refuses a file of another type and stays on the page', async ({ page }) => {
  await page.goto('/app/deals')
  await expectSettled(page)
  const pdf = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await snap(page).setInputFiles(pdf)
  await expect(page.getByRole('status', { name: 'Notifications' })).toContainText('Invalid file type.')
  await expect(page).toHaveURL('/app/deals')
})

/** The round button around the field. */
async function boxOf(page: Page) {
  await expect(snap(page)).toBeVisible()
  const { y = 0, height = 0 } = (await snap(page).boundingBox()) ?? {}
  return { top: y, bottom: y + height }
}

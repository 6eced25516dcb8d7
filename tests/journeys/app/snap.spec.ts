import type { Page } from '@playwright/test'
import { drawPicture, newPerson, registerMember } from '../../support/browser/people.ts'
import { connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectSettled, heading, openAs } from '../support/web.ts'

const snap = (page: Page) => page.getByLabel('Snap a receipt')
const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('D-03 S-2.08 S-4.12 S-5.07 S-6.02 Snap is above the tab bar, covers no end of a page, and takes a guest with a picture to login', async ({
  page,
}) => {
  const screen = page.viewportSize()
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
  if (screen) await page.setViewportSize(screen)

  await page.goto('/app/deals')
  await expectSettled(page)
  const pdf = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await snap(page).setInputFiles(pdf)
  await expect(page.getByRole('status', { name: 'Notifications' })).toContainText('Invalid file type.')
  await expect(page).toHaveURL('/app/deals')

  await page.goto('/app/merchants')
  await expectSettled(page)
  await snap(page).setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/login?redirect=%2Fsubmit')
  await expect(page.getByText('Your receipt is saved on this device')).toBeVisible()

  await test.step('a picture that is snapped before the scripts run is not lost', async () => {
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
})

test('D-03 S-2.06 S-2.11 S-4.12 for members Snap covers neither buttons nor Upload receipt on a small phone, and leads to the form', async ({
  page,
  server,
}) => {
  const screen = page.viewportSize()
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
  if (screen) await page.setViewportSize(screen)

  const reward = await (await connectRewardsDesk(server)).publish()
  await page.goto('/app/profile')
  await expect(snap(page)).toHaveCount(1)
  for (const path of ['/app/rewards', `/app/rewards/${reward.id}`, '/app/history', '/app/history/stamps']) {
    await page.goto(path)
    await expectSettled(page)
    await expect(tabBar(page), path).toBeVisible()
    await expect(snap(page), path).toHaveCount(0)
  }
  await page.goto('/app/profile?edit')
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
  await expect(tabBar(page)).toBeVisible()
  await expect(snap(page)).toHaveCount(0)

  await page.goto('/app/deals')
  await expect(heading(page, 'Popular Deals')).toBeVisible()
  await snap(page).setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/submit')
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
})

/** The round button around the field. */
async function boxOf(page: Page) {
  await expect(snap(page)).toBeVisible()
  const { y = 0, height = 0 } = (await snap(page).boundingBox()) ?? {}
  return { top: y, bottom: y + height }
}

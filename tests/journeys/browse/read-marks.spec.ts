import { publishAnnouncement } from '../../support/browser/operators.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/web.ts'

test('S-3.05 S-2.14 all announcements are marked as read at once, in every tab and on every page', async ({
  page,
  server,
  member,
  context,
}) => {
  const removals = [await publishAnnouncement(server, 'Earlier news'), await publishAnnouncement(server, 'Latest news')]
  await page.goto('/login?redirect=%2Fapp%2Fannouncements')
  await logIn(page, member)
  const home = await context.newPage()
  await home.goto('/')
  const tile = home.getByRole('navigation', { name: 'Explore' }).getByRole('link', { name: /Announcements/ })
  await expect(tile).toContainText('unread')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(15)
  await expect(rows.filter({ hasText: /^New/ })).toHaveCount(2)
  await expect(rows.first()).toContainText('Latest news')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  await expect(rows.filter({ hasText: /^New/ })).toHaveCount(0)
  await expect(tile).not.toContainText('unread')
  await page.reload()
  await expect(rows.first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  for (const remove of removals) await remove()
})

test('S-3.05 a guest sees no button to mark announcements as read', async ({ page }) => {
  await page.goto('/app/announcements')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(15)
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
})

import { change, create } from '@stampus/contract/console/announcements'
import { texts } from '@stampus/contract/texts'
import { callApi } from '../../support/browser/api.ts'
import { publishAnnouncement, signInOperator } from '../../support/browser/operators.ts'
import { manager } from '../../support/browser/people.ts'
import { save, startAnnouncement, test } from '../support/announcement-form.ts'
import { openConsole, toast } from '../support/desk.ts'
import { expect } from '../support/fixtures.ts'
import { paste } from '../support/pasting.ts'
import { expectFieldError, heading, openAs } from '../support/web.ts'

test('S-2.14 D-33 D-53 an announcement ends on its day and time: it is not counted as unread, members no longer see it, and the list shows it as ended', async ({
  page,
  server,
  anotherBrowser,
  member,
}) => {
  const reader = await (await anotherBrowser()).newPage()
  const headers = await signInOperator(server, manager)
  const given = { title: 'Lost umbrella', content: '<p>Found.</p>', image_key: null }
  const { id, version, published_at } = (await callApi(server, create, { ...given, published_at: 'now' }, headers)).data
  await openAs(reader, member)
  const tile = reader.getByRole('navigation', { name: 'Explore' }).getByRole('link', { name: /Announcements/ })
  await publishAnnouncement(server, 'Found umbrella')
  await reader.reload()
  await expect(tile).toContainText('2 unread')
  const ends_at = new Date(Date.parse(published_at ?? '') + 1).toISOString()
  await callApi(server, change, { ...given, id, version, published_at, ends_at }, headers)
  await reader.reload()
  await expect(tile).toContainText('1 unread')

  await startAnnouncement(page, 'Food fair')
  await page.keyboard.type('Until Friday.')
  await page.getByLabel('From a set time').check()
  await page.getByLabel('Date', { exact: true }).fill('04/03/2020')
  await page.getByLabel(/^Time/).fill('08:00')
  const [day, time] = [page.getByRole('textbox', { name: 'End date' }), page.getByLabel(/^End time/)]
  await day.fill('4.3.2020')
  await expect(time).toHaveValue('23:59')
  await time.fill('07:59')
  await save(page)
  await expectFieldError(day, 'The end must be after the time members first see it.')
  await day.fill('31/12/2099')
  await expect(day).toHaveAccessibleDescription("Optional. Members won't see it after this.")
  await save(page)
  await page.getByRole('dialog', { name: 'Save anyway?' }).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Food fair saved. Members see it until 31 Dec 2099, 07:59.')
  await expect(heading(page, 'Food fair')).toBeVisible()

  const { pathname } = new URL(page.url())
  const address = pathname.replace('/console', '/app')
  await reader.goto(address)
  await expect(heading(reader, 'Food fair')).toBeVisible()

  await day.fill('05/03/2020')
  await expect(day).toHaveAccessibleDescription(/^This time has passed. Members won't see/)
  await save(page)
  await page.getByRole('dialog', { name: 'Save anyway?' }).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Food fair saved. Members no longer see it.')
  await reader.reload()
  await expect(reader.getByText(texts.announcementNotFound)).toBeVisible()
  await page.getByRole('link', { name: 'Announcements', exact: true }).first().click()
  const row = page.getByRole('row').filter({ hasText: 'Food fair' })
  await expect(row).toContainText('Ended')
  await expect(row).toContainText('5 Mar 2020, 07:59')
  await page.getByLabel('Status').selectOption({ label: 'Ended' })
  await expect(page).toHaveURL(/state=ended/)
  await expect(row).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Lost umbrella' })).toContainText('Ended')
  await expect(page.getByRole('row').filter({ hasText: 'Found umbrella' })).toHaveCount(0)

  await row.getByRole('link').click()
  await day.fill('')
  await expect(day).toHaveAccessibleDescription('Add an end date too, or the end time is ignored.')
  await save(page)
  await expect(toast(page)).toContainText('Food fair saved. Members see it now.')
  await expect(time).toHaveValue('')
  await reader.reload()
  await expect(heading(reader, 'Food fair')).toBeVisible()
})

test('D-53 an announcement cannot be edited while it is saved, its tables stay complete, and correcting its end date keeps the time', async ({
  page,
}) => {
  await openConsole(page, '/announcements/new', manager)
  const [title, text] = [page.getByLabel('Title'), page.getByRole('textbox', { name: 'Text' })]
  await page.getByLabel('From a set time').check()
  const [from, clock] = [page.getByLabel('Date', { exact: true }), page.getByLabel(/^Time/)]
  await save(page)
  await expectFieldError(title, texts.titleRequired)
  await expectFieldError(text, texts.contentRequired)
  await expectFieldError(from, texts.invalidInstant)
  await title.fill('Rules')
  await text.focus()
  const cell = '<ul><li><a href="/app/deals">Deals</a></li></ul>'
  await paste(page, `<table><tbody><tr><td><div onclick="x()">${cell}</div><img src="/x"></td></tr></tbody></table>`)
  await from.fill('04/03/2020')
  await clock.fill('08:00')
  await expect(from).not.toHaveAttribute('aria-invalid')
  await expect(from).toHaveAccessibleDescription(/^This time has passed/)
  await save(page)
  await page.getByRole('dialog', { name: 'Save anyway?' }).getByRole('button', { name: 'Cancel' }).click()
  await from.fill('04/03/2099')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('article', { name: 'Preview' })
  await expect(preview).toContainText('4 Mar 2099')
  await expect(preview.getByRole('cell').getByRole('listitem').getByRole('link')).toHaveAttribute('href', '/app/deals')
  await page.keyboard.press('Escape')

  const held = Promise.withResolvers<void>()
  await page.route('**/api/console/announcements', async (route) => {
    await held.promise
    await route.continue()
  })
  await title.press('Enter')
  await expect(title).toBeDisabled()
  await expect(text).toHaveAttribute('contenteditable', 'false')
  held.resolve()
  await expect(toast(page)).toContainText('Rules saved. Members see it from 4 Mar 2099')
  // The page of the new announcement replaces the form.
  await expect(heading(page, 'Rules')).toBeVisible()
  await expect(title).toBeEnabled()
  await title.fill('')
  await title.press('Enter')
  await expectFieldError(title, texts.titleRequired)
  await expect(title).toBeFocused()

  await title.fill('Exam week')
  await page.getByLabel('As soon as you save').check()
  const [day, time] = [page.getByRole('textbox', { name: 'End date' }), page.getByLabel(/^End time/)]
  await day.fill('31/12/2098')
  await time.fill('12:00')
  await day.focus()
  for (const _ of '31/12/2098') await page.keyboard.press('Backspace')
  await expect(day).toHaveValue('')
  await expect(time).toHaveValue('12:00')
  await day.pressSequentially('30/12/2099')
  await expect(time).toHaveValue('12:00')
  await day.fill('Tuesday')
  await time.fill('2 PT')
  await time.blur()
  await expect(day).toHaveValue('Tuesday')
  await expect(time).toHaveValue('2 PT')
  await save(page)
  await expectFieldError(day, 'Enter a date and a time.')
  await day.fill('30/12/2099')
  await time.fill('')
  await save(page)
  await expect(toast(page)).toContainText('Exam week saved. Members see it until 30 Dec 2099, 23:59.')
  await expect(time).toHaveValue('23:59')
})

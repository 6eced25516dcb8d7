import { expect, type Page } from '@playwright/test'
import { list } from '@stampus/contract/announcements'
import { callApi } from '../../support/browser/api.ts'
import { manager } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { openConsoleAs, toast } from './desk.ts'

/** Starts an announcement; the cursor is in its text. */
export async function startAnnouncement(page: Page, title: string) {
  await openConsoleAs(page, manager)
  await page.goto('/console/announcements/new')
  await page.getByLabel('Title').fill(title)
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.focus()
  return text
}

/** Saves the form, which may ask for confirmation. */
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

/** Saves the announcement so that members see it at once. */
export async function publishAnnouncement(page: Page) {
  await page.getByLabel('As soon as you save').check()
  await save(page)
  await expect(toast(page)).toContainText('saved. Members see it now.')
}

/** The text as the members' app gets it. */
export async function readPublished(server: ServerUnderTest, wanted: string) {
  return (await callApi(server, list, {})).data.find(({ title }) => title === wanted)?.content
}

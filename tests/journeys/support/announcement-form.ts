import type { Page } from '@playwright/test'
import { list } from '@stampus/contract/announcements'
import { list as listAll, remove, show } from '@stampus/contract/console/announcements'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { manager } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { openConsole, toast } from './desk.ts'
import { test as base, expect } from './fixtures.ts'

/** Removes the announcements that a test has added: they are in every member's lists. */
export const test = base.extend<{ tidiedUp: undefined }>({
  tidiedUp: [
    async ({ server }, use) => {
      const headers = await signInOperator(server, manager)
      const newest = async () => (await callApi(server, listAll, {}, headers)).data.map(({ id }) => id)
      const before = await newest()
      await use(undefined)
      for (const id of (await newest()).filter((one) => !before.includes(one))) {
        const { version } = (await callApi(server, show, { id }, headers)).data
        await callApi(server, remove, { id, version }, headers)
      }
    },
    { auto: true },
  ],
})

/** Starts an announcement; the cursor is in its text. */
export async function startAnnouncement(page: Page, title: string) {
  await openConsole(page, '/announcements/new', manager)
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

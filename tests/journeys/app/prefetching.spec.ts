import type { Page } from '@playwright/test'
import { aisyah } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectSettled, heading, openAs, recordApiCalls, tabLink } from '../support/web.ts'

test('S-2.06 D-01 touching a tab fetches its page and its list, but for a guest nothing of members; a visited tab appears at once', async ({
  page,
}) => {
  for (const touch of [press, reachByKeyboard]) {
    await page.goto('/')
    await expectSettled(page)
    // The code that listens to touches is loaded with the notifications.
    await expect(page.getByRole('status', { name: 'Notifications' })).toBeAttached()
    const calls = recordApiCalls(page)
    const code = page.waitForRequest(/\/assets\/merchants-/)
    await touch(page)
    await code
    await expect.poll(() => calls).toContain('GET /api/merchants?is_active=1&page=1')
    await tabLink(page, 'Merchants').click()
    await expect(page.getByRole('link', { name: 'Boba Bukit' })).toBeVisible()
    expect(calls.filter((one) => one.startsWith('GET /api/merchants'))).toHaveLength(1)
    expect(calls.filter((one) => one.includes('/submissions'))).toEqual([])
  }

  await openAs(page, aisyah)
  for (const [name, title] of [
    ['Merchants', 'Merchants'],
    ['History', 'My Submissions'],
    ['Home', /^Welcome/],
  ] as const) {
    await tabLink(page, name).click()
    await expect(heading(page, title)).toBeVisible()
    await expectSettled(page)
  }
  expect(await readNextFrame(page, 'Merchants')).toContain('Boba Bukit')
  expect(await readNextFrame(page, 'History')).toContain('RM')
  expect(await readNextFrame(page, 'Home')).toContain('Welcome')
})

const press = (page: Page) => tabLink(page, 'Merchants').dispatchEvent('pointerdown')

async function reachByKeyboard(page: Page) {
  await tabLink(page, 'History').hover()
  await tabLink(page, 'Merchants').focus()
}

/** The text of `main` in the first frame after a tab was pressed. */
async function readNextFrame(page: Page, name: string): Promise<string> {
  return tabLink(page, name).evaluate(async (link) => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    ;(link as HTMLElement).click()
    await frame()
    return document.querySelector('main')?.textContent ?? ''
  })
}

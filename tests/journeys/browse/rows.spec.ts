import { createSubmission } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { heading, logIn } from '../support/web.ts'

test('S-2.08 S-2.14 S-2.28 clicking anywhere on a list row opens it', async ({ page, server, member }) => {
  await createSubmission(server, member)
  await page.goto('/login?redirect=%2Fapp%2Fsubmissions')
  await logIn(page, member)
  for (const address of ['/app/submissions', '/app/merchants', '/app/announcements']) {
    await page.goto(address)
    const row = page.locator('main li', { has: page.locator(`a[href^="${address}/"]`) }).first()
    await expect(row).toBeVisible()
    const { width = 0, height = 0 } = (await row.boundingBox()) ?? {}
    await row.click({ position: { x: width - 12, y: height - 12 } })
    await expect(page).toHaveURL(new RegExp(`${address}/[\\w-]+$`))
    await expect(heading(page, /./)).toBeVisible()
  }
})

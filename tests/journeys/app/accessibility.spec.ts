import type { Page } from '@playwright/test'
import { aisyah, registerUnverifiedMember, reviewer } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { openDesk } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendButton } from '../support/receipt-form.ts'
import { accountMenu, expectSettled, heading, openAs, receipts } from '../support/web.ts'

const guests = [
  '/',
  '/login?reason=suspended',
  '/register',
  '/nowhere',
  '/terms-and-conditions',
  '/privacy-policy',
  '/email/keep?id=1&hash=a&expires=9999999999&signature=b',
  '/browser/unlock?id=1&hash=a&expires=9999999999&signature=b',
  '/browser/unlock',
  '/password/reset',
  '/password/reset?id=1&hash=a&expires=9999999999&signature=b',
  '/app/merchants',
  '/app/merchants/1',
  '/app/merchants?search=zzzz',
  '/merchants/boba-bukit',
  '/merchants/no-such-shop',
  '/app/deals',
  '/deals/1',
  '/app/announcements',
]
const members = [
  '/app/announcements/1',
  '/app/submissions',
  '/app/profile',
  '/app/profile?edit',
  '/submit',
  '/app/rewards',
  '/app/history',
  '/app/history/stamps',
  '/app/contact',
]

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('S-2.32 S-5.05 S-6.01 axe finds no problems on the pages of guests, a rejected registration and the wait for the mail', async ({
      page,
      context,
      server,
    }) => {
      for (const path of guests) await examine(page, path)
      for (const path of ['/terms-and-conditions', '/privacy-policy']) await examine(page, `${path}?lang=ms`)
      // The next pages would remember the language.
      await context.clearCookies()
      await page.goto('/register')
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await expectNoAxeViolations(page, 'the refused registration')
      await openAs(page, await registerUnverifiedMember(server), '/email/verification')
      await expect(heading(page, 'Verify your email')).toBeVisible()
      await expectNoAxeViolations(page, 'the wait')
    })

    test('S-4.06 S-6.02 axe finds no problems on the members’ pages, dialogs and error states', async ({ page }) => {
      await openAs(page, aisyah)
      await expectNoAxeViolations(page, 'home')
      await accountMenu(page).click()
      await expectNoAxeViolations(page, 'the open menu')
      for (const path of members) await examine(page, path)
      await examine(page, '/app/submissions/new/1')
      await sendButton(page).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await expectNoAxeViolations(page, 'the refused receipt')
      await examine(page, '/app/submissions?status=rejected')
      await receipts(page).first().getByRole('link').click()
      await expect(page.getByText('Why it was rejected')).toBeVisible()
      await expectNoAxeViolations(page, 'a rejected receipt')
    })

    test('D-51 axe finds no problems on the console', async ({ page }) => {
      await examine(page, '/console/')
      await openDesk(page, reviewer)
      await expectNoAxeViolations(page, 'the desk')
      await page.keyboard.press('r')
      await page.getByRole('button', { name: 'Reject receipt' }).click()
      await expectNoAxeViolations(page, 'the reasons')
    })
  })
}

async function examine(page: Page, path: string) {
  await page.goto(path)
  await expectSettled(page)
  await expectNoAxeViolations(page, path)
}

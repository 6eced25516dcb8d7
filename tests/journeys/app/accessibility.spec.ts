import type { Page } from '@playwright/test'
import { aisyah, registerUnverifiedMember, reviewer } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { openDesk } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendButton } from '../support/receipt-form.ts'
import { accountMenu, expectSettled, heading, openAs, pressTabUntil } from '../support/web.ts'

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
  '/terms-and-conditions?lang=ms',
  '/privacy-policy?lang=ms',
]
const browsing = ['/app/merchants', '/app/merchants/1', '/merchants/boba-bukit', '/merchants/no-such-shop']
const reading = ['/app/deals', '/deals/1', '/app/announcements', '/app/merchants?search=zzzz']
const members = [
  '/',
  '/app/submissions',
  '/app/submissions?status=rejected',
  '/app/profile',
  '/app/profile?edit',
  '/submit',
  '/app/rewards',
  '/app/history',
  '/app/history/stamps',
  '/app/contact',
]
const forms = ['/app/submissions/new/1', '/app/announcements/1']

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    for (const [what, paths] of Object.entries({ accounts: guests, merchants: browsing, news: reading }))
      test(`S-6.01 axe finds no problems on the guest view of ${what}`, async ({ page }) => {
        for (const path of paths) await examine(page, path)
      })

    test('S-6.01 S-5.05 axe finds no problems on a rejected registration', async ({ page }) => {
      await page.goto('/register')
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await expectNoAxeViolations(page, 'the refused registration')
    })

    test('S-6.02 axe finds no problems on the members’ pages', async ({ page }) => {
      await openAs(page, aisyah)
      for (const path of [...members, ...forms]) await examine(page, path)
    })

    test('S-6.02 S-4.06 axe finds no problems on members’ dialogs and error states', async ({ page }) => {
      await openAs(page, aisyah)
      await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
      await accountMenu(page).click()
      await expectNoAxeViolations(page, 'the open menu')
      await page.goto('/app/submissions/new/1')
      await sendButton(page).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await expectNoAxeViolations(page, 'the refused receipt')
      await page.goto('/app/submissions?status=rejected')
      await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bought' }).first().getByRole('link').click()
      await expect(page.getByText('Why it was rejected')).toBeVisible()
      await expectNoAxeViolations(page, 'a rejected receipt')
    })

    test('S-2.32 axe finds no problems on the verification waiting page', async ({ page, server }) => {
      await openAs(page, await registerUnverifiedMember(server))
      await expect(heading(page, 'Verify your email')).toBeVisible()
      await expectNoAxeViolations(page, 'the wait')
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

test('S-2.17 S-2.03 logging in and out works with the keyboard alone', async ({ page }) => {
  await page.goto('/')
  await expect(heading(page, /^Welcome/)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await pressTabUntil(page, 'Login')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Login')).toBeFocused()
  await pressTabUntil(page, 'Email')
  await page.keyboard.type(aisyah.email)
  await pressTabUntil(page, 'Password')
  await page.keyboard.type(aisyah.password)
  await page.keyboard.press('Enter')
  await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
  await accountMenu(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeHidden()
  await expect(accountMenu(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await pressTabUntil(page, 'Sign out')
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/login')
})

async function examine(page: Page, path: string) {
  await page.goto(path)
  await expectSettled(page)
  await expectNoAxeViolations(page, path)
}

import { expect, type Page } from '@playwright/test'
import { drawPicture } from '../support/browser/people.ts'
import { answering, failing, longWords, none, unanswered } from './answers.ts'
import { listStates } from './browse-screens.ts'
import type { Screen } from './screen.ts'
import type { Words } from './words.ts'

const home = { path: '/' }
const everything = (answer: typeof failing) => ({
  'GET wallet': answer,
  'GET submissions*': answer,
  'GET announcements*': answer,
})

/** Home, the frame of every page, and the not-found and placeholder pages. */
export const homeScreens: Screen[] = [
  { ...home, name: 'home.guest' },
  { ...home, name: 'home.unverified', who: 'unverified' },
  { ...home, name: 'home.full', who: 'member' },
  { ...home, name: 'home.empty', who: 'newcomer', answers: { 'GET announcements*': none } },
  { ...home, name: 'home.long', who: 'longNamed', answers: { 'GET submissions*': longWords } },
  ...Object.entries({ full: 10, negative: -3 }).map(([state, stamp_balance]): Screen => {
    return {
      ...home,
      name: `home.card-${state}`,
      who: 'member',
      answers: { 'GET wallet': answering(200, { data: { stamp_balance } }) },
    }
  }),
  ...listStates('stamps', '/?stamps=all', 'GET wallet/entries*', 'member'),
  { ...home, name: 'home.failing', who: 'member', answers: everything(failing) },
  { ...home, name: 'home.loading', who: 'member', answers: everything(unanswered), waits: true },
  { ...home, name: 'home.menu', who: 'member', covered: true, steps: openMenu },
  { ...home, name: 'home.menu-install', who: 'member', covered: true, steps: offerInstall },
  { ...home, name: 'home.menu-long', who: 'longNamed', covered: true, steps: openMenu },
  { ...home, name: 'home.receipt-waits', who: 'newcomer', steps: keepReceipt },
  { ...home, name: 'home.offline', who: 'member', steps: cutOff },
  ...['campaigns', 'badges', 'leaderboard'].map((place): Screen => {
    return { name: `${place}.coming`, path: `/app/${place}`, who: 'member' }
  }),
  { name: 'not-found.guest', path: '/nowhere' },
]

async function openMenu(page: Page, words: Words) {
  await page.getByRole('button', { name: words.accountMenu }).click()
  await expect(page.getByRole('link', { name: words.accountMenuProfile })).toBeVisible()
  await expect(page.getByRole('link', { name: words.contactTitle })).toBeVisible()
}

async function offerInstall(page: Page, words: Words) {
  await openMenu(page, words)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')))
  await expect(page.getByRole('button', { name: words.accountMenuInstall })).toBeVisible()
}

async function keepReceipt(page: Page, words: Words) {
  await page.getByLabel(words.snap).setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/submit')
  await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
  await expect(page.getByRole('link', { name: words.homeReceiptContinue })).toBeVisible()
}

async function cutOff(page: Page, words: Words) {
  const receipts = page.getByRole('region', { name: words.homeRecent }).getByRole('listitem')
  await expect(receipts.filter({ hasText: 'RM' }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await expect(page.getByText(words.offline)).toBeVisible()
}

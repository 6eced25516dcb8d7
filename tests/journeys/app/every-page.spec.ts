import type { Page } from '@playwright/test'
import { connectOperator } from '../../support/browser/operators.ts'
import {
  findMerchant,
  newInvoiceNumber,
  newPerson,
  registerMember,
  registerUnverifiedMember,
  submitReceipt,
} from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { changeLanguage } from '../support/languages.ts'
import { readCode } from '../support/rewards.ts'
import {
  boxOf,
  expectAccessibleInDark,
  expectNoOverflow,
  expectWholeWords,
  expectWords,
  goTo,
  type Language,
  NARROW,
} from '../support/walk.ts'
import { accountMenu, heading, moveTo, openAs } from '../support/web.ts'

test.use({ viewport: NARROW })

const link = '?id=1&hash=a&expires=9999999999&signature=b'
/** A path with its titles, where these are not from the content. */
type Place = [path: string, english?: string, malay?: string]

const forGuests: Place[] = [
  ['/login?reason=suspended', 'Login', 'Log masuk'],
  ['/register', 'Register', 'Daftar'],
  ['/nowhere', 'Page not found', 'Halaman tidak dijumpai'],
  ['/terms-and-conditions', 'Terms and Conditions', 'Terma dan Syarat'],
  ['/privacy-policy', 'Privacy Policy', 'Dasar Privasi'],
  [`/email/keep${link}`, 'Keep your current email?', 'Kekalkan e-mel semasa anda?'],
  [`/browser/unlock${link}`, 'Unlock this browser', 'Log masuk tanpa menunggu'],
  ['/browser/unlock', 'This link doesn’t work', 'Pautan ini tidak berfungsi'],
  [`/password/reset${link}`, 'New password', 'Kata laluan baharu'],
  ['/password/reset', 'This link doesn’t work', 'Pautan ini tidak berfungsi'],
  [`/email/verification${link}`, 'Verification failed', 'Pengesahan gagal'],
  ['/app/merchants', 'Merchants', 'Peniaga'],
  ['/app/merchants/{shop}', 'Boba Bukit', 'Boba Bukit'],
  ['/app/merchants?search=zzzz', 'Merchants', 'Peniaga'],
  ['/merchants/boba-bukit', 'Boba Bukit', 'Boba Bukit'],
  ['/merchants/no-such-shop', 'Merchant Not Found', 'Peniaga Tidak Dijumpai'],
  ['/app/deals', 'Popular Deals', 'Tawaran Popular'],
  ['/deals/1'],
  ['/app/announcements', 'Announcements', 'Pengumuman'],
  ['/', 'Welcome, Guest', 'Selamat datang, Tetamu'],
]
const forMembers: Place[] = [
  ['/app/profile', 'My Profile', 'Profil Saya'],
  ['/app/profile?edit', 'Edit profile', 'Edit profil'],
  ['/app/submissions', 'My Submissions', 'Resit Saya'],
  ['/app/submissions/{rejected}'],
  ['/app/submissions/new/{shop}', 'Submit Receipt', 'Hantar Resit'],
  ['/app/submissions/{approved}'],
  ['/app/rewards', 'Rewards', 'Ganjaran'],
  ['/app/rewards/{reward}'],
  ['/app/merchants/{shop}', 'Boba Bukit', 'Boba Bukit'],
  ['/submit', 'Submit Receipt', 'Hantar Resit'],
  ['/app/history', 'Redemption history', 'Sejarah penebusan'],
  ['/app/history/stamps', 'All stamp movements', 'Semua pergerakan cop'],
  ['/app/campaigns', 'Campaigns', 'Kempen'],
  ['/app/badges', 'Badges', 'Lencana'],
  ['/app/leaderboard', 'Leaderboard', 'Carta kedudukan'],
  ['/app/contact', 'Contact', 'Hubungi kami'],
  ['/app/links', 'Links', 'Pautan'],
  ['/app/announcements/1'],
  ['/'],
]
/** Forms and the pages of mailed links. */
const withoutTabBar = /^\/(login|register|email|browser|password|submit|app\/submissions\/new)\b/
/** Where Snap would cover what a page says or its buttons. */
const withoutSnap = /^\/(merchants\/|app\/(rewards|history|contact|profile\?edit))/
/** The pages that people read. */
const inLargeText =
  /^\/(register|deals\/1|app\/announcements|app\/(merchants|deals|submissions|profile(\?edit)?)(\/new)?(\/\d+)?)?$/
/** Pages whose colours are those of all others. */
const inDark = /^\/($|register|deals|merchants\/boba|app\/(history|contact|rewards|submissions)$|app\/submissions\/\d)/
/** Forms that are sent empty, with the number of their errors: the page of a merchant has no date, `/submit` asks for the merchant. */
const emptyForms: [RegExp, number][] = [
  [/^\/register/, 4],
  [/^\/merchants\/boba/, 3],
  [/^\/app\/submissions\/new/, 3],
  [/^\/submit/, 4],
]

/** Visits each place, and expects its title, its tab bar with Snap above it, the way home, and what `examine` looks at. */
async function visitAll(page: Page, language: Language, places: Place[], ids: Record<string, number>) {
  const home = page.getByRole('banner').getByRole('link', { name: 'Stampus' })
  const bar = page.getByRole('navigation', { name: language === 'en' ? 'Main' : 'Menu utama' })
  const snap = page.locator('label:has([data-snap])')
  for (const [pattern, english, malay] of places) {
    const path = pattern.replace(/\{(\w+)\}/, (_, name) => String(ids[name]))
    await goTo(page, path)
    await expect(page, 'no redirect').toHaveURL(({ pathname }) => pathname === path.split('?')[0])
    const title = language === 'en' ? english : malay
    if (title) {
      await expect(heading(page, title), path).toBeVisible()
      await expect(page).toHaveTitle(`${title} · Stampus`)
    }
    const hasBar = !withoutTabBar.test(path)
    const hasSnap = hasBar && !withoutSnap.test(path)
    await expect(bar, path).toHaveCount(hasBar ? 1 : 0)
    await expect(snap, path).toHaveCount(hasSnap ? 1 : 0)
    if (hasSnap) expect((await boxOf(snap)).bottom, path).toBeLessThanOrEqual((await boxOf(bar)).top)
    await expect(home).toHaveAttribute('href', '/')
    await examine(page, language, path)
  }
}

/** In English, all is examined; in Malay, which has longer words, all but the structure and the colours. */
async function examine(page: Page, language: Language, path: string) {
  for (const [form, errors] of emptyForms)
    if (form.test(path)) {
      await page.getByRole('main').locator('form').last().getByRole('button').last().click()
      await expect(page.getByRole('main').getByRole('alert'), path).toHaveCount(errors)
    }
  await expectWords(page, path, language)
  await expectNoOverflow(page, path)
  if (inLargeText.test(path)) await expectWholeWords(page, path)
  if (language === 'ms') return
  await expectNoAxeViolations(page, path)
  if (inDark.test(path)) await expectAccessibleInDark(page, path)
}

test('S-2.01 S-2.06 S-2.07 S-2.08 S-2.30 S-2.32 S-2.37 S-5.05 S-5.10 S-6.01 D-51 D-100 no page of a guest has a problem of accessibility, is too wide, cuts large text or shows the other language', async ({
  page,
  server,
}) => {
  test.slow()
  const shop = (await findMerchant(server, 'Boba Bukit')).id
  for (const language of ['en', 'ms'] as const) {
    await page.goto(`/?lang=${language}`)
    await visitAll(page, language, forGuests, { shop })
  }
  await page.goto('/?lang=en')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Universiti Holdings Sdn. Bhd.`)
  const linkInFooter = (name: string) => footer.getByRole('link', { name })
  await expect(linkInFooter('Terms and Conditions')).toHaveAttribute('href', '/terms-and-conditions')
  await expect(linkInFooter('Privacy Policy')).toHaveAttribute('href', '/privacy-policy')
  await openAs(page, await registerUnverifiedMember(server), '/email/verification')
  await expect(heading(page, 'Verify your email')).toBeVisible()
  await expectNoAxeViolations(page, 'the wait for the mail')
  await page.goto('/console/')
  await expectNoAxeViolations(page, 'the sign-in of the console')
})

test('S-2.01 S-2.06 S-2.07 S-2.08 S-2.30 S-4.06 S-5.10 S-6.02 R-2.03 R-3.03 D-100 no page of a member has a problem of accessibility, is too wide, cuts large text or shows the other language', async ({
  page,
  server,
}) => {
  test.slow()
  // In large text, the name must fit into the header.
  const member = await registerMember(server, { ...newPerson(), name: 'Nurul Izzah' })
  const [operator, desk] = [await connectOperator(server), await connectRewardsDesk(server)]
  // Long numbers break in large text.
  const send = () => submitReceipt(server, member, { invoice: newInvoiceNumber().slice(0, 8) })
  const [{ id: rejected }, { id: approved }] = [await send(), await send()]
  await operator.reject(rejected, 'Gambar kabur')
  await operator.approve(approved)
  const title = 'Nasi lemak ayam goreng berempah istimewa bersama minuman pilihan sendiri'
  const reward = await desk.publish({ title, conditions: 'Secawan panas.', stamps: 1 })
  await desk.giveStamps(member, 9)
  const { id: voucher } = await claimElsewhere(server, member, reward)
  const shop = (await findMerchant(server, 'Boba Bukit')).id
  const ids = { shop, rejected, approved, reward: reward.id }

  await openAs(page, member)
  await accountMenu(page).click()
  await expectNoAxeViolations(page, 'the open menu')
  await page.keyboard.press('Escape')
  await visitAll(page, 'en', forMembers, ids)
  const dialog = page.getByRole('dialog')
  await moveTo(page, `/app/rewards/${reward.id}?claim=1`)
  await expect(dialog).toContainText('It costs1 stamp')
  await expectNoAxeViolations(page, 'the confirmation')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await moveTo(page, `/app/vouchers/${voucher}`)
  const shown = await readCode(page)
  await expectNoAxeViolations(page, 'a ready voucher')
  await expectAccessibleInDark(page, 'a ready voucher')
  await page.getByRole('button', { name: 'Give back' }).click()
  await expect(dialog).toBeVisible()
  await expectNoAxeViolations(page, 'giving back')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await desk.handOver(shown)
  await expect(page.getByRole('status').filter({ hasText: /^Used at/ })).toBeVisible()
  await expectNoAxeViolations(page, 'a used voucher')

  await changeLanguage(page, 'Bahasa Melayu')
  await visitAll(page, 'ms', forMembers, ids)
})

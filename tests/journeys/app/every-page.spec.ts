import type { Page } from '@playwright/test'
import { setLanguage } from '@stampus/contract/accounts'
import { list as listReceipts, show } from '@stampus/contract/submissions'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import {
  aisyah,
  findMerchant,
  logInElsewhere,
  registerUnverifiedMember,
  reviewer,
} from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { openDesk } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { changeLanguage } from '../support/languages.ts'
import { sendButton } from '../support/receipt-form.ts'
import { readCode } from '../support/rewards.ts'
import {
  boxOf,
  expectAccessible,
  expectNoOverflow,
  expectWholeWords,
  expectWords,
  goTo,
  type Language,
  PHONE,
} from '../support/walk.ts'
import { accountMenu, heading, moveTo, openAs, receipts as receiptRows, stampCard } from '../support/web.ts'

test.use({ viewport: PHONE })

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
]
const forMembers: Place[] = [
  ['/app/profile', 'My Profile', 'Profil Saya'],
  ['/app/profile?edit', 'Edit profile', 'Edit profil'],
  ['/app/submissions', 'My Submissions', 'Resit Saya'],
  ['/app/submissions/new/{shop}', 'Submit Receipt', 'Hantar Resit'],
  ['/app/rewards', 'Rewards', 'Ganjaran'],
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
]
/** Forms and the pages of mailed links. */
const withoutTabBar = /^\/(login|register|email|browser|password|submit|app\/submissions\/new)\b/

/** Where Snap would cover what a page says or its buttons. */
const withoutSnap = /^\/(merchants\/|app\/(rewards|history|contact|profile\?edit))/

/** Goes to each place in turn, and expects its title, its URL, its tab bar with Snap above it, and the way home. */
async function visitAll(page: Page, language: Language, places: Place[], check: (where: string) => Promise<void>) {
  const home = page.getByRole('banner').getByRole('link', { name: 'Stampus' })
  const bar = page.getByRole('navigation', { name: language === 'en' ? 'Main' : 'Menu utama' })
  const snap = page.locator('label:has([data-snap])')
  const problems: string[] = []
  for (const [path, english, malay] of places) {
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
    await expect(home.locator('svg')).toBeVisible()
    await check(path).catch((problem) => problems.push(String(problem)))
    await page.setViewportSize(PHONE)
  }
  expect(problems).toEqual([])
}

const fillIn = (places: Place[], shop: number) =>
  places.map(([path, ...titles]): Place => [path.replace('{shop}', String(shop)), ...titles])

/** The pages that people read. */
const inLargeText = /^\/(deals\/1|app\/announcements|app\/(merchants|deals|submissions|profile)(\/new)?(\/\d+)?)?$/

/** In English, all is examined; in Malay, which has longer words, all but the structure and the colours. */
async function examine(page: Page, where: string) {
  await expectWords(page, where, 'en')
  if (inLargeText.test(where)) await expectWholeWords(page, where)
  await expectAccessible(page, where)
}
async function examineInMalay(page: Page, where: string, typed = '') {
  await expectWords(page, where, 'ms', typed)
  if (inLargeText.test(where)) await expectWholeWords(page, where)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page, where)
  await page.setViewportSize(PHONE)
}

test('S-2.01 S-2.06 S-2.07 S-2.08 S-2.30 S-2.32 S-2.37 S-5.05 S-6.01 D-100 no page of a guest has a problem of accessibility, is too wide, cuts large text or shows the other language', async ({
  page,
  server,
}) => {
  test.slow()
  const places = fillIn(forGuests, (await findMerchant(server, 'Boba Bukit')).id)
  await page.goto('/')
  await examine(page, '/')
  await visitAll(page, 'en', places, (where) => examine(page, where))
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Universiti Holdings Sdn. Bhd.`)
  const linkInFooter = (name: string) => footer.getByRole('link', { name })
  await expect(linkInFooter('Terms and Conditions')).toHaveAttribute('href', '/terms-and-conditions')
  await expect(linkInFooter('Privacy Policy')).toHaveAttribute('href', '/privacy-policy')

  await page.goto('/?lang=ms')
  await expect(page).toHaveTitle('Selamat datang, Tetamu · Stampus')
  await examineInMalay(page, '/')
  await visitAll(page, 'ms', places, async (where) => {
    await examineInMalay(page, where)
    if (/terms|privacy/.test(where)) await expectNoAxeViolations(page, where)
  })
})

// Other journeys log in as the same member.
test.afterEach(async ({ server }, { title }) => {
  if (!title.includes('page of a member')) return
  const { token } = await logInElsewhere(server, aisyah)
  await callApi(server, setLanguage, { language: 'en' }, bearerHeader(token))
})

test('S-2.01 S-2.06 S-2.07 S-2.08 S-2.30 S-4.06 S-6.02 D-100 no page of a member has a problem of accessibility, is too wide, cuts large text or shows the other language', async ({
  page,
  server,
}) => {
  test.slow()
  const places = fillIn(forMembers, (await findMerchant(server, 'Boba Bukit')).id)
  await openAs(page, aisyah)
  await expect(stampCard(page)).toContainText('stamps')
  await examine(page, '/')
  await accountMenu(page).click()
  await expectAccessible(page, 'the open menu')
  await page.keyboard.press('Escape')
  await visitAll(page, 'en', places, (where) => examine(page, where))

  const { token } = await logInElsewhere(server, aisyah)
  const { data } = await callApi(server, listReceipts, {}, bearerHeader(token))
  const receipts = data.map(({ id }) => `/app/submissions/${id}`)
  expect(receipts.length).toBeGreaterThan(3)
  /** What a reviewer or the member wrote is shown as they wrote it. */
  const typedIn = async (path: string) =>
    JSON.stringify(await callApi(server, show, { id: Number(path.split('/').at(-1)) }, bearerHeader(token)))
  for (const path of receipts) {
    await moveTo(page, path)
    await expect(page.getByText('Invoice number', { exact: true })).toBeVisible()
    await expectWords(page, path, 'en', await typedIn(path))
    await expectWholeWords(page, path)
    await goTo(page, '/')
  }
  await changeLanguage(page, 'Bahasa Melayu')
  const ask = (thing: string) => page.getByRole('link', { name: `Tanya tentang ${thing} ini` })
  await visitAll(page, 'ms', places, async (where) => {
    await examineInMalay(page, where)
    if (where.startsWith('/app/merchants/')) await expect(ask('kedai')).toHaveAttribute('href', /object=merchant-\d+$/)
  })
  for (const path of receipts) {
    await goTo(page, path)
    await expect(page.getByText('Nombor invois', { exact: true })).toBeVisible()
    await expect(ask('resit')).toHaveAttribute(
      'href',
      `/app/contact?subject=receipt&object=submission-${path.split('/').at(-1)}`,
    )
    await examineInMalay(page, path, await typedIn(path))
    await goTo(page, '/')
  }
  await goTo(page, `/app/submissions/new/1`)
  await page.locator('form').last().getByRole('button').last().click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await examineInMalay(page, 'the refused receipt')
})

test('S-2.32 S-4.06 S-5.05 S-6.02 what a form refuses, the wait for the mail and a rejected receipt have no problem of accessibility', async ({
  page,
  server,
}) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expectAccessible(page, 'the refused registration')
  await openAs(page, await registerUnverifiedMember(server), '/email/verification')
  await expect(heading(page, 'Verify your email')).toBeVisible()
  await expectAccessible(page, 'the wait')
  await openAs(page, aisyah, '/app/submissions/new/1')
  await sendButton(page).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expectAccessible(page, 'the refused receipt')
  await goTo(page, '/app/submissions?status=rejected')
  await receiptRows(page).first().getByRole('link').click()
  await expect(page.getByText('Why it was rejected')).toBeVisible()
  await expectAccessible(page, 'a rejected receipt')
})

test('R-2.03 R-3.03 rewards and vouchers have no problem of accessibility, and their long titles fit on a narrow screen', async ({
  page,
  server,
  member,
}) => {
  test.slow()
  const desk = await connectRewardsDesk(server)
  const title = 'Nasi lemak ayam goreng berempah istimewa with a drink of your own choice'
  const reward = await desk.publish({ title, stamps: 1 })
  await desk.giveStamps(member, 9)
  const [ready, used] = [await claimElsewhere(server, member, reward), await claimElsewhere(server, member, reward)]
  await openAs(page, member)
  await expect(stampCard(page)).toContainText('2 vouchers are ready')
  await expectAccessible(page, 'home')
  for (const path of ['/app/rewards', `/app/rewards/${reward.id}`, '/app/history', '/app/history/stamps']) {
    await goTo(page, path)
    await expect(page.getByText(title).first()).toBeVisible()
    await expect(page.getByLabel('Snap a receipt')).toHaveCount(0)
    await expectAccessible(page, path)
  }
  await goTo(page, `/app/rewards/${reward.id}?claim=1`)
  await expect(page.getByRole('dialog')).toContainText('It costs1 stamp')
  await expectAccessible(page, 'the confirmation')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`/app/vouchers/${ready.id}`)
  await readCode(page)
  await expectAccessible(page, 'a ready voucher')
  await page.getByRole('button', { name: 'Give back' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'giving back')
  await page.goto(`/app/vouchers/${used.id}`)
  await desk.handOver(await readCode(page))
  await expect(page.getByRole('status').filter({ hasText: /^Used at/ })).toBeVisible()
  await expectAccessible(page, 'a used voucher')
})

test('D-51 the console has no problem of accessibility', async ({ page }) => {
  await page.goto('/console/')
  await expectAccessible(page, 'the sign-in')
  await openDesk(page, reviewer)
  await expectNoAxeViolationsInBothSchemes(page, 'the desk')
  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Reject receipt' }).click()
  await expectNoAxeViolationsInBothSchemes(page, 'the reasons')
})

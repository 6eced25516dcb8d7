import type { BrowserContext, Page } from '@playwright/test'
import { addDays, dayIn, formatDay } from '@stampus/contract/values/days'
import { registerMember } from '../../support/browser/people.ts'
import { acceptSupplements, claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { logInInMalay, openInMalay } from '../support/languages.ts'
import { readCode, voucherIdOf } from '../support/rewards.ts'
import { heading, scrollToEnd } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

const kopi = {
  title: 'Free kopi O',
  title_ms: 'Kopi O percuma',
  conditions: 'One hot cup.',
  conditions_ms: 'Secawan panas sahaja.',
}
const inDays = (days: number) => formatDay(addDays(dayIn('Asia/Kuala_Lumpur', new Date()), days), 'ms')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Tuntut ganjaran ini?' })
const problem = (page: Page) => dialog(page).getByRole('alert')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const row = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })

test('R-1.05 R-2.06 R-3.04 R-3.05 a member claims a reward, shows it, gets it and finds it in the history, all in Malay', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish({ ...kopi, stock: 20, limit_30_days: 3 })
  await desk.giveStamps(member, 5)
  await openInMalay(page, server, member, `/app/rewards/${reward.id}`)
  await expect(heading(page, 'Kopi O percuma')).toBeVisible()
  const main = page.getByRole('main')
  for (const text of ['2 cop', 'Anda boleh menuntutnya', 'Tinggal 20', 'TempatBoba Bukit', 'Baki20'])
    await expect(main).toContainText(text)
  await expect(main).toContainText('Guna dalam masa14 hari selepas dituntut')
  await expect(main).toContainText('Bagi setiap ahli3 kali dalam 30 hari')
  await press(page, 'Tuntut dengan 2 cop')
  await expect(dialog(page)).toContainText('Kosnya2 cop')
  await expect(dialog(page)).toContainText('Baki cop anda3 cop')
  await expect(dialog(page)).toContainText(`Hari terakhir untuk guna${inDays(14)}`)
  await expect(dialog(page)).toContainText('Secawan panas sahaja.')
  await expect(dialog(page)).toContainText(
    'Anda boleh memulangkannya selagi belum digunakan. Cop anda akan dikembalikan.',
  )
  await expect(dialog(page).getByRole('button', { name: 'Batal' })).toBeVisible()
  await press(page, 'Guna 2 cop')
  await expect(problem(page)).toContainText(
    'Sebelum ganjaran pertama anda, baca perkara baharu dalam terma dan dasar privasi kami. Anda hanya perlu menerimanya sekali.',
  )
  await expect(problem(page).getByRole('link')).toHaveText(['Terma dan Syarat', 'Dasar Privasi'])
  await press(page, 'Terima dan tuntut')
  const id = await voucherIdOf(page)
  await expect(page.getByRole('status').filter({ hasText: 'Kini milik anda' })).toContainText(
    'Tunjukkan kod semasa mengambilnya.',
  )
  await expect(page.getByText('Tunjukkan ini semasa mengambilnya')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Kod QR baucar ini' })).toBeVisible()
  await expect(page.getByText(/^Kod baharu dalam \d+ s$/)).toBeVisible()
  await expect(main).toContainText(
    'Kod baharu setiap 30 saat, juga tanpa internet. Tangkapan skrin tidak boleh digunakan.',
  )
  await expect(main).toContainText(`Hari terakhir${inDays(14)}Dituntut${inDays(0)}Kos2 cop`)
  await expect(main).toContainText('SyaratSecawan panas sahaja.')
  await desk.handOver(await readCode(page))
  await expect(page.getByRole('status').filter({ hasText: /^Digunakan pada \d\d:\d\d, Boba Bukit$/ })).toBeVisible({
    timeout: 3000,
  })
  await expect(page.getByText(/^\d+ saat lalu$/)).toBeVisible()
  await page.goto('/app/history')
  await expect(heading(page, 'Sejarah penebusan')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Terdahulu' })).toBeVisible()
  await expect(row(page, 'Kopi O percuma')).toContainText(`Boba Bukit${inDays(0)} · 2 copDigunakan`)
  await expect(page.getByRole('link', { name: 'Kopi O percuma' })).toHaveAttribute('href', `/app/vouchers/${id}`)
  await page.getByRole('link', { name: 'Semua pergerakan cop' }).click()
  await expect(heading(page, 'Semua pergerakan cop')).toBeVisible()
  await expect(row(page, 'Kopi O percuma')).toContainText(/^\u22122 copKopi O percumaGanjaran dituntut · /)
  await expect(row(page, 'Welcome.')).toContainText(/^\+5 copCop dilaraskan/)
})

test('R-2.03 the list says in Malay what can be claimed, what is close, what is sold out and what was had', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const other = await registerMember(server)
  const inReach = await desk.publish({ stamps: 1 })
  const close = await desk.publish({ stamps: 4 })
  const gone = await desk.publish({ stamps: 1, stock: 1 })
  const once = await desk.publish({ stamps: 1, limit_total: 1 })
  const monthly = await desk.publish({ stamps: 1, limit_30_days: 1 })
  await desk.giveStamps(member, 3)
  await desk.giveStamps(other, 1)
  await claimElsewhere(server, other, gone)
  await claimElsewhere(server, member, once)
  await claimElsewhere(server, member, monthly)
  await openInMalay(page, server, member, '/app/rewards')
  await expect(page.getByText('Gunakan cop anda untuk sesuatu yang istimewa.')).toBeVisible()
  const filter = page.getByRole('navigation', { name: 'Papar ganjaran' })
  await expect(filter.getByRole('link')).toHaveText(['Semua', 'Boleh dituntut', 'Hampir'])
  const expectInList = ({ title }: { title: string }, text: string) =>
    expect(async () => {
      await scrollToEnd(page)
      await expect(row(page, title)).toContainText(text, { timeout: 1000 })
    }).toPass()
  await expectInList(inReach, 'Anda boleh menuntutnya')
  await expectInList(gone, 'Sudah habis')
  await expectInList(once, 'Had dicapai')
  await expectInList(monthly, `Had dicapai, semula mulai ${inDays(30)}`)
  await expectInList(close, '3 cop lagi')
  await filter.getByRole('link', { name: 'Hampir' }).click()
  await expectInList(close, '3 cop lagi')
  await expect(row(page, inReach.title)).toHaveCount(0)
  await page.goto(`/app/rewards/${monthly.id}`)
  await expect(page.getByRole('main')).toContainText(`Had dicapai, semula mulai ${inDays(30)}`)
  await expect(page.getByRole('main').getByRole('link', { name: 'Lihat semua ganjaran' })).toBeVisible()
})

test('R-2.05 a guest logs in for a claim in Malay; a double click claims once, and so does a repeat after a lost reply', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish(kopi)
  await desk.giveStamps(member, 9)
  await acceptSupplements(server, member)
  await page.goto(`/app/rewards/${reward.id}?lang=ms`)
  await page.getByRole('link', { name: 'Log masuk untuk menuntut' }).click()
  await logInInMalay(page, member)
  const keys: string[] = []
  await page.route('**/api/rewards/*/vouchers', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    const response = await route.fetch()
    if (keys.length === 1) await route.abort()
    else await route.fulfill({ response })
  })
  const confirm = dialog(page).getByRole('button', { name: 'Guna 2 cop' })
  await confirm.dblclick()
  await expect(problem(page)).toHaveText(
    'Anda mungkin di luar talian. Cuba lagi: cop anda tidak akan ditolak dua kali.',
  )
  expect(keys).toHaveLength(1)
  await confirm.dblclick()
  await voucherIdOf(page)
  expect(keys).toEqual([keys[0], keys[0]])
  await page.goto('/app/history')
  await expect(page.getByRole('link', { name: 'Tunjukkan kod: Kopi O percuma' })).toHaveCount(1)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Kad cop' })).toContainText(/^7 cop/)
  await expect(page.getByRole('link', { name: 'Kopi O percuma sedia' })).toBeVisible()
})

test('R-2.05 a reward that changed meanwhile shows its new cost, and one that has ended says so, in Malay', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const [dearer, over] = [await desk.publish(kopi), await desk.publish()]
  await desk.giveStamps(member, 9)
  await acceptSupplements(server, member)
  await openInMalay(page, server, member, `/app/rewards/${dearer.id}?claim=1`)
  await expect(dialog(page)).toContainText('Kosnya2 cop')
  await desk.change(dearer, { stamps: 6 })
  await press(page, 'Guna 2 cop')
  await expect(problem(page)).toHaveText(
    'Ganjaran ini telah berubah sejak anda membukanya. Semak semula sebelum menuntutnya.',
  )
  await expect(dialog(page)).toContainText('Kosnya6 cop')
  await press(page, 'Guna 6 cop')
  await voucherIdOf(page)
  await page.goto(`/app/rewards/${over.id}?claim=1`)
  await expect(dialog(page)).toContainText('Kosnya2 cop')
  await desk.end(over)
  await press(page, 'Guna 2 cop')
  await expect(heading(page, 'Ganjaran ini tidak tersedia.')).toBeVisible()
  await expect(page.getByText('Ganjaran ini mungkin sudah tamat, atau alamatnya salah.')).toBeVisible()
})

test('R-2.05 of two members who claim the last one at the same time, one gets it and the other reads why, in Malay', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const desk = await connectRewardsDesk(server)
  const last = await desk.publish({ ...kopi, stock: 1 })
  const theirs = await (await anotherBrowser()).newPage()
  const pages = [page, theirs]
  for (const [at, one] of [member, await registerMember(server)].entries()) {
    await desk.giveStamps(one, 3)
    await acceptSupplements(server, one)
    await openInMalay(pages[at] ?? page, server, one, `/app/rewards/${last.id}?claim=1`)
  }
  for (const one of pages) await expect(dialog(one)).toContainText('Baki cop anda1 cop')
  await Promise.all(pages.map((one) => press(one, 'Guna 2 cop')))
  const loser = await findLoser(pages)
  await expect(problem(loser)).toContainText('Ganjaran ini telah habis.')
  await expect(problem(loser)).toContainText('Cop anda tidak berkurang.')
  await readCode(pages.find((one) => one !== loser) ?? page)
  await dialog(loser).getByRole('link', { name: 'Lihat semua ganjaran' }).click()
  await loser.goto('/')
  await expect(loser.getByRole('region', { name: 'Kad cop' })).toContainText(/^3 cop/)
})

test('R-2.05 in two tabs, a reward for once is claimed once, and the second tab says why, in Malay', async ({
  page,
  server,
  member,
  context,
}) => {
  const desk = await connectRewardsDesk(server)
  const once = await desk.publish({ ...kopi, limit_total: 1 })
  const monthly = await desk.publish({ ...kopi, limit_30_days: 1 })
  const dear = await desk.publish({ ...kopi, stamps: 9 })
  await desk.giveStamps(member, 8)
  await acceptSupplements(server, member)
  await openInMalay(page, server, member, '/app/rewards')
  for (const [reward, why] of [
    [once, 'Anda boleh mendapat ganjaran ini 1 kali sahaja, dan anda sudah mendapatnya.'],
    [
      monthly,
      `Anda boleh mendapat ganjaran ini 1 kali dalam 30 hari. Anda boleh menuntutnya semula mulai ${inDays(30)}.`,
    ],
  ] as const) {
    const second = await openClaim(context, reward.id)
    await page.goto(`/app/rewards/${reward.id}?claim=1`)
    await press(page, 'Guna 2 cop')
    await voucherIdOf(page)
    await press(second, 'Guna 2 cop')
    await expect(problem(second)).toContainText(why)
    await expect(problem(second)).toContainText('Cop anda tidak berkurang.')
  }
  await page.goto(`/app/rewards/${dear.id}?claim=1`)
  await expect(problem(page)).toContainText('Anda memerlukan 5 cop lagi untuk ganjaran ini.')
  await expect(dialog(page).getByRole('link', { name: 'Hantar resit anda' })).toBeVisible()
})

/** The page whose member reads a problem. The other one shows a voucher. */
async function findLoser(pages: Page[]): Promise<Page> {
  for (const one of pages)
    await expect(problem(one).or(one.getByRole('img', { name: 'Kod QR baucar ini' }))).toBeVisible()
  const losers: Page[] = []
  for (const one of pages) if (await problem(one).isVisible()) losers.push(one)
  expect(losers).toHaveLength(1)
  return losers[0] as Page
}

/** Another tab with the confirmation of a claim, which knows the limits that were reached so far. */
async function openClaim(context: BrowserContext, rewardId: number): Promise<Page> {
  const tab = await context.newPage()
  const limits = tab.waitForResponse('**/api/reward-limits')
  await tab.goto(`/app/rewards/${rewardId}?claim=1`)
  await limits
  return tab
}

import type { Page } from '@playwright/test'
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

test('R-1.05 R-2.05 R-2.06 R-3.04 R-3.05 a guest logs in for a reward, claims it, shows it, gets it and finds it in the history, all in Malay', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish({ ...kopi, stock: 20, limit_30_days: 3 })
  await desk.giveStamps(member, 5)
  await page.goto(`/app/rewards/${reward.id}?lang=ms`)
  await page.getByRole('link', { name: 'Log masuk untuk menuntut' }).click()
  await logInInMalay(page, member)
  await expect(dialog(page)).toContainText('Kosnya2 cop')
  await expect(dialog(page)).toContainText('Baki cop anda3 cop')
  await expect(dialog(page)).toContainText(`Hari terakhir untuk guna${inDays(14)}`)
  await expect(dialog(page)).toContainText('Secawan panas sahaja.')
  await expect(dialog(page)).toContainText(
    'Anda boleh memulangkannya selagi belum digunakan. Cop anda akan dikembalikan.',
  )
  await press(page, 'Batal')
  await expect(heading(page, 'Kopi O percuma')).toBeVisible()
  const main = page.getByRole('main')
  for (const text of ['2 cop', 'Anda boleh menuntutnya', 'Tinggal 20', 'TempatBoba Bukit', 'Baki20'])
    await expect(main).toContainText(text)
  await expect(main).toContainText('Guna dalam masa14 hari selepas dituntut')
  await expect(main).toContainText('Bagi setiap ahli3 kali dalam 30 hari')
  await press(page, 'Tuntut dengan 2 cop')
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
  await page.getByRole('link', { name: 'Stampus' }).first().click()
  await expect(page.getByRole('region', { name: 'Kad cop' })).toContainText(/^3 cop/)
  await page.getByRole('link', { name: 'Kopi O percuma sedia' }).click()
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

test('R-2.03 R-2.05 the confirmation of a claim says in Malay what has changed and why it fails, and the list what can be claimed, is close, sold out or was had', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const other = await registerMember(server)
  const [inReach, changing, over] = [await desk.publish({ stamps: 1 }), await desk.publish(), await desk.publish()]
  const once = await desk.publish({ stamps: 1, limit_total: 1 })
  const monthly = await desk.publish({ stamps: 1, limit_30_days: 1 })
  const close = await desk.publish({ stamps: 11 })
  await desk.giveStamps(member, 10)
  await desk.giveStamps(other, 6)
  await acceptSupplements(server, member)
  await openInMalay(page, server, member, `/app/rewards/${changing.id}?claim=1`)
  await expect(dialog(page)).toContainText('Kosnya2 cop')
  await page.route('**/api/rewards/*/vouchers', (route) => route.abort(), { times: 1 })
  await press(page, 'Guna 2 cop')
  await expect(problem(page)).toHaveText(
    'Anda mungkin di luar talian. Cuba lagi: cop anda tidak akan ditolak dua kali.',
  )
  const last = await desk.change(changing, { stamps: 6, stock: 1 })
  await press(page, 'Guna 2 cop')
  await expect(problem(page)).toHaveText(
    'Ganjaran ini telah berubah sejak anda membukanya. Semak semula sebelum menuntutnya.',
  )
  await expect(dialog(page)).toContainText('Kosnya6 cop')
  await claimElsewhere(server, other, last)
  await press(page, 'Guna 6 cop')
  await expect(problem(page)).toContainText('Ganjaran ini telah habis.')
  await expect(problem(page)).toContainText('Cop anda tidak berkurang.')
  await expect(dialog(page).getByRole('link', { name: 'Lihat semua ganjaran' })).toBeVisible()

  await page.goto(`/app/rewards/${over.id}?claim=1`)
  await expect(dialog(page)).toContainText('Kosnya2 cop')
  await desk.end(over)
  await press(page, 'Guna 2 cop')
  await expect(heading(page, 'Ganjaran ini tidak tersedia.')).toBeVisible()
  await expect(page.getByText('Ganjaran ini mungkin sudah tamat, atau alamatnya salah.')).toBeVisible()

  for (const [reward, why] of [
    [once, 'Anda boleh mendapat ganjaran ini 1 kali sahaja, dan anda sudah mendapatnya.'],
    [
      monthly,
      `Anda boleh mendapat ganjaran ini 1 kali dalam 30 hari. Anda boleh menuntutnya semula mulai ${inDays(30)}.`,
    ],
  ] as const) {
    const limits = page.waitForResponse('**/api/reward-limits')
    await page.goto(`/app/rewards/${reward.id}?claim=1`)
    // The page learns nothing of the other claim before it asks for its own.
    const before = await (await limits).json()
    await page.route('**/api/reward-limits', (route) => route.fulfill({ json: before }))
    await claimElsewhere(server, member, reward)
    await press(page, 'Guna 1 cop')
    await expect(problem(page)).toContainText(why)
    await expect(problem(page)).toContainText('Cop anda tidak berkurang.')
    await page.unroute('**/api/reward-limits')
  }
  await page.goto(`/app/rewards/${close.id}?claim=1`)
  await expect(problem(page)).toContainText('Anda memerlukan 3 cop lagi untuk ganjaran ini.')
  await expect(dialog(page).getByRole('link', { name: 'Hantar resit anda' })).toBeVisible()

  await page.goto('/app/rewards')
  await expect(page.getByText('Gunakan cop anda untuk sesuatu yang istimewa.')).toBeVisible()
  const filter = page.getByRole('navigation', { name: 'Papar ganjaran' })
  await expect(filter.getByRole('link')).toHaveText(['Semua', 'Boleh dituntut', 'Hampir'])
  const expectInList = ({ title }: { title: string }, text: string) =>
    expect(async () => {
      await scrollToEnd(page)
      await expect(row(page, title)).toContainText(text, { timeout: 1000 })
    }).toPass()
  await expectInList(inReach, 'Anda boleh menuntutnya')
  await expectInList(once, 'Had dicapai')
  await expectInList(monthly, `Had dicapai, semula mulai ${inDays(30)}`)
  await expectInList(last, 'Sudah habis')
  await expectInList(close, '3 cop lagi')
  await row(page, monthly.title).getByRole('link').click()
  await expect(page.getByRole('main')).toContainText(`Had dicapai, semula mulai ${inDays(30)}`)
  await expect(page.getByRole('main').getByRole('link', { name: 'Lihat semua ganjaran' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Lihat semua ganjaran' }).click()
  await filter.getByRole('link', { name: 'Hampir' }).click()
  await expectInList(close, '3 cop lagi')
  await expect(row(page, inReach.title)).toHaveCount(0)
})

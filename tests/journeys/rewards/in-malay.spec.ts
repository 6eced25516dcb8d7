import type { Page } from '@playwright/test'
import { addDays, dayIn, formatDay } from '@stampus/contract/values/days'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { logInInMalay } from '../support/languages.ts'
import { readCode, voucherIdOf } from '../support/rewards.ts'
import { heading } from '../support/web.ts'

const kopi = {
  title: 'Free kopi O',
  title_ms: 'Kopi O percuma',
  conditions: 'One hot cup.',
  conditions_ms: 'Secawan panas sahaja.',
}
const inDays = (days: number) => formatDay(addDays(dayIn('Asia/Kuala_Lumpur', new Date()), days), 'ms')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const row = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })

test('R-1.05 R-2.05 R-2.06 R-3.01 R-3.04 R-3.05 a guest logs in for a reward, claims it, shows it, gets it, gives another back and finds both in the history, all in Malay', async ({
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
  const claim = page.getByRole('dialog', { name: 'Tuntut ganjaran ini?' })
  for (const text of [
    'Kosnya2 cop',
    'Baki cop anda3 cop',
    `Hari terakhir untuk guna${inDays(14)}`,
    'Secawan panas sahaja.',
    'Anda boleh memulangkannya selagi belum digunakan. Cop anda akan dikembalikan.',
  ])
    await expect(claim).toContainText(text)
  await press(page, 'Batal')
  await expect(heading(page, 'Kopi O percuma')).toBeVisible()
  const main = page.getByRole('main')
  for (const text of ['2 cop', 'Anda boleh menuntutnya', 'Tinggal 20', 'TempatBoba Bukit', 'Baki20'])
    await expect(main).toContainText(text)
  await expect(main).toContainText('Guna dalam masa14 hari selepas dituntut')
  await expect(main).toContainText('Bagi setiap ahli3 kali dalam 30 hari')
  await press(page, 'Tuntut dengan 2 cop')
  await press(page, 'Guna 2 cop')
  await expect(claim.getByRole('alert')).toContainText(
    'Sebelum ganjaran pertama anda, baca perkara baharu dalam terma dan dasar privasi kami. Anda hanya perlu menerimanya sekali.',
  )
  await expect(claim.getByRole('alert').getByRole('link')).toHaveText(['Terma dan Syarat', 'Dasar Privasi'])
  await press(page, 'Terima dan tuntut')
  const id = await voucherIdOf(page)
  await expect(page.getByRole('status').filter({ hasText: 'Kini milik anda' })).toContainText(
    'Tunjukkan kod semasa mengambilnya.',
  )
  await expect(page.getByText('Tunjukkan ini semasa mengambilnya')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Kod QR baucar ini' })).toBeVisible()
  await expect(page.getByText(/^Kod baharu dalam \d+ s$/)).toBeVisible()
  for (const text of [
    'Kod baharu setiap 30 saat, juga tanpa internet. Tangkapan skrin tidak boleh digunakan.',
    `Hari terakhir${inDays(14)}Dituntut${inDays(0)}Kos2 cop`,
    'SyaratSecawan panas sahaja.',
  ])
    await expect(main).toContainText(text)
  await page.getByRole('link', { name: 'Stampus' }).first().click()
  await expect(page.getByRole('region', { name: 'Kad cop' })).toContainText(/^3 cop/)
  await page.getByRole('link', { name: 'Kopi O percuma sedia' }).click()
  await desk.handOver(await readCode(page))
  await expect(page.getByRole('status').filter({ hasText: /^Digunakan pada \d\d:\d\d, Boba Bukit$/ })).toBeVisible({
    timeout: 3000,
  })
  await expect(page.getByText(/^\d+ saat lalu$/)).toBeVisible()

  await claimElsewhere(server, member, await desk.publish({ title_ms: 'Teh tarik' }))
  await page.goto('/app/history')
  await expect(heading(page, 'Sejarah penebusan')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Terdahulu' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sedia untuk digunakan' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Papar baucar' }).getByRole('link')).toHaveText([
    'Semua',
    'Sedia',
    'Digunakan',
    'Dipulangkan',
  ])
  await expect(row(page, 'Kopi O percuma')).toContainText(`Boba Bukit${inDays(0)} · 2 copDigunakan`)
  await expect(page.getByRole('link', { name: 'Kopi O percuma' })).toHaveAttribute('href', `/app/vouchers/${id}`)
  await expect(page.getByRole('link', { name: 'Tunjukkan kod: Teh tarik' })).toHaveCount(1)
  await expect(row(page, 'Teh tarik')).toContainText(`Guna sebelum atau pada ${inDays(14)} · 2 cop`)
  await press(page, 'Pulangkan: Teh tarik')
  const givingBack = page.getByRole('dialog', { name: 'Pulangkan baucar ini?' })
  await expect(givingBack).toContainText('Anda akan mendapat semula 2 cop, dan baucar ini tidak boleh digunakan lagi.')
  await expect(givingBack.getByRole('button', { name: 'Jangan pulangkan' })).toBeVisible()
  await givingBack.getByRole('button', { name: 'Pulangkan', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Baucar dipulangkan' })).toContainText(
    '2 cop dikembalikan kepada anda.',
  )
  await expect(row(page, 'Teh tarik')).toContainText('Anda telah memulangkannya. 2 cop dikembalikan kepada anda.')
  await page.getByRole('link', { name: 'Semua pergerakan cop' }).click()
  await expect(heading(page, 'Semua pergerakan cop')).toBeVisible()
  await expect(row(page, 'Kopi O percuma')).toContainText(/^\u22122 copKopi O percumaGanjaran dituntut · /)
  await expect(row(page, 'Teh tarik')).toHaveText([
    /^\+2 copTeh tarikCop dikembalikan · /,
    /^\u22122 copTeh tarikGanjaran dituntut · /,
  ])
  await expect(row(page, 'Welcome.')).toContainText(/^\+5 copCop dilaraskan/)
})

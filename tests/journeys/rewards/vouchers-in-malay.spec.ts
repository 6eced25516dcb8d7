import type { Page } from '@playwright/test'
import { type Member, registerMember } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectCachedOffline } from '../support/kept-answers.ts'
import { openInMalay } from '../support/languages.ts'
import { noCode, readCode, withoutAnswersOf } from '../support/rewards.ts'
import { heading, recordApiCalls } from '../support/web.ts'

type Desk = Awaited<ReturnType<typeof connectRewardsDesk>>

const kopi = { title: 'Free kopi O', title_ms: 'Kopi O percuma' }
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Pulangkan baucar ini?' })
const filter = (page: Page) => page.getByRole('navigation', { name: 'Papar baucar' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const row = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const used = (page: Page) => status(page, /^Digunakan pada \d\d:\d\d, Boba Bukit$/)

/** A voucher of the member for a new reward. */
async function claimNew(server: ServerUnderTest, member: Member, given: Parameters<Desk['publish']>[0]) {
  const reward = await (await connectRewardsDesk(server)).publish(given)
  return { reward, id: (await claimElsewhere(server, member, reward)).id }
}

test('R-2.02 R-3.01 R-3.02 R-3.04 R-3.05 a member gives a voucher back and reads in Malay what was handed over, recalled or cancelled meanwhile, and that another member’s cannot be found', async ({
  page,
  context,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const other = await registerMember(server)
  await desk.giveStamps(other, 5)
  await desk.giveStamps(member, 9)
  const foreign = await claimNew(server, other, kopi)
  const answered = page.waitForResponse(`**/api/vouchers/${foreign.id}`)
  await openInMalay(page, server, member, `/app/vouchers/${foreign.id}`)
  expect((await answered).status()).toBe(404)
  await expect(heading(page, 'Baucar ini tidak dijumpai')).toBeVisible()
  await expect(page.getByText('Alamatnya mungkin salah, atau baucar ini milik akaun lain.')).toBeVisible()
  await expect(page.getByText('Kopi O percuma')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Lihat semua baucar' }).click()
  await expect(page.getByText('Belum ada baucar')).toBeVisible()
  await expect(page.getByText('Tuntut ganjaran dengan cop anda, dan baucarnya akan muncul di sini.')).toBeVisible()

  const { id } = await claimNew(server, member, kopi)
  const late = await claimNew(server, member, { title_ms: 'Teh tarik' })
  const recalled = await claimNew(server, member, { title_ms: 'Roti canai' })
  const cancelled = await claimNew(server, member, { title_ms: 'Kuih lapis' })
  await desk.cancel(cancelled.id, 'Mesin rosak.')
  await page.goto('/app/history')
  await expect(page.getByRole('link', { name: 'Tunjukkan kod: Teh tarik' })).toHaveCount(1)
  await expect(filter(page).getByRole('link')).toHaveText(['Semua', 'Sedia', 'Digunakan', 'Dipulangkan'])
  await expect(page.getByRole('heading', { name: 'Sedia untuk digunakan' })).toBeVisible()
  await expect(row(page, 'Kopi O percuma')).toContainText(/Guna sebelum atau pada \d{1,2} \w{3} 20\d\d · 2 cop/)
  await press(page, 'Pulangkan: Kopi O percuma')
  await expect(dialog(page)).toContainText(
    'Anda akan mendapat semula 2 cop, dan baucar ini tidak boleh digunakan lagi.',
  )
  await dialog(page).getByRole('button', { name: 'Jangan pulangkan' }).click()
  await press(page, 'Pulangkan: Kopi O percuma')
  const calls = recordApiCalls(page)
  await dialog(page).getByRole('button', { name: 'Pulangkan', exact: true }).dblclick()
  await expect(status(page, 'Baucar dipulangkan')).toContainText('2 cop dikembalikan kepada anda.')
  await expect(row(page, 'Kopi O percuma')).toContainText('Dipulangkan')
  await expect(row(page, 'Kopi O percuma')).toContainText('Anda telah memulangkannya. 2 cop dikembalikan kepada anda.')
  expect(calls.filter((made) => made.startsWith('POST'))).toHaveLength(1)
  await page.getByRole('link', { name: 'Semua pergerakan cop' }).click()
  await expect(row(page, 'Kopi O percuma')).toHaveText([
    /^\+2 copKopi O percumaCop dikembalikan · /,
    /^\u22122 copKopi O percumaGanjaran dituntut · /,
  ])
  await page.goto(`/app/vouchers/${id}`)
  await expect(status(page, 'Dipulangkan')).toContainText('2 cop dikembalikan kepada anda.')
  await page.getByRole('main').getByRole('link', { name: 'Kembali' }).click()
  await filter(page).getByRole('link', { name: 'Digunakan' }).click()
  await expect(page.getByText('Tiada baucar di sini')).toBeVisible()
  await filter(page).getByRole('link', { name: 'Semua' }).click()

  await press(page, 'Pulangkan: Teh tarik')
  const second = await context.newPage()
  await second.goto(`/app/vouchers/${late.id}`)
  await desk.handOver(await readCode(second))
  await dialog(page).getByRole('button', { name: 'Pulangkan', exact: true }).click()
  await expect(status(page, 'Terlambat untuk dipulangkan')).toContainText('Baucar ini tidak boleh digunakan lagi.')
  await expect(row(page, 'Teh tarik')).toContainText('Digunakan')
  await row(page, 'Teh tarik').getByRole('link').click()
  for (const _ of ['the first time', 'again']) {
    for (const tab of [page, second]) await expect(used(tab)).toBeVisible()
    await desk.takeBack(late.id)
    for (const tab of [page, second]) await expect(tab.getByText('Tunjukkan ini semasa mengambilnya')).toBeVisible()
    await expect.poll(async () => (await readCode(page)).code === (await readCode(second)).code).toBe(true)
    await desk.handOver(await readCode(second))
  }
  for (const tab of [page, second]) await expect(used(tab)).toBeVisible()

  await page.goto(`/app/vouchers/${recalled.id}`)
  await readCode(page)
  await desk.recall(recalled.reward, 'Gerai ini telah ditutup.')
  for (const text of [
    'Ganjaran ini telah ditarik balik.',
    'Gerai ini telah ditutup.',
    '2 cop akan dikembalikan kepada anda dalam masa sejam.',
  ])
    await expect(status(page, 'Dibatalkan')).toContainText(text)
  await noCode(page)
  await page.getByRole('main').getByRole('link', { name: 'Kembali' }).click()
  await expect(row(page, 'Roti canai')).toContainText('Dibatalkan')
  await expect(row(page, 'Roti canai')).toContainText('Ganjaran ini telah ditarik balik. Gerai ini telah ditutup.')
  await expect(row(page, 'Kuih lapis')).toContainText(
    'Pengurus telah membatalkan baucar ini. Mesin rosak. 2 cop dikembalikan kepada anda.',
  )
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: /net::ERR_|Failed to fetch/ })

  test('R-3.01 R-3.03 an opened voucher makes codes offline and says in Malay when it was opened on another device, has expired or lacks its key', async ({
    page,
    context,
    server,
    member,
    anotherBrowser,
  }) => {
    const desk = await connectRewardsDesk(server)
    await desk.giveStamps(member, 6)
    const { id } = await claimNew(server, member, kopi)
    const unopened = await claimNew(server, member, { title_ms: 'Teh tarik' })
    const expiring = await claimNew(server, member, { ...kopi, valid_days: 1 })
    await openInMalay(page, server, member, `/app/vouchers/${id}`)
    await readCode(page)
    const other = await (await anotherBrowser()).newPage()
    await openInMalay(other, server, member, `/app/vouchers/${id}`)
    await readCode(other)
    await expect(
      status(page, 'Anda telah membuka baucar ini pada peranti lain, jadi hanya kod di sana boleh digunakan.'),
    ).toBeVisible()
    await noCode(page)
    await press(page, 'Tunjukkan di sini')
    await readCode(page)

    await expectCachedOffline(page)
    await context.setOffline(true)
    await page.reload()
    await expect(status(page, 'Anda di luar talian')).toBeVisible()
    const shown = await readCode(page)
    await press(page, 'Pulangkan')
    await dialog(page).getByRole('button', { name: 'Pulangkan', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toContainText(
      'Anda mungkin di luar talian. Cuba lagi apabila anda kembali dalam talian.',
    )
    await dialog(page).getByRole('button', { name: 'Jangan pulangkan' }).click()
    // The counter has a network.
    await desk.handOver(shown)
    await context.setOffline(false)
    for (const one of [page, other]) await expect(used(one)).toBeVisible()

    await page.route(`**/api/vouchers/${unopened.id}/key`, (route) => route.abort())
    await page.goto(`/app/vouchers/${unopened.id}`)
    await expect(page.getByRole('alert').filter({ hasText: 'Kod anda tidak dapat diperoleh' })).toContainText(
      'Sambung ke internet sekali. Selepas itu kod berfungsi di luar talian juga.',
    )
    await page.unroute(`**/api/vouchers/${unopened.id}/key`)
    await press(page, 'Cuba lagi')
    await readCode(page)

    await page.clock.install()
    await page.goto(`/app/vouchers/${expiring.id}`)
    await readCode(page)
    await withoutAnswersOf(page, expiring.id)
    await page.clock.fastForward('49:00:00')
    await expect(status(page, 'Tamat tempoh')).toContainText('Hari terakhirnya sudah berlalu.')
    await expect(status(page, 'Tamat tempoh')).toContainText('2 cop akan dikembalikan kepada anda dalam masa sejam.')
    await noCode(page)
  })
})

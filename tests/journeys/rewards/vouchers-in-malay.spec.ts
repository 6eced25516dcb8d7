import type { Page } from '@playwright/test'
import { registerMember } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectCachedOffline } from '../support/kept-answers.ts'
import { openInMalay } from '../support/languages.ts'
import { noCode, readCode } from '../support/rewards.ts'
import { heading, recordApiCalls } from '../support/web.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: /net::ERR_|Failed to fetch/ })

const kopi = { title: 'Free kopi O', title_ms: 'Kopi O percuma' }
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Pulangkan baucar ini?' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const row = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const used = (page: Page) => status(page, /^Digunakan pada \d\d:\d\d, Boba Bukit$/)

test('R-3.01 R-3.05 a double click gives a voucher back once, and all of it is in Malay', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  const { id } = await claimElsewhere(server, member, await desk.publish(kopi))
  await openInMalay(page, server, member, '/app/history')
  await expect(page.getByRole('navigation', { name: 'Papar baucar' }).getByRole('link')).toHaveText([
    'Semua',
    'Sedia',
    'Digunakan',
    'Dipulangkan',
  ])
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
  await page.goto('/app/history?state=used')
  await expect(page.getByText('Tiada baucar di sini')).toBeVisible()
})

test('R-3.01 a voucher that was handed over meanwhile can no longer be given back, and says so in Malay', async ({
  page,
  context,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  const { id } = await claimElsewhere(server, member, await desk.publish(kopi))
  await openInMalay(page, server, member, '/app/history')
  await press(page, 'Pulangkan: Kopi O percuma')
  const second = await context.newPage()
  await second.goto(`/app/vouchers/${id}`)
  await desk.handOver(await readCode(second))
  await dialog(page).getByRole('button', { name: 'Pulangkan', exact: true }).click()
  await expect(status(page, 'Terlambat untuk dipulangkan')).toContainText('Baucar ini tidak boleh digunakan lagi.')
  await expect(row(page, 'Kopi O percuma')).toContainText('Digunakan')
})

test('R-3.01 R-3.04 a hand-over that is taken back makes the voucher ready again, in Malay and in two tabs', async ({
  page,
  context,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  const { id } = await claimElsewhere(server, member, await desk.publish(kopi))
  await openInMalay(page, server, member, `/app/vouchers/${id}`)
  const second = await context.newPage()
  await second.goto(`/app/vouchers/${id}`)
  await expect.poll(async () => (await readCode(page)).code === (await readCode(second)).code).toBe(true)
  await desk.handOver(await readCode(second))
  for (const tab of [page, second]) await expect(used(tab)).toBeVisible()
  await desk.takeBack(id)
  for (const tab of [page, second]) await expect(tab.getByText('Tunjukkan ini semasa mengambilnya')).toBeVisible()
  await expect.poll(async () => (await readCode(page)).code === (await readCode(second)).code).toBe(true)
  await desk.handOver(await readCode(page))
  for (const tab of [page, second]) await expect(used(tab)).toBeVisible()
})

test('R-3.01 an opened voucher expires by the clock of the campus, and says in Malay that its stamps come back', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  const { id } = await claimElsewhere(server, member, await desk.publish({ ...kopi, valid_days: 1 }))
  await openInMalay(page, server, member, '/')
  await page.clock.install()
  await page.goto(`/app/vouchers/${id}`)
  await readCode(page)
  // The answers about a voucher correct the clock of its page.
  await page.route(`**/api/vouchers/${id}`, (route) => route.abort())
  await page.clock.fastForward('49:00:00')
  await expect(status(page, 'Tamat tempoh')).toContainText('Hari terakhirnya sudah berlalu.')
  await expect(status(page, 'Tamat tempoh')).toContainText('2 cop akan dikembalikan kepada anda dalam masa sejam.')
  await noCode(page)
})

test('R-2.02 R-3.01 a member reads in Malay that a reward was recalled and that a manager cancelled a voucher, and why', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  const reward = await desk.publish(kopi)
  const { id } = await claimElsewhere(server, member, reward)
  const cancelled = await claimElsewhere(server, member, await desk.publish({ title_ms: 'Teh tarik' }))
  await desk.cancel(cancelled.id, 'Mesin rosak.')
  await openInMalay(page, server, member, `/app/vouchers/${id}`)
  await readCode(page)
  await desk.recall(reward, 'Gerai ini telah ditutup.')
  for (const text of [
    'Ganjaran ini telah ditarik balik.',
    'Gerai ini telah ditutup.',
    '2 cop akan dikembalikan kepada anda dalam masa sejam.',
  ])
    await expect(status(page, 'Dibatalkan')).toContainText(text)
  await noCode(page)
  await page.goto('/app/history')
  await expect(row(page, 'Kopi O percuma')).toContainText('Dibatalkan')
  await expect(row(page, 'Kopi O percuma')).toContainText('Ganjaran ini telah ditarik balik. Gerai ini telah ditutup.')
  await expect(row(page, 'Teh tarik')).toContainText(
    'Pengurus telah membatalkan baucar ini. Mesin rosak. 2 cop dikembalikan kepada anda.',
  )
  await page.goto(`/app/rewards/${reward.id}`)
  await expect(heading(page, 'Ganjaran ini tidak tersedia.')).toBeVisible()
})

test('R-3.03 an opened voucher makes codes without a network, and says in Malay that the app is offline', async ({
  page,
  context,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  const { id } = await claimElsewhere(server, member, await desk.publish(kopi))
  const unopened = await claimElsewhere(server, member, await desk.publish({ title_ms: 'Teh tarik' }))
  await openInMalay(page, server, member, `/app/vouchers/${id}`)
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
  await expect(used(page)).toBeVisible()
  await page.route(`**/api/vouchers/${unopened.id}/key`, (route) => route.abort())
  await page.goto(`/app/vouchers/${unopened.id}`)
  await expect(page.getByRole('alert').filter({ hasText: 'Kod anda tidak dapat diperoleh' })).toContainText(
    'Sambung ke internet sekali. Selepas itu kod berfungsi di luar talian juga.',
  )
  await page.unroute(`**/api/vouchers/${unopened.id}/key`)
  await press(page, 'Cuba lagi')
  await readCode(page)
})

test('R-3.03 a voucher that is opened on another device says so in Malay, and can be shown here again', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  const { id } = await claimElsewhere(server, member, await desk.publish(kopi))
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
  await desk.handOver(await readCode(page))
  for (const one of [page, other]) await expect(used(one)).toBeVisible()
})

test('R-3.02 another member’s voucher cannot be found, and says so in Malay', async ({ page, server, member }) => {
  const desk = await connectRewardsDesk(server)
  const other = await registerMember(server)
  await desk.giveStamps(other, 5)
  const { id } = await claimElsewhere(server, other, await desk.publish(kopi))
  const answered = page.waitForResponse(`**/api/vouchers/${id}`)
  await openInMalay(page, server, member, `/app/vouchers/${id}`)
  expect((await answered).status()).toBe(404)
  await expect(heading(page, 'Baucar ini tidak dijumpai')).toBeVisible()
  await expect(page.getByText('Alamatnya mungkin salah, atau baucar ini milik akaun lain.')).toBeVisible()
  await expect(page.getByText('Kopi O percuma')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Lihat semua baucar' }).click()
  await expect(page.getByText('Belum ada baucar')).toBeVisible()
  await expect(page.getByText('Tuntut ganjaran dengan cop anda, dan baucarnya akan muncul di sini.')).toBeVisible()
})

import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import type { AnswerOf } from '@stampus/contract/endpoint'
import type { openKey } from '@stampus/contract/rewards/vouchers'
import { voucherCode, wrongCode } from '../../support/api/codes.ts'
import { type Member, manager } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { installCamera } from '../support/camera.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { readCode } from '../support/rewards.ts'
import { expectFieldError, heading, openAs, recordApiCalls } from '../support/web.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const number = (page: Page) => page.getByLabel('Number', { exact: true })
const code = (page: Page) => page.getByLabel('Code', { exact: true })
const typeShown = async (page: Page, shown: { number: string; code: string }) => {
  await number(page).fill(shown.number)
  await code(page).fill(shown.code)
  await code(page).press('Enter')
}

/**
 * A member with a voucher of this title, which costs two stamps, and the member's page that shows it. `codeIn` returns its
 * code so many milliseconds later.
 */
async function claimAndShow(server: ServerUnderTest, member: Member, title: string, browser: BrowserContext) {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  const voucher = await claimElsewhere(server, member, await desk.publish({ title }))
  const phone = await browser.newPage()
  const opened = phone.waitForResponse((answer) => answer.url().endsWith(`/vouchers/${voucher.id}/key`))
  await openAs(phone, member, `/app/vouchers/${voucher.id}`)
  await readCode(phone)
  const { data }: AnswerOf<typeof openKey> = await (await opened).json()
  return { voucher, phone, desk, codeIn: (ms: number) => voucherCode(data.key, Date.now() + ms) }
}

test.describe('with a lost answer', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('R-3.01 R-3.04 a voucher is handed over by its typed digits, taken back and handed over again; the desk says why it cannot be, and sends a lost hand-over again as the same request', async ({
    page,
    server,
    member,
    anotherBrowser,
  }) => {
    const { phone, voucher, codeIn } = await claimAndShow(server, member, 'Typed kopi', await anotherBrowser())
    await openConsole(page, '/hand-over', manager)
    await expect(heading(page, 'Hand over')).toBeVisible()
    await expectNoAxeViolations(page)
    await typeShown(page, { number: '123', code: '' })
    await expectFieldError(number(page), 'Enter the eight digits of the voucher.')
    await expectFieldError(code(page), 'Enter the four digits that change.')
    await expect(number(page)).toBeFocused()
    const right = await readCode(phone)
    await typeShown(page, { ...right, code: wrongCode(codeIn) })
    await expectFieldError(code(page), 'This code is not valid now.')
    await expect(code(page)).toBeFocused()
    await typeShown(page, { number: '00000000', code: '0000' })
    await expectFieldError(number(page), 'There is no voucher with this number.')

    const calls = recordApiCalls(page)
    const shown = await readCode(phone)
    await typeShown(page, { ...shown, number: `${shown.number.slice(0, 4)} ${shown.number.slice(4)}` })
    const checked = page.getByRole('region', { name: 'Typed kopi' })
    await expect(checked).toContainText('This reward belongs to')
    await expect(checked).toContainText('One hot cup. Not together with other offers.')
    await expect(checked).toContainText('First nameNurulLast day')
    await expect(checked).not.toContainText(member.name)
    await expectNoAxeViolations(page)
    await checked.getByRole('button', { name: 'Hand over' }).dblclick()
    await expect(page.getByText('Typed kopi, handed over to Nurul.')).toBeVisible()
    expect(calls.filter((made) => made.endsWith('/hand-over'))).toHaveLength(1)
    await expect(phone.getByRole('status').filter({ hasText: /^Used at/ })).toBeVisible()
    await page.getByRole('button', { name: /^Take back/ }).click()
    await expect(toast(page)).toContainText('Taken back. The voucher is ready again.')
    await phone.reload()
    const again = await readCode(phone)
    await number(page).focus()
    await page.keyboard.type(`${again.number}${again.code}`)
    await expect(number(page)).toHaveValue(again.number)
    await expect(code(page)).toHaveValue(again.code)
    await number(page).fill('')
    await code(page).fill('')
    // A pasted text arrives as one change, as this one does.
    await number(page).fill(`${again.number.slice(0, 4)} ${again.number.slice(4)} ${again.code}`)
    await expect(number(page)).toHaveValue(again.number)
    await expect(code(page)).toHaveValue(again.code)
    await expect(code(page)).toBeFocused()
    // The member's page misses this hand-over and its end, and then opens the voucher again by itself.
    await phone.goto('about:blank')
    await code(page).press('Enter')
    await page.getByRole('region', { name: 'Typed kopi' }).getByRole('button', { name: 'Hand over' }).click()
    await expect(page.getByText('Typed kopi, handed over to Nurul.')).toBeVisible()
    await press(page, 'Next voucher')
    await expect(number(page)).toBeFocused()
    await expect(number(page)).toHaveValue('')
    await typeShown(page, again)
    await expect(page.getByRole('alert').filter({ hasText: /^Used at \d\d:\d\d by Tan Mei Fong\.$/ })).toBeVisible()

    await moveTo(page, `/vouchers/${voucher.id}`)
    const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
    await expect(history).toHaveText([
      /^Handed over at the Stampus deskTan Mei Fong, /,
      /^Hand-over taken backTan Mei Fong, /,
      /^Handed over at the Stampus deskTan Mei Fong, /,
      new RegExp(`^Claimed${member.name}, `),
    ])
    await page.getByRole('button', { name: /^Take back/ }).click()
    await expect(page.getByRole('region', { name: 'Facts' })).toContainText('StatusReady')
    await expect(page.getByRole('button', { name: /^Take back/ })).toHaveCount(0)

    const device = await page.context().newPage()
    await phone.goBack()
    await moveTo(page, '/hand-over')
    await device.goto('/console/hand-over')
    for (const each of [page, device]) {
      await typeShown(each, await readCode(phone))
      await expect(each.getByRole('region', { name: 'Typed kopi' })).toBeVisible()
    }
    const sent: string[] = []
    await page.route('**/hand-over', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      sent.push(route.request().postDataJSON().request_id)
      if (sent.length > 1) return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await press(page, 'Hand over')
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await press(device, 'Hand over')
    await expect(device.getByRole('main').getByRole('alert')).toHaveText(/^Used at \d\d:\d\d by Tan Mei Fong\.$/)
    await press(page, 'Hand over')
    await expect(page.getByText('Typed kopi, handed over to Nurul.')).toBeVisible()
    expect(sent).toEqual([sent[0], sent[0]])
  })
})

test('R-3.03 the desk scans the QR code of a voucher with the camera, which is off afterwards; without a camera it says what to do, and the digits can still be typed', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const { phone } = await claimAndShow(server, member, 'Scanned kopi', await anotherBrowser())
  const camera = await installCamera(page)
  await openConsole(page, '/merchants/1/poster', manager)
  const poster = page.getByRole('img', { name: /^QR code/ })
  await expect(poster).toBeVisible()
  await camera.show(poster)
  await page.getByRole('link', { name: 'Hand over', exact: true }).click()
  const problems = [
    ['NotAllowedError', /^The browser blocks the camera\./],
    ['NotFoundError', /^No camera was found\./],
    ['NotReadableError', /^Another program is using the camera\./],
  ] as const
  for (const [error, text] of problems) {
    await camera.fail(error)
    await press(page, 'Scan the QR code')
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(text)
    await expect(number(page)).toBeEditable()
  }
  await camera.fail('')
  await press(page, 'Scan the QR code')
  await expect(page.getByText("This QR code isn't a voucher.")).toBeVisible()
  expect(await camera.isOn()).toBe(true)
  await expectNoAxeViolations(page)
  await readCode(phone)
  await camera.show(phone.getByRole('img', { name: 'QR code of this voucher' }))
  await expect(page.getByRole('region', { name: 'Scanned kopi' })).toContainText('First nameNurul')
  expect(await camera.isOn()).toBe(false)
  await press(page, 'Hand over')
  await press(page, 'Next voucher')
  await camera.show(page.getByRole('heading', { name: 'Hand over' }))
  await press(page, 'Scan the QR code')
  await expect.poll(camera.isOn).toBe(true)
  await page.getByRole('link', { name: 'Vouchers', exact: true }).click()
  await expect(heading(page, 'Vouchers')).toBeVisible()
  expect(await camera.isOn()).toBe(false)
})

test('R-3.01 a manager finds vouchers by member, reward and state, exports them, and voids one with a reason', async ({
  page,
  server,
  member,
  anotherBrowser,
  mailTo,
}) => {
  const { phone, voucher, desk } = await claimAndShow(server, member, 'Voided kopi', await anotherBrowser())
  const kept = await claimElsewhere(server, member, await desk.publish({ title: 'Kept kopi' }))
  await openConsole(page, `/members/${member.id}`, manager)
  await page.getByRole('region', { name: 'Profile' }).getByRole('link', { name: 'Vouchers' }).click()
  await expect(page).toHaveURL(new RegExp(`/vouchers\\?member_id=${member.id}$`))
  await expect(page.getByRole('row')).toHaveCount(3)
  await expectNoAxeViolations(page)
  await page.getByLabel('Reward').selectOption({ label: 'Voided kopi' })
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Status').selectOption('Used')
  await expect(page.getByText('No vouchers found.')).toBeVisible()
  await page.getByLabel('Status').selectOption('Ready')
  await page.reload()
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Export CSV')])
  expect(file.suggestedFilename()).toMatch(/^vouchers-\d{4}-\d\d-\d\d\.csv$/)
  const rows = String(await readFile(await file.path()))
    .trim()
    .split('\r\n')
  expect([rows.length, rows[1]]).toEqual([2, expect.stringContaining(`"'${voucher.number}","ready",`)])
  expect(rows[1]).not.toContain(member.name)
  const search = page.getByLabel('Voucher or member')
  await expect(search).toHaveValue(String(member.id))
  await search.fill('No such member')
  await expect(page.getByText('No vouchers found.')).toBeVisible()
  await press(page, 'Clear filters')
  await search.fill(member.email)
  await expect(page.getByRole('row')).toHaveCount(3)
  await search.fill(voucher.number.replace(/^\d{4}/, '$& '))
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('row').last().getByRole('link').first().click()
  await press(page, 'Void')
  const dialog = page.getByRole('dialog', { name: /^Void voucher \d{4} \d{4}\?$/ })
  await expect(dialog.getByLabel('Give the stamps back')).toBeChecked()
  await dialog.getByRole('button', { name: 'Void' }).click()
  await expectFieldError(dialog.getByLabel('Reason (shown to the member)'), 'A reason is required.')
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Reason (shown to the member)').fill('The stall has closed')
  await dialog.getByRole('button', { name: 'Void' }).dblclick()
  await expect(toast(page)).toContainText('is voided.')
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Stamps2Returned')
  await expect(page.getByRole('region', { name: 'Facts' })).not.toContainText('Owed to the merchant')
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history.first()).toHaveText(/^Voided, stamps returnedTan Mei Fong, .*The stall has closed$/)
  await expect(page.getByRole('button', { name: 'Void' })).toHaveCount(0)
  await expect(phone.getByText('The stall has closed')).toBeVisible()
  expect((await mailTo(member.email, 'voucher')).text).toContain('The stall has closed')

  await moveTo(page, `/vouchers/${kept.id}`)
  await press(page, 'Void')
  await dialog.getByLabel('Keep the stamps spent').check()
  await dialog.getByLabel('Reason (shown to the member)').fill('Sold to another person')
  await dialog.getByRole('button', { name: 'Void' }).click()
  await expect(history.first()).toContainText('Voided, stamps not returned')
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Stamps2Not returned')
  await page.getByRole('link', { name: 'Audit log' }).last().click()
  const entry = page.getByRole('row').last()
  await expect(entry).toContainText('Voided a voucher')
  await expect(entry.getByRole('link', { name: voucher.number })).toHaveCount(0)
  await expect(entry.getByRole('link', { name: kept.number })).toBeVisible()
  await expect(entry).toContainText('Sold to another person')
})

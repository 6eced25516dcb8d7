import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import {
  drawPicture,
  isTokenValid,
  logInElsewhere,
  logOutElsewhere,
  registerMember,
} from '../../support/browser/people.ts'
import { expectNoAxeViolations, showIn } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { notification, openForm, save } from '../support/profile.ts'
import {
  accountMenu,
  expectFieldError,
  heading,
  hold,
  logIn,
  readSessionToken,
  recordApiCalls,
  tabLink,
} from '../support/web.ts'

const NEW = 'Roti-Canai-3-Keping'

test('S-2.31 S-3.02 S-4.01 S-4.02 S-5.03 S-5.12 S-5.13 S-7.06 D-10 D-21 D-22 the profile form says which field is wrong and opens its section; what is saved shows as the server has it in every tab, also after the form was left; unsaved changes are kept and announced, until the member signs out in any tab, and through an expired session for their member only', async ({
  page,
  context,
  server,
  member,
}) => {
  const elsewhere = await logInElsewhere(server, member)
  await openForm(page, member)
  const other = await context.newPage()
  await other.goto('/')
  const [name, email] = [page.getByLabel('Full name'), page.getByLabel('Email')]
  const [current, again] = [page.getByLabel('Current password'), page.getByLabel('Confirm new password')]
  const original = page.getByLabel('New password', { exact: true })
  const calls = recordApiCalls(page)
  await name.fill(' ')
  await email.fill('')
  await save(page)
  await expectFieldError(name, texts.nameRequired)
  await expectFieldError(email, texts.emailRequired)
  await expect(name).toBeFocused()
  const address = member.email.replace('@', '-baru@')
  await name.fill('  Siti Nurhaliza  ')
  await email.fill(address)
  await current.fill(member.password)
  await email.fill(member.email)
  await save(page)
  await expectFieldError(original, texts.passwordTooShort)
  await expect(original).toBeFocused()
  await current.fill('')
  await again.fill('Teh')
  await save(page)
  await expectFieldError(current, texts.currentPasswordRequired)
  await expectFieldError(original, texts.passwordTooShort)
  await expectFieldError(again, texts.passwordsDiffer)
  expect(calls).toEqual([])
  await current.fill('Salah-Sama-Sekali-1')
  await original.fill(` ${NEW} `)
  await again.fill('Roti-Canai-3 -Keping')
  await save(page)
  await expectFieldError(current, texts.currentPasswordWrong)
  await expect(current).toBeFocused()

  await page.route('**/api/user/profile', async (route) => {
    expect(route.request().headers()['content-type']).toMatch(/^multipart\/form-data/)
    const { data } = await (await route.fetch()).json()
    await route.fulfill({ json: { data: { ...data, name: `${data.name}, as kept` } } })
  })
  await current.fill(` ${member.password}`)
  await save(page)
  await expect(notification(page)).toContainText('Profile saved')
  await expect(notification(page)).toContainText('Your other devices were signed out.')
  await expect(page).toHaveURL('/app/profile')
  await expect(heading(page, 'My Profile')).toBeFocused()
  await expect(page.getByRole('main')).toContainText('Siti Nurhaliza, as kept')
  await expect(heading(other, 'Welcome, Siti Nurhaliza, as kept')).toBeVisible()
  expect(await isTokenValid(server, elsewhere.token)).toBe(false)
  await page.unroute('**/api/user/profile')

  const edit = page.getByRole('link', { name: 'Edit profile' })
  const unsaved = page.getByText('You have unsaved changes. Open Edit profile to save them.')
  await edit.click()
  const release = await hold(page, '**/api/user/profile')
  await name.fill('Siti Aisyah')
  await save(page)
  await tabLink(page, 'Merchants').click()
  release()
  await expect(heading(other, 'Welcome, Siti Aisyah')).toBeVisible()
  await expect(page).toHaveURL('/app/merchants')
  await tabLink(page, 'Profile').click()
  await expect(page.getByRole('main')).toContainText('Siti Aisyah')
  await expect(unsaved).toBeHidden()
  await edit.click()
  await name.fill('Half a na')
  await tabLink(page, 'Merchants').click()
  await expect(notification(page)).toContainText('Not saved yet')
  await tabLink(page, 'Profile').click()
  await expect(unsaved).toBeVisible()
  await edit.click()
  await expect(name).toHaveValue('Half a na')
  const asked = page.waitForEvent('dialog')
  const reloading = page.reload()
  await (await asked).accept()
  await reloading
  await expect(name).toHaveValue('Siti Aisyah')
  await name.fill('Half a na')
  await accountMenu(other).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, { ...member, password: NEW })
  await tabLink(page, 'Profile').click()
  await edit.click()
  await expect(name).toHaveValue('Siti Aisyah')

  const logInWhenAsked = async (person: { email: string; password: string }) => {
    await logOutElsewhere(server, await readSessionToken(page))
    await save(page)
    await expect(page).toHaveURL(/\/login\?reason=session_expired/)
    await expect(notification(page)).toContainText('We kept your changes')
    await logIn(page, { ...member, ...person })
    await expect(page).toHaveURL('/app/profile?edit')
  }
  await name.fill('Half a na')
  await email.fill(address)
  await current.fill(NEW)
  await logInWhenAsked({ email: member.email, password: NEW })
  await expect(name).toHaveValue('Half a na')
  await expect(email).toHaveValue(address)
  await expect(current).toHaveValue('')
  await email.fill(member.email)
  const next = await registerMember(server)
  await logInWhenAsked(next)
  await expect(name).toHaveValue(next.name)
})

test('S-5.14 S-2.02 S-2.31 a file that is no picture is rejected at once; a picture is rotated, zoomed, by keyboard cropped in its circle, saved, shown in every tab and removed, and axe finds no problems', async ({
  page,
  context,
  member,
}) => {
  const other = await context.newPage()
  await openForm(page, member)
  await other.goto('/')
  const alert = page.getByRole('alert')
  const use = page.getByRole('button', { name: 'Use picture' })
  const unshown = page.getByText('This browser can’t show this kind of picture')
  const whole = { name: 'me.png', mimeType: 'image/png', buffer: await redAndBlue(page) }
  await choose(page, { ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length / 2) })
  await expect(alert).toContainText('We couldn’t open this file as a picture')
  const photo = (await drawPicture()).buffer
  await choose(page, { name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo.subarray(0, photo.length - 2) })
  await expect(alert).toBeHidden()
  await expect(unshown).toBeHidden()
  await choose(page, whole)
  await expectNoAxeViolations(page)
  await showIn(page, 'dark')
  await expectNoAxeViolations(page, 'dark', ['color-contrast'])
  const turn = page.getByRole('button', { name: 'Rotate' })
  await turn.click()
  await turn.click()
  await page.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
  await use.click()
  await expect.poll(() => pictureIn(page)).toMatchObject({ left: 'blue', right: 'red' })

  await choose(page, { name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(alert).toHaveText(texts.invalidReceiptType)
  await choose(page, { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(2_097_153) })
  await expect(alert).toHaveText(texts.avatarTooLarge)
  await choose(page, { name: 'me.heic', mimeType: 'image/heic', buffer: Buffer.alloc(2_097_152) })
  await expect(alert).toBeHidden()
  await expect(unshown).toBeVisible()
  await save(page)
  await expect(alert).toHaveText(texts.invalidReceiptType)
  await expectNoAxeViolations(page)

  await choose(page, whole)
  const circle = page.getByRole('application', { name: /^Your picture in its circle/ })
  await expect(circle).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(circle).toBeFocused()
  for (let presses = 0; presses < 30; presses++) await page.keyboard.press('ArrowRight')
  await use.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await pictureIn(page)).toEqual({ width: 512, height: 512, left: 'red', right: 'red' })
  await save(page)
  await expect(notification(page)).toContainText('Profile saved')
  await expect(accountMenu(page).locator('img')).toBeVisible()
  await expect(accountMenu(other).locator('img')).toBeVisible()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(notification(page)).toContainText('Picture removed')
  await expect(accountMenu(other).locator('img')).toBeHidden()
})

const choose = (page: Page, picture: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel('Choose a picture').setInputFiles(picture)

/** A picture twice as wide as high: red on the left, blue on the right. */
async function redAndBlue(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 800 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser draws nothing')
    context.fillStyle = '#d00'
    context.fillRect(0, 0, 800, 800)
    context.fillStyle = '#00d'
    context.fillRect(800, 0, 800, 800)
    return canvas.toDataURL()
  })
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

/** The size of the cropped picture, and its colours left and right of the middle. */
function pictureIn(page: Page) {
  return page.getByAltText('Your new picture').evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const colourAt = (x: number) => {
      const [red = 0, , blue = 0] = context?.getImageData(x, height / 2, 1, 1).data ?? []
      return red > blue ? 'red' : 'blue'
    }
    return { width, height, left: colourAt(width / 8), right: colourAt((width * 7) / 8) }
  })
}

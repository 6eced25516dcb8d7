import type { Locator, Page } from '@playwright/test'
import { loadReceiptPicture, newInvoiceNumber, newPerson, reviewer } from '../../support/browser/people.ts'
import { approve, deskPicture, lastDecision, onDesk, openAtDesk } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendButton } from '../support/receipt-form.ts'
import { accountMenu, choosePicture, heading, logIn, register, tabLink } from '../support/web.ts'

type Bought = { file: string; day: string; amount: string; invoice: string; shown: string }

const bought = (file: string, day: string, amount: string): Bought => {
  return { file, day, amount, invoice: newInvoiceNumber(), shown: `RM\u202f${amount}` }
}

test('S-1.01 S-1.03 S-4.05 S-4.06 S-4.07 S-8.05 D-45 D-46 D-51 a receipt goes from the till to a stamp', {
  tag: '@phone',
}, async ({ page, anotherBrowser, mailTo }) => {
  test.setTimeout(240_000)
  const person = newPerson()
  const lunch = bought('041.heic', '2018-03-03', '174.90')
  const dinner = bought('134.jpg', '2017-08-10', '21.40')

  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await register(page, person)
  await expect(heading(page, 'Verify your email')).toBeVisible()
  const { link = '' } = await mailTo(person.email, 'Verify your email address')
  await page.goto(link)
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, person)
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()

  for (const receipt of [lunch, dinner]) await submit(page, receipt)
  for (const receipt of [lunch, dinner]) await expect(row(page, receipt)).toContainText('Pending')

  const [lunchId, dinnerId] = [await idOf(page, lunch), await idOf(page, dinner)]
  await row(page, lunch).getByRole('link').click()
  await expect(heading(page, 'Submission Details')).toBeVisible()
  await expectPicture(page.getByRole('img', { name: /^Receipt from/ }))
  const desk = await (await anotherBrowser()).newPage()
  await openAtDesk(desk, lunchId, reviewer)
  await expect(onDesk(desk)).toContainText(person.name)
  await expect(onDesk(desk)).toContainText(lunch.shown)
  await expectPicture(deskPicture(desk))
  await approve(desk)
  await expect(lastDecision(desk)).toContainText('Approved Boba Bukit')
  const mark = page.getByRole('status').filter({ hasText: 'Approved' })
  await expect(mark).toBeVisible()
  await expect(mark.locator('svg')).toBeVisible()
  await expectColour(mark.getByText('Approved'), 'green')
  await expectPageAsWideAsScreen(page)
  await expect(page.getByText('Stamps earned').locator('..')).toContainText('17')

  await page.getByRole('link', { name: 'Back to History' }).click()
  await openAtDesk(desk, dinnerId)
  await approve(desk)
  await expect(lastDecision(desk)).toContainText('Approved Boba Bukit')
  await desk.keyboard.press('u')
  await expect(onDesk(desk)).toContainText(dinner.invoice)
  await expect(lastDecision(desk)).toBeHidden()
  await expect(row(page, dinner)).toContainText('Pending')
  await expectColour(row(page, dinner).getByText('Pending'), 'yellow')
  await rejectWithPreset(desk, 'Unreadable')
  await expect(row(page, dinner)).toContainText('Rejected', { timeout: 40_000 })
  await expectColour(row(page, dinner).getByText('Rejected'), 'red')
  await expectPageAsWideAsScreen(page)
  await row(page, dinner).getByRole('link').click()
  await expect(page.getByText('Why it was rejected')).toBeVisible()
  await expect(page.getByText(/too blurred or dark to read/)).toBeVisible()
  await expect(page.getByText('Admin Comments')).toBeHidden()

  await tabLink(page, 'Home').click()
  const card = page.getByRole('region', { name: 'Stamp card' })
  await expect(card).toContainText('17')
  await card.getByRole('button', { name: 'Stamp history' }).click()
  await expect(card.getByRole('listitem')).toHaveText([/^\+17 stamps.*174\.90$/])
  await card.getByRole('link').last().click()
  await expect(page).toHaveURL(`/app/submissions/${lunchId}`)
  await page.goBack()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  expect((await mailTo(person.email, 'Your receipt was rejected')).text).toContain('too blurred or dark')
  expect((await mailTo(person.email, 'Your receipt was approved')).text).toContain('stamp')
})

/** Searches for the merchant and sends the receipt there. */
async function submit(page: Page, { file, day, amount, invoice }: Bought) {
  await tabLink(page, 'Merchants').click()
  await page.getByLabel('Search merchants').fill('boba')
  await page
    .getByRole('link', { name: /^Boba Bukit/ })
    .last()
    .click()
  await page.getByRole('link', { name: 'Submit Receipt' }).click()
  await choosePicture(page, await loadReceiptPicture(file))
  await page.getByLabel('Total amount').fill(amount)
  await page.getByLabel('Purchase date').fill(day)
  await page.getByLabel('Invoice number').fill(invoice)
  await sendButton(page).click()
  await expect(page.getByText('Your receipt has been submitted successfully!').last()).toBeVisible()
  await expect(heading(page, 'My Submissions')).toBeVisible()
}

/** With the keyboard alone. Rejections of other journeys decide which reason comes first. */
async function rejectWithPreset(desk: Page, name: string) {
  await desk.keyboard.press('r')
  const presets = desk.getByRole('dialog').getByRole('radio')
  await expect(presets.first()).toBeVisible()
  await tabTo(desk, presets.first())
  await desk.keyboard.press('Space')
  const preset = desk.getByRole('dialog').getByRole('radio', { name })
  while (!(await preset.isChecked())) await desk.keyboard.press('ArrowDown')
  await tabTo(desk, desk.getByRole('button', { name: 'Reject receipt' }))
  await desk.keyboard.press('Enter')
  await expect(lastDecision(desk)).toContainText('Rejected Boba Bukit')
}

async function tabTo(desk: Page, place: Locator) {
  while (!(await place.evaluate((element) => element === document.activeElement))) await desk.keyboard.press('Tab')
}

/** A phone that has once made room for something wide shows the tab bar below its screen from then on. */
async function expectPageAsWideAsScreen(page: Page) {
  expect(await page.evaluate(() => window.innerWidth)).toBe(page.viewportSize()?.width)
}

const row = (page: Page, { shown }: Bought) => page.getByRole('listitem').filter({ hasText: shown })

async function idOf(page: Page, receipt: Bought) {
  const address = await row(page, receipt).getByRole('link').getAttribute('href')
  return Number(address?.split('/').at(-1))
}

/** Waits for the picture itself, not only its placeholder. */
async function expectPicture(picture: Locator) {
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
}

/** The hues of a word, or of the ground below a dark word, in degrees. */
const hues = { red: [335, 385], yellow: [45, 60], green: [85, 175] } as const

/** Of `yellow` it is the ground that is yellow, with a contrast of 4.5 to its dark word. */
async function expectColour(word: Locator, colour: keyof typeof hues) {
  const [text = [], ground = []] = await word.evaluate(async (element) => {
    // Even without motion a changed colour is a transition, which shows the former one until the next frame.
    await Promise.allSettled(element.getAnimations().map(({ finished }) => finished))
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!pen) throw new Error('No canvas')
    const { color, backgroundColor } = getComputedStyle(element)
    return [color, backgroundColor].map((given) => {
      pen.fillStyle = given
      pen.fillRect(0, 0, 1, 1)
      return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3)
    })
  })
  const [least, most] = hues[colour]
  const hue = hueOf(colour === 'yellow' ? ground : text)
  expect([hue, hue + 360].some((one) => one >= least && one <= most)).toBe(true)
  if (colour === 'yellow') expect((lightOf(ground) + 0.05) / (lightOf(text) + 0.05)).toBeGreaterThanOrEqual(4.5)
}

/** In degrees: red about 0, yellow 45 to 60, green about 90 to 170. */
function hueOf([r = 0, g = 0, b = 0]: number[]): number {
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const sixth = most === r ? (g - b) / (most - least) : most === g ? 2 + (b - r) / (most - least) : 4
  return (sixth * 60 + 360) % 360
}

/** The relative luminance, 0 to 1. */
function lightOf(rgb: number[]): number {
  const [r = 0, g = 0, b = 0] = rgb
    .map((part) => part / 255)
    .map((x) => (x <= 0.04 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

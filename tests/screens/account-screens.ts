import { expect, type Page } from '@playwright/test'
import { aisyah, drawPicture, type Person } from '../support/browser/people.ts'
import { answering, failing, having, lost, rejecting, unanswered } from './answers.ts'
import type { Screen } from './screen.ts'
import type { Words } from './words.ts'

const verification = '/email/verification'
const link = '?id=1&hash=abc&expires=4000000000&signature=forged'
const profile = { path: '/app/profile', who: 'member' } as const
const editing = { path: '/app/profile?edit', who: 'member' } as const
const reset = { path: `/password/reset${link}` }

const asked = { email: 'nurul.izzah@student.campus.edu.my', needs_password: true, is_own: false, is_verified: false }
const needsPassword = answering(200, { data: asked })
const newcomer = { name: 'Nurul Izzah', email: 'nurul.izzah@student.campus.edu.my', password: 'Teh-Tarik-2-Gelas' }
const wrongPassword = rejecting(422, 'verificationPasswordWrong', 'password')

const tooMany = rejecting(429, 'tooManyRequests')
const addressPending = having({ pending_email: 'aisyah@campus.edu.my' })

/** Login, registration, verification and the profile. */
export const accountScreens: Screen[] = [
  { name: 'login.empty', path: '/login' },
  { name: 'login.suspended', path: '/login?reason=suspended' },
  { name: 'login.session-expired', path: '/login?reason=session_expired' },
  { name: 'login.gaps', path: '/login', steps: submit },
  { name: 'login.refused', path: '/login', steps: (page, words) => logIn(page, words, 'nobody@campus.edu.my') },
  { name: 'login.failing', path: '/login', answers: { 'POST login': failing }, steps: logIn },
  {
    name: 'login.busy',
    path: '/login',
    answers: { 'POST login': unanswered },
    waits: true,
    steps: logIn,
  },
  { name: 'register.empty', path: '/register' },
  { name: 'register.gaps', path: '/register', steps: submit },
  { name: 'register.refused', path: '/register', steps: registerWrongly },
  {
    name: 'register.failing',
    path: '/register',
    answers: { 'POST register': failing },
    covered: true,
    steps: async (page, words) => {
      await register(page, newcomer)
      await expectToast(page, words)
    },
  },
  { name: 'verify.waiting', path: verification, who: 'unverified' },
  {
    name: 'verify.sent',
    path: verification,
    who: 'unverified',
    answers: { 'POST email/verification-notification': answering(200, {}) },
    covered: true,
    steps: resend,
  },
  {
    name: 'verify.not-sent',
    path: verification,
    who: 'unverified',
    answers: { 'POST email/verification-notification': failing },
    covered: true,
    steps: resend,
  },
  {
    name: 'verify.already-verified',
    path: verification,
    who: 'unverified',
    answers: { 'POST email/verification-notification': answering(400, { message: 'Email already verified.' }) },
    steps: async (page, words) => {
      await press('verifyResend')(page, words)
      await expect(page.getByRole('heading', { name: words.verifiedAlreadyTitle })).toBeVisible()
    },
  },
  {
    name: 'verify.verifying',
    path: verification + link,
    answers: { 'POST email/verification-link': unanswered },
    waits: true,
  },
  { name: 'verify.question', path: verification + link, answers: { 'POST email/verification-link': needsPassword } },
  {
    name: 'verify.question-wrong',
    path: verification + link,
    answers: { 'POST email/verification-link': needsPassword, 'POST email/verify/**': wrongPassword },
    steps: async (page) => {
      await page.locator('[name=password]').fill('Not-this-one-1')
      await submit(page)
      await expect(page.locator('[name=password]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'verify.new-password',
    path: verification + link,
    answers: { 'POST email/verification-link': needsPassword },
    steps: press('verifyNewSwitch'),
  },
  {
    name: 'verify.other-account',
    path: verification + link,
    who: 'member',
    answers: { 'POST email/verification-link': needsPassword },
  },
  {
    name: 'verify.changed-address',
    path: verification + link,
    answers: { 'POST email/verification-link': answering(200, { data: { ...asked, current_email: aisyah.email } }) },
  },
  { name: 'verify.lost', path: verification + link, answers: { 'POST email/verification-link': lost } },
  {
    name: 'verify.success',
    path: verification + link,
    answers: {
      'POST email/verification-link': answering(200, { data: { ...asked, needs_password: false, is_verified: true } }),
      'POST email/verify/**': answering(200, {}),
    },
  },
  { name: 'verify.error', path: verification + link },
  { ...reset, name: 'reset.empty' },
  { ...reset, name: 'reset.gaps', steps: submit },
  { ...reset, name: 'reset.bad-link', steps: setPassword },
  { ...reset, name: 'reset.done', answers: { 'POST password/reset': answering(200, {}) }, steps: setPassword },
  { name: 'keep-email.question', path: `/email/keep${link}` },
  { name: 'keep-email.bad-link', path: `/email/keep${link}`, steps: press('keepEmail') },
  {
    name: 'keep-email.done',
    path: `/email/keep${link}`,
    answers: { 'POST email/change/stop': answering(200, {}) },
    steps: press('keepEmail'),
  },
  { ...profile, name: 'profile.full' },
  { ...profile, name: 'profile.long', who: 'longNamed' },
  {
    ...profile,
    name: 'profile.new-address',
    answers: { 'GET user': addressPending, 'PUT user/language': addressPending },
    steps: (page) => expect(page.getByText('aisyah@campus.edu.my')).toBeVisible(),
  },
  {
    ...editing,
    name: 'profile.edit-pending',
    answers: { 'GET user': addressPending, 'PUT user/language': addressPending },
  },
  { ...editing, name: 'profile.saved', who: 'changing', covered: true, steps: savePortrait },
  { ...profile, name: 'profile.end-sessions', covered: true, steps: openDialog('otherSessionsEnd') },
  { ...profile, name: 'profile.delete', covered: true, steps: openDialog('deletionLabel') },
  {
    ...profile,
    name: 'profile.delete-gaps',
    covered: true,
    steps: async (page, words) => {
      await openDialog('deletionLabel')(page, words)
      await submit(page)
      await expect(page.getByRole('dialog').locator('[aria-invalid=true]')).toBeVisible()
    },
  },
  {
    ...profile,
    name: 'profile.export-failing',
    answers: { 'POST user/data-export': failing },
    covered: true,
    steps: async (page, words) => {
      await press('exportLabel')(page, words)
      await expectToast(page, words)
    },
  },
  { ...editing, name: 'profile-edit.full' },
  { ...editing, name: 'profile-edit.password', steps: press('profileChangePassword') },
  { ...editing, name: 'profile-edit.refused', steps: editWrongly },
  { ...editing, name: 'profile-edit.picture', covered: true, steps: choosePortrait },
  {
    ...editing,
    name: 'profile-edit.unsaved',
    covered: true,
    steps: async (page, words) => {
      await page.locator('[name=name]').fill('Aisyah Rahman')
      await page.getByRole('navigation', { name: words.tabBar }).getByRole('link', { name: words.tabHome }).click()
      await expectToast(page, words)
    },
  },
]

/** The login of a browser with too many failed attempts, and the page of the mailed link. */
export const unlockScreens: Screen[] = [
  {
    name: 'login.locked',
    path: '/login',
    answers: { 'POST login': tooMany },
    steps: logIn,
  },
  {
    name: 'login.unlock-sent',
    path: '/login',
    answers: { 'POST login': tooMany, 'POST browser/unlock-link': answering(200, {}) },
    steps: async (page, words) => {
      await logIn(page, words)
      await press('unlockAsk')(page, words)
      await expect(page.getByRole('main').getByRole('status')).not.toBeEmpty()
    },
  },
  { name: 'unlock.question', path: `/browser/unlock${link}` },
  { name: 'unlock.bad-link', path: `/browser/unlock${link}`, steps: press('unlockSubmit') },
  {
    name: 'unlock.other-browser',
    path: `/browser/unlock${link}`,
    answers: { 'POST browser/unlock': answering(403, {}) },
    steps: press('unlockSubmit'),
  },
  {
    name: 'unlock.done',
    path: `/browser/unlock${link}`,
    answers: { 'POST browser/unlock': answering(200, {}) },
    steps: press('unlockSubmit'),
  },
]

type TextName = { [Name in keyof Words]: Words[Name] extends string ? Name : never }[keyof Words]

/** Presses the button with this text. */
function press(text: TextName) {
  return (page: Page, words: Words) => page.getByRole('main').getByRole('button', { name: words[text] }).first().click()
}

/** Presses the button of the form. */
export function submit(page: Page) {
  return page.getByRole('main').locator('form [type=submit]').click()
}

function openDialog(text: TextName) {
  return async (page: Page, words: Words) => {
    await press(text)(page, words)
    await expect(page.getByRole('dialog')).toBeVisible()
  }
}

async function expectToast(page: Page, words: Words) {
  await expect(page.getByRole('status', { name: words.notificationsLabel })).not.toBeEmpty()
}

async function resend(page: Page, words: Words) {
  await press('verifyResend')(page, words)
  await expectToast(page, words)
}

/** Logs in with a wrong password and waits for the answer, or for the busy button. */
async function logIn(page: Page, _words: Words, email = aisyah.email) {
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill('Salah-Sekali-99')
  const asked = page.waitForRequest('**/api/login')
  await submit(page)
  await asked
  await expect(page.getByRole('main').locator('[aria-invalid], [role=alert], [aria-busy=true]').first()).toBeVisible()
}

async function register(page: Page, { name, email, password }: Person) {
  await page.locator('[name=name]').fill(name)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.locator('[name=password_confirmation]').fill(password)
  await page.locator('[name=terms]').check()
  await submit(page)
}

async function registerWrongly(page: Page) {
  await register(page, { ...newcomer, email: 'nurul@mail.example', password: 'pendek' })
  await expect(page.getByRole('alert').first()).toBeVisible()
}

async function setPassword(page: Page, words: Words) {
  await page.locator('[name=password]').fill('Teh-Tarik-2-Gelas')
  await page.locator('[name=password_confirmation]').fill('Teh-Tarik-2-Gelas')
  await submit(page)
  await expect(page.getByRole('heading', { name: words.resetTitle, exact: true })).toBeHidden()
}

async function editWrongly(page: Page, words: Words) {
  await press('profileChangePassword')(page, words)
  await page.locator('[name=name]').fill('')
  await page.locator('[name=email]').fill('aisyah@')
  await page.locator('[name=password]').fill('pendek')
  await page.locator('[name=password_confirmation]').fill('lain')
  await submit(page)
  await expect(page.getByRole('alert').first()).toBeVisible()
}

async function choosePortrait(page: Page, words: Words) {
  await page.getByLabel(words.avatarChoose).setInputFiles(await drawPicture())
  await expect(page.getByRole('dialog').getByRole('button', { name: words.avatarUse })).toBeEnabled()
}

async function savePortrait(page: Page, words: Words) {
  await choosePortrait(page, words)
  await page.getByRole('button', { name: words.avatarUse }).click()
  await submit(page)
  await expectToast(page, words)
}

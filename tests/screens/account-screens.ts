import { expect, type Page } from '@playwright/test'
import { register } from '../journeys/support/web.ts'
import { aisyah, drawPicture, newPerson } from '../support/browser/people.ts'
import { answering, failing, having, lost, unanswered } from './answers.ts'
import type { Screen } from './screen.ts'

const verification = '/email/verification'
const link = '?id=1&hash=abc&expires=4000000000&signature=forged'
const profile = { path: '/app/profile', who: 'member' } as const
const editing = { path: '/app/profile?edit', who: 'member' } as const
const reset = { path: `/password/reset${link}` }

const asked = { email: 'nurul.izzah@student.campus.edu.my', needs_password: true, is_own: false, is_verified: false }
const needsPassword = answering(200, { data: asked })
const wrong = 'This is not the password you registered with.'
const wrongPassword = answering(422, { message: wrong, errors: { password: [wrong] } })

/** Login, registration, verification and the profile. */
export const accountScreens: Screen[] = [
  { name: 'login.empty', path: '/login' },
  { name: 'login.suspended', path: '/login?reason=suspended' },
  { name: 'login.session-expired', path: '/login?reason=session_expired' },
  { name: 'login.gaps', path: '/login', steps: press('Login') },
  { name: 'login.refused', path: '/login', steps: (page) => logIn(page, 'nobody@campus.edu.my') },
  { name: 'login.failing', path: '/login', answers: { 'POST login': failing }, steps: (page) => logIn(page) },
  { name: 'login.lost', path: '/login', answers: { 'POST login': lost }, steps: (page) => logIn(page) },
  {
    name: 'login.busy',
    path: '/login',
    answers: { 'POST login': unanswered },
    waits: true,
    steps: (page) => logIn(page),
  },
  { name: 'register.empty', path: '/register' },
  { name: 'register.gaps', path: '/register', steps: press('Register') },
  { name: 'register.refused', path: '/register', steps: registerWrongly },
  {
    name: 'register.failing',
    path: '/register',
    answers: { 'POST register': failing },
    covered: true,
    steps: async (page) => {
      await register(page, { ...newPerson(), name: 'Nurul Izzah' })
      await expectToast(page)
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
    steps: async (page) => {
      await press('Resend link')(page)
      await expect(page.getByRole('heading', { name: 'Already verified' })).toBeVisible()
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
      await page.getByLabel('Your password').fill('Not-this-one-1')
      await press('Verify email')(page)
      await expect(page.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'verify.new-password',
    path: verification + link,
    answers: { 'POST email/verification-link': needsPassword },
    steps: press('Choose a new password'),
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
  { ...reset, name: 'reset.gaps', steps: press('Set password') },
  { ...reset, name: 'reset.bad-link', steps: setPassword },
  { ...reset, name: 'reset.done', answers: { 'POST password/reset': answering(200, {}) }, steps: setPassword },
  { name: 'keep-email.question', path: `/email/keep${link}` },
  { name: 'keep-email.bad-link', path: `/email/keep${link}`, steps: press('Keep my current email') },
  {
    name: 'keep-email.done',
    path: `/email/keep${link}`,
    answers: { 'POST email/change/stop': answering(200, {}) },
    steps: press('Keep my current email'),
  },
  { ...profile, name: 'profile.full' },
  { ...profile, name: 'profile.long', who: 'longNamed' },
  {
    ...profile,
    name: 'profile.new-address',
    answers: { 'GET user': having({ pending_email: 'aisyah@campus.edu.my' }) },
  },
  {
    ...editing,
    name: 'profile.edit-pending',
    answers: { 'GET user': having({ pending_email: 'aisyah@campus.edu.my' }) },
  },
  { ...editing, name: 'profile.saved', who: 'changing', covered: true, steps: savePortrait },
  { ...profile, name: 'profile.end-sessions', covered: true, steps: openDialog('Sign out other devices') },
  { ...profile, name: 'profile.delete', covered: true, steps: openDialog('Delete my account') },
  {
    ...profile,
    name: 'profile.delete-gaps',
    covered: true,
    steps: async (page) => {
      await openDialog('Delete my account')(page)
      await press('Delete for good')(page)
      await expect(page.getByText('Password is required', { exact: false }).first()).toBeVisible()
    },
  },
  {
    ...profile,
    name: 'profile.export-failing',
    answers: { 'POST user/data-export': failing },
    covered: true,
    steps: async (page) => {
      await press('Download my data')(page)
      await expectToast(page)
    },
  },
  { ...editing, name: 'profile-edit.full' },
  { ...editing, name: 'profile-edit.password', steps: press('Change password') },
  { ...editing, name: 'profile-edit.refused', steps: editWrongly },
  { ...editing, name: 'profile-edit.picture', covered: true, steps: choosePortrait },
  {
    ...editing,
    name: 'profile-edit.unsaved',
    covered: true,
    steps: async (page) => {
      await page.getByLabel('Full name').fill('Aisyah Rahman')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
      await expectToast(page)
    },
  },
]

export function press(name: string) {
  return (page: Page) => page.getByRole('main').getByRole('button', { name }).first().click()
}

function openDialog(name: string) {
  return async (page: Page) => {
    await press(name)(page)
    await expect(page.getByRole('dialog')).toBeVisible()
  }
}

async function expectToast(page: Page) {
  await expect(page.getByRole('status', { name: 'Notifications' })).not.toBeEmpty()
}

async function resend(page: Page) {
  await press('Resend link')(page)
  await expectToast(page)
}

export async function logIn(page: Page, email = aisyah.email) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('Salah-Sekali-99')
  const asked = page.waitForRequest('**/api/login')
  await press('Login')(page)
  await asked
  await expect(page.getByRole('main').locator('[aria-invalid], [role=alert], [aria-busy=true]').first()).toBeVisible()
}

async function registerWrongly(page: Page) {
  await register(page, { name: 'Nurul Izzah', email: 'nurul@mail.example', password: 'pendek' })
  await expect(page.getByRole('alert').first()).toBeVisible()
}

async function setPassword(page: Page) {
  await page.getByLabel('New password', { exact: true }).fill('Teh-Tarik-2-Gelas')
  await page.getByLabel('Confirm new password').fill('Teh-Tarik-2-Gelas')
  await press('Set password')(page)
  await expect(page.getByRole('heading', { name: 'New password' })).toBeHidden()
}

async function editWrongly(page: Page) {
  await press('Change password')(page)
  await page.getByLabel('Full name').fill('')
  await page.getByLabel('Email').fill('aisyah@')
  await page.getByLabel('New password', { exact: true }).fill('pendek')
  await page.getByLabel('Confirm new password').fill('lain')
  await press('Save changes')(page)
  await expect(page.getByRole('alert').first()).toBeVisible()
}

async function choosePortrait(page: Page) {
  await page.getByLabel('Choose a picture').setInputFiles(await drawPicture())
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Use picture' })).toBeEnabled()
}

async function savePortrait(page: Page) {
  await choosePortrait(page)
  await page.getByRole('button', { name: 'Use picture' }).click()
  await press('Save changes')(page)
  await expectToast(page)
}

import { expect, type Page } from '@playwright/test'
import { onDesk } from '../journeys/support/desk.ts'
import { answering, failing, longWords, none, unanswered } from './answers.ts'
import type { Screen } from './screen.ts'

const desk = { path: '/console/', who: 'reviewer' } as const
const appeals = { path: '/console/appeals', who: 'manager' } as const

const nothingWaits = { data: null, waiting: 0, escalated: 0, ahead: [] }

/** The operators' sign-in, the desk and the appeals. */
export const consoleScreens: Screen[] = [
  { name: 'console-login.empty', path: '/console/' },
  { name: 'console-login.gaps', path: '/console/', steps: press('Sign in') },
  { name: 'console-login.refused', path: '/console/', steps: signInWrongly },
  { ...desk, name: 'desk.full', steps: expectReceipt },
  { ...desk, name: 'desk.manager', who: 'manager', steps: expectReceipt },
  { ...desk, name: 'desk.long', answers: { 'POST console/leases': longWords }, steps: expectReceipt },
  { ...desk, name: 'desk.empty', answers: { 'POST console/leases': answering(200, nothingWaits) } },
  { ...desk, name: 'desk.failing', answers: { 'POST console/leases': failing } },
  { ...desk, name: 'desk.loading', answers: { 'POST console/leases': unanswered }, waits: true },
  { ...desk, name: 'desk.picture-failing', steps: losePicture },
  { ...desk, name: 'desk.reject', covered: true, steps: beginRejecting },
  { ...desk, name: 'desk.reject-gaps', covered: true, steps: rejectWithoutReason },
  { ...desk, name: 'desk.decided', steps: approve },
  { ...desk, path: '/console/account', name: 'console-menu.reviewer', covered: true, steps: openMenu },
  { ...desk, path: '/console/account', name: 'console-menu.manager', who: 'manager', covered: true, steps: openMenu },
  { ...appeals, name: 'appeals.full' },
  { ...appeals, name: 'appeals.gaps', steps: press('Keep the rejection') },
  { ...appeals, name: 'appeals.empty', answers: { 'GET console/appeals*': none } },
  { ...appeals, name: 'appeals.failing', answers: { 'GET console/appeals*': failing } },
  { ...appeals, name: 'appeals.loading', answers: { 'GET console/appeals*': unanswered }, waits: true },
]

function press(name: string) {
  return (page: Page) => page.getByRole('button', { name }).click()
}

/** On a narrow screen; a wide one shows the menu anyway. */
async function openMenu(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  if (await button.isVisible()) await button.click()
}

async function signInWrongly(page: Page) {
  await page.getByLabel('Email').fill('nobody@campus.edu.my')
  await page.getByLabel('Password').fill('Salah-Sekali-99')
  await press('Sign in')(page)
  await expect(page.getByRole('alert').first()).toBeVisible()
}

async function expectReceipt(page: Page) {
  await expect(onDesk(page)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
}

async function losePicture(page: Page) {
  await page.route('**/files/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText("Couldn't load the picture.")).toBeVisible()
}

async function beginRejecting(page: Page) {
  await expectReceipt(page)
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function rejectWithoutReason(page: Page) {
  await beginRejecting(page)
  await press('Reject receipt')(page)
}

/** Skips the oldest receipt of the demo, which needs a second operator. */
async function approve(page: Page) {
  await expectReceipt(page)
  await page.keyboard.press('s')
  await expect(onDesk(page)).not.toContainText('RM\u202f582.50')
  await expectReceipt(page)
  await page.keyboard.press('a')
  await expect(page.getByRole('status').filter({ hasText: /^Approved / })).toBeVisible()
  await expectReceipt(page)
}

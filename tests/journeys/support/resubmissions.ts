import { expect, type Page } from '@playwright/test'
import { list } from '@stampus/contract/submissions'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { drawPicture, type Member, submitReceipt } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { choosePicture, openAs } from './web.ts'

/** A receipt of the member that a manager has rejected. */
export async function createRejectedReceipt(server: ServerUnderTest, member: Member) {
  const { id } = await submitReceipt(server, member)
  const desk = await connectOperator(server)
  await desk.reject(id, 'The picture is too blurred')
  return { desk, id }
}

export async function openReceipt(page: Page, member: Member, id: number) {
  await openAs(page, member, `/app/submissions/${id}`)
}

/** Goes from the rejected receipt to a complete resubmission form. */
export async function fillResubmission(page: Page, member: Member, id: number) {
  await openReceipt(page, member, id)
  await expect(resubmissionLink(page)).toBeHidden()
  await resubmitLink(page).click()
  await expect(page.getByText(/^You’re correcting receipt/)).toBeVisible()
  await expect(page.getByText('The picture is too blurred')).toBeVisible()
  await page.getByRole('link', { name: 'Back to receipt' }).click()
  await expect(page).toHaveURL(`/app/submissions/${id}`)
  await resubmitLink(page).click()
  await choosePicture(page, await drawPicture())
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
}

/** The id of the member's latest receipt. */
export async function findLatestReceipt(server: ServerUnderTest, member: Member): Promise<number> {
  return (await callApi(server, list, {}, bearerHeader(member.token))).data[0]?.id ?? 0
}

export const appealButton = (page: Page) => page.getByRole('button', { name: 'Appeal this decision' })
export const resubmitLink = (page: Page) => page.getByRole('link', { name: 'Send a corrected receipt' })
export const resubmissionLink = (page: Page) => page.getByRole('link', { name: 'See the corrected receipt' })

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { invite } from '@stampus/contract/console/counters/owners'
import { create, show } from '@stampus/contract/console/merchants'
import { setPassword } from '@stampus/contract/counter/owners'
import { addCashier, createEnrolment, enrol, startWork } from '@stampus/contract/counter/phones'
import { callApi, type Session, startSession } from './api.ts'
import { type Mail, waitForMail } from './mailbox.ts'
import { signInOperator } from './operators.ts'
import { findMerchant, manager } from './people.ts'
import type { ServerUnderTest } from './server-under-test.ts'

/** The password of every owner, and the PIN of every cashier. */
export const OWNER_PASSWORD = 'Teh-0-kosong'
export const PIN = '204826'

export type InvitedOwner = { id: number; name: string; email: string; link: string; mail: Mail }

/** A merchant of one test alone, so that no phone or cashier of another test is there. */
export async function openShop(server: ServerUnderTest): Promise<{ id: number; name: string }> {
  const headers = await signInOperator(server, manager)
  const { id: likeId } = await findMerchant(server, 'Boba Bukit')
  const like = (await callApi(server, show, { id: likeId }, headers)).data
  const key = randomUUID().slice(0, 6)
  const facts = {
    ...like,
    name: `Kedai ${key}`,
    slug: `kedai-${key}`,
    category_id: like.category.id,
    logo_key: null,
    minimum_spend: '',
    receipts_per_day: '' as const,
  }
  return (await callApi(server, create, facts, headers)).data
}

/** Invites an owner of a merchant as the manager, and reads the link in the mail. */
export async function inviteOwner(
  server: ServerUnderTest,
  { id: merchantId }: { id: number },
  language: 'en' | 'ms' = 'en',
): Promise<InvitedOwner> {
  const headers = await signInOperator(server, manager)
  const form = {
    name: 'Rosnah binti Ali',
    email: `ros-${randomUUID()}@warung.example`,
    language,
    merchant_ids: [merchantId],
  }
  const { id } = (await callApi(server, invite, form, headers)).data
  const mail = await waitForMail(join(server.dataDir, 'mail'), form.email)
  if (!mail.link) throw new Error('The invitation contains no link')
  return { id, name: form.name, email: form.email, link: mail.link, mail }
}

/** Chooses the password with the link of an invitation, as the owner; returns the session. */
export function signUpOwner(server: ServerUnderTest, { link }: Pick<InvitedOwner, 'link'>): Promise<Session> {
  const { id = '', hash = '', expires = '', signature = '' } = Object.fromEntries(new URL(link).searchParams)
  return startSession(server, setPassword, { id, hash, expires, signature, password: OWNER_PASSWORD })
}

/** The counter of a shop with a new owner: the phone `Till 1`, on which the cashier Rosnah has entered the PIN. */
export async function pairCounter(server: ServerUnderTest, shop: { id: number }) {
  const invited = await inviteOwner(server, shop)
  const owner = await signUpOwner(server, invited)
  const { data: cashier } = await callApi(server, addCashier, { id: shop.id, name: 'Rosnah', pin: PIN }, owner)
  const { token } = (await callApi(server, createEnrolment, { id: shop.id }, owner)).data
  const phone = await startSession(server, enrol, { token, name: 'Till 1' })
  await callApi(server, startWork, { cashier_id: cashier.id, pin: PIN }, phone)
  return { invited, owner, phone }
}

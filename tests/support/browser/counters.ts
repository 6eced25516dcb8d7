import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { invite } from '@stampus/contract/console/counters/owners'
import { create, show } from '@stampus/contract/console/merchants'
import { callApi } from './api.ts'
import { type Mail, waitForMail } from './mailbox.ts'
import { signInOperator } from './operators.ts'
import { findMerchant, manager } from './people.ts'
import type { ServerUnderTest } from './server-under-test.ts'

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

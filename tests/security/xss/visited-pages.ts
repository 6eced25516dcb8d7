import { list as announcements } from '@stampus/contract/announcements'
import { list as deals } from '@stampus/contract/deals'
import { openKey } from '@stampus/contract/rewards/vouchers'
import { list as submissions } from '@stampus/contract/submissions'
import { dayIn } from '@stampus/contract/values/days'
import { withoutServerRendering } from '../../journeys/support/web.ts'
import { voucherCode } from '../../support/api/codes.ts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { inviteOwner } from '../../support/browser/counters.ts'
import { aisyah, findMerchant, logInElsewhere, registerMember, submitReceipt } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { payloads } from './payloads.ts'

/** A page, and an API field that it must show. */
export type PageVisit = [path: string, field?: string | undefined]

const spelt = encodeURIComponent(
  payloads
    .slice(0, 6)
    .map(({ text }) => text)
    .join(''),
)

/** The pages of the members' app, and URLs that contain payloads. */
export async function memberPages(server: ServerUnderTest): Promise<PageVisit[]> {
  const { merchant, news, deal, rejected, approved } = await known(server)
  return [
    [withoutServerRendering('/app/merchants'), 'address'],
    [`/app/merchants/${merchant}`, 'contact_number'],
    [withoutServerRendering('/merchants/boba-bukit'), 'name'],
    [withoutServerRendering('/app/deals'), 'title'],
    [`/deals/${deal}`, 'description'],
    ['/app/announcements', 'title'],
    [`/app/announcements/${news}`, 'content'],
    ['/app/submissions', 'name'],
    [`/app/submissions/${rejected}`, 'rejection_reason'],
    [`/app/submissions/${approved}`, 'invoice_no'],
    [`/app/submissions/new/${merchant}`, 'name'],
    ['/app/profile', 'email'],
    [`/merchants/${spelt}`],
    [`/app/merchants?search=${spelt}`],
    [`/nowhere/${spelt}#${spelt}`],
    [`/email/verification?id=${spelt}&hash=${spelt}&expires=1&signature=${spelt}`, 'message'],
    [`/app/merchants/${merchant}?&lang=ms`, 'description_ms'],
    [`/app/announcements/${news}?lang=ms`, 'content_ms'],
  ]
}

/** The pages of the console, as a manager sees them. */
export async function consolePages(server: ServerUnderTest): Promise<PageVisit[]> {
  const { merchant, news, deal, rejected, approved } = await known(server)
  const member = await registerMember(server)
  const waiting = await submitReceipt(server, member)
  return [
    ['/', 'name'],
    ['/appeals'],
    ['/bulk', 'name'],
    ['/checks'],
    [`/review/${waiting.id}`, 'invoice_no'],
    ['/overview', 'name'],
    ['/submissions', 'name'],
    [`/submissions/${rejected}`, 'reason'],
    [`/submissions/${approved}`, 'invoice_no'],
    ['/members', 'email'],
    [`/members/${member.id}`, 'email'],
    ['/merchants', 'name'],
    [`/merchants/${merchant}`, 'address'],
    [`/merchants/${merchant}/poster`, 'name'],
    ['/categories', 'name'],
    ['/deals', 'title'],
    [`/deals/${deal}`, 'description'],
    ['/announcements', 'title'],
    [`/announcements/${news}`, 'content'],
    ['/operators', 'email'],
    ['/operators/1', 'email'],
    ['/undelivered-mail'],
    ['/audit', 'subject_name'],
    ['/account', 'name'],
    [`/members?search=${spelt}`],
    [`/nowhere/${spelt}`],
  ]
}

/** The pages of the counter for an owner, one of whose rewards was handed over today, and the link that invites the owner. */
export async function counterPages(server: ServerUnderTest) {
  const desk = await connectRewardsDesk(server)
  const member = await registerMember(server)
  await desk.giveStamps(member, 5)
  const { id, number } = await claimElsewhere(server, member, await desk.publish())
  const { key } = (await callApi(server, openKey, { id }, bearerHeader(member.token))).data
  await desk.handOver({ number, code: voucherCode(key, Date.now()) })
  const merchant = await findMerchant(server, 'Boba Bukit')
  const shop = `/counter/owner/shops/${merchant.id}`
  const month = dayIn('Asia/Kuala_Lumpur', new Date()).slice(0, 7)
  const visits: PageVisit[] = [
    ['/counter/owner', 'name'],
    [shop, 'name'],
    [`${shop}/hand-overs`],
    [`${shop}/statements`],
    [`${shop}/statements/${month}`, 'title'],
    [`${shop}/statements/${month}?lang=ms`, 'title'],
    ['/counter/owner/account', 'email'],
  ]
  return { owner: await inviteOwner(server, merchant), visits }
}

async function known(server: ServerUnderTest) {
  const { token } = await logInElsewhere(server, aisyah)
  const rows = (await callApi(server, submissions, {}, bearerHeader(token))).data
  const ofStatus = (wanted: string) => rows.find(({ status }) => status === wanted)?.id
  return {
    merchant: (await findMerchant(server, 'Warung Kak Ros')).id,
    // With a Malay text.
    news: (await callApi(server, announcements, {})).data.find(({ content_ms }) => content_ms)?.id,
    deal: (await callApi(server, deals, {})).data.find(({ title_ms }) => title_ms)?.id,
    rejected: ofStatus('rejected'),
    approved: ofStatus('approved'),
  }
}

import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { PAGE_SIZE } from '@stampus/contract/limits'
import { canResubmit } from '@stampus/contract/reasons'
import { reasonInMalay } from '@stampus/contract/reasonTexts'
import * as submissions from '@stampus/contract/submissions'
import { decimalAmount } from '@stampus/contract/values/money'
import { amountToSend, parseAmount } from '@stampus/contract/values/typedAmounts'
import type { Deps } from '../../deps.ts'
import { requireFound } from '../../platform/http/http-error.ts'
import { toPage } from '../../platform/http/lists.ts'
import { requestLanguage } from '../../platform/http/request-language.ts'
import { routes } from '../../platform/http/route.ts'
import { mediaUrl, memberPictureUrl } from '../../platform/storage/files.routes.ts'
import { findPurchase } from './reviewed-submissions.store.ts'
import { getDecisionTimes, makeAppeal, submit } from './submissions.service.ts'
import {
  findOwnSubmission,
  listMonths,
  listOwnSubmissions,
  type OwnPageQuery,
  type OwnSubmission,
} from './submissions.store.ts'

export const submissionsRoutes = routes(submissions, (deps: Deps) => ({
  list: async (input, { member }) => {
    const query = toPageQuery(input, member.id, deps.config.CURRENCY)
    const rows = await listOwnSubmissions(deps.db.pool, query)
    return toPage(query, rows, (row) => presentSubmission(deps, member.id, row))
  },
  months: async (_, { member }) => ({ data: await listMonths(deps.db.pool, member.id, deps.config.TIME_ZONE) }),
  create: async (facts, { member, file, key }) => {
    const id = await submit(deps, { userId: member.id, facts, file, key })
    return showOne(deps, member.id, id)
  },
  show: async ({ id }, { member }) => showOne(deps, member.id, id),
  makeAppeal: async ({ id, message }, { member }) => {
    await makeAppeal(deps, { userId: member.id, submissionId: id, message })
    return showOne(deps, member.id, id)
  },
  decisionTimes: async () => ({ data: await getDecisionTimes(deps) }),
}))

/** Picture addresses are signed for this member only. */
function presentSubmission({ config, now }: Deps, memberId: number, row: OwnSubmission) {
  const signed = (key: string) => memberPictureUrl(config.APP_KEY, key, { memberId, now: now() })
  const { amount_sen, picture_key, thumb_key, placeholder, rejection_reason, logo_key, logo_placeholder } = row
  return {
    ...row,
    purchase_amount: decimalAmount(amount_sen),
    receipt_image_url: picture_key === null ? '' : signed(picture_key),
    receipt_thumb_url: thumb_key === null ? undefined : signed(thumb_key),
    placeholder_image_url: placeholder,
    rejection_reason: rejection_reason && presentReason(rejection_reason),
    merchant_logo_url: logo_key && mediaUrl(logo_key),
    merchant_logo_image_placeholder_url: logo_placeholder,
  }
}

/** A preset reason in the language of the request; own words of a reviewer stay as typed. */
function presentReason(reason: string): string {
  return requestLanguage() === 'ms' ? reasonInMalay(reason) : reason
}

async function showOne(deps: Deps, userId: number, id: number) {
  const row = requireFound(await findOwnSubmission(deps.db.pool, userId, id))
  const purchase = row.status === 'rejected' ? await findPurchase(deps.db.pool, id) : undefined
  const data = {
    ...presentSubmission(deps, userId, row),
    corrects: row.corrects,
    corrected_by: row.corrected_by,
    corrections: row.corrections,
    reversals: row.reversals.map(presentReversal),
    approved_instead: purchase?.approvedInstead ?? null,
    may_withdraw: row.status === 'pending',
  }
  return { data: purchase ? { ...data, may_send_again: canResubmit(purchase.reasonCodes) } : data }
}

function presentReversal({ decided_at, created_at, ...reversal }: submissions.Reversal) {
  return {
    ...reversal,
    decided_at: new Date(decided_at),
    created_at: new Date(created_at),
  }
}

function toPageQuery(input: ParsedInputOf<typeof submissions.list>, userId: number, currency: string): OwnPageQuery {
  return {
    userId,
    status: submissions.status.options.find((one) => one === input.status),
    search: input.search ? toSearch(input.search, currency) : undefined,
    sort: input.sort === 'asc' ? 'asc' : 'desc',
    page: input.page ?? 1,
    size: input.limit ?? PAGE_SIZE,
  }
}

function toSearch(text: string, currency: string): OwnPageQuery['search'] {
  return { merchant: text, amountSen: parseAmount(amountToSend(text, currency)) }
}

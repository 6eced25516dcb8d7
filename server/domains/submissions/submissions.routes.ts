import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { PAGE_SIZE } from '@stampus/contract/limits'
import { canResubmit } from '@stampus/contract/reasons'
import { reasonInMalay } from '@stampus/contract/reasonTexts'
import {
  type Appeal,
  create,
  decisionTimes,
  list,
  makeAppeal,
  months,
  type Reversal,
  type Submission,
  show,
  status,
} from '@stampus/contract/submissions'
import { decimalAmount } from '@stampus/contract/values/money'
import { amountToSend, parseAmount } from '@stampus/contract/values/typedAmounts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { toPage } from '../../platform/http/lists.ts'
import { requestLanguage } from '../../platform/http/request-language.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { mediaUrl, memberPictureUrl } from '../../platform/storage/files.routes.ts'
import {
  findOwnSubmission,
  listMonths,
  listOwnSubmissions,
  type OwnPageQuery,
  type OwnSubmission,
} from './own-submissions.store.ts'
import { findPurchase } from './reviewed-submissions.store.ts'
import * as appeals from './submissions.service.ts'
import { getDecisionTimes, submit } from './submissions.service.ts'

/** A member's own submissions, appeals against rejections, and how long decisions take. */
export function submissionsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { list, months, create, show, makeAppeal, decisionTimes },
    {
      list: async (input, { member }) => listPage(deps, toPageQuery(input, member.id, deps.config.CURRENCY)),
      months: async (_, { member }) => ({ data: await listMonths(deps.db.pool, member.id, deps.config.TIME_ZONE) }),
      create: async (facts, { member, file, request }) => {
        const id = await submit(deps, { userId: member.id, facts, file, key: readIdempotencyKey(request) })
        return showOne(deps, member.id, id)
      },
      show: async ({ id }, { member }) => showOne(deps, member.id, id),
      makeAppeal: async ({ id, message }, { member }) => {
        await appeals.makeAppeal(deps, { userId: member.id, submissionId: id, message })
        return showOne(deps, member.id, id)
      },
      decisionTimes: async () => ({ data: await getDecisionTimes(deps) }),
    },
  )
}

/** Picture addresses are signed for this member only. */
function presentSubmission({ config, now }: Deps, memberId: number, row: OwnSubmission): Submission {
  const signed = (key: string) => memberPictureUrl(config.APP_KEY, key, { memberId, now: now() })
  return {
    id: row.id,
    status: row.status,
    purchase_date: row.purchase_date,
    purchase_amount: decimalAmount(row.amount_sen),
    invoice_no: row.invoice_no,
    receipt_image_url: row.picture_key === null ? '' : signed(row.picture_key),
    receipt_thumb_url: row.thumb_key === null ? undefined : signed(row.thumb_key),
    placeholder_image_url: row.placeholder,
    rejection_reason: row.rejection_reason && presentReason(row.rejection_reason),
    admin_notes: row.admin_notes,
    stamps: row.stamps,
    decided_at: row.decided_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    merchant: {
      id: row.merchant_id,
      name: row.merchant_name,
      address: row.merchant_address,
      slug: row.merchant_slug,
    },
    merchant_logo_url: row.logo_key && mediaUrl(row.logo_key),
    merchant_logo_image_placeholder_url: row.logo_placeholder,
    appeal: presentAppeal(row),
  }
}

/** A preset reason in the language of the request; own words of a reviewer stay as typed. */
function presentReason(reason: string): string {
  return requestLanguage() === 'ms' ? reasonInMalay(reason) : reason
}

function presentAppeal(row: OwnSubmission): Appeal | null {
  if (row.appeal_message === null || row.appealed_at === null) return null
  return {
    message: row.appeal_message,
    created_at: row.appealed_at.toISOString(),
    outcome: row.appeal_outcome,
    answer: row.appeal_answer,
    answered_at: row.appeal_answered_at?.toISOString() ?? null,
  }
}

async function listPage(deps: Deps, query: OwnPageQuery) {
  const rows = await listOwnSubmissions(deps.db.pool, query)
  return toPage(query, rows, (row) => presentSubmission(deps, query.userId, row))
}

async function showOne(deps: Deps, userId: number, id: number) {
  const row = await findOwnSubmission(deps.db.pool, userId, id)
  if (!row) throw notFound()
  const { corrects, corrected_by, corrections } = row
  const reversals = row.reversals.map(presentReversal)
  const purchase = row.status === 'rejected' ? await findPurchase(deps.db.pool, id) : undefined
  const may_withdraw = row.status === 'pending'
  const approved_instead = purchase?.approvedInstead ?? null
  const details = { corrects, corrected_by, approved_instead, may_withdraw, corrections, reversals }
  const again = purchase && { may_send_again: canResubmit(purchase.reasonCodes) }
  return { data: { ...presentSubmission(deps, userId, row), ...details, ...again } }
}

function presentReversal({ decided_at, created_at, ...reversal }: Reversal): Reversal {
  return {
    ...reversal,
    decided_at: new Date(decided_at).toISOString(),
    created_at: new Date(created_at).toISOString(),
  }
}

function toPageQuery(input: ParsedInputOf<typeof list>, userId: number, currency: string): OwnPageQuery {
  return {
    userId,
    status: status.options.find((one) => one === input.status),
    search: input.search ? toSearch(input.search, currency) : undefined,
    sort: input.sort === 'asc' ? 'asc' : 'desc',
    page: input.page ?? 1,
    size: input.limit ?? PAGE_SIZE,
  }
}

function toSearch(text: string, currency: string): OwnPageQuery['search'] {
  return { merchant: text, amountSen: parseAmount(amountToSend(text, currency)) }
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key']
  return Array.isArray(header) ? header.join() : header
}

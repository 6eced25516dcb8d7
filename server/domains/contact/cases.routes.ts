import type { CaseObject, ListedCase, MemberCase } from '@stampus/contract/contact/cases'
import * as calls from '@stampus/contract/contact/cases'
import { PAGE_SIZE } from '@stampus/contract/limits'
import { dayIn } from '@stampus/contract/values/days'
import { decimalAmount } from '@stampus/contract/values/money'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts'
import { toPage } from '../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import * as service from './cases.service.ts'
import { type CaseRow, findOwnCase, listChoices, listMessages, listOwnCases, type ObjectRow } from './cases.store.ts'

export function casesRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  registerRoutes(app, routeContext, calls, {
    list: async ({ page = 1 }, { member }) => {
      return toPage({ page, size: PAGE_SIZE }, await listOwnCases(pool, member.id, page), presentListed)
    },
    show: async ({ id }, { member }) => ({ data: await getOwnCase(deps, member.id, id) }),
    open: async ({ subject, object_kind: kind, object_id, message }, { member, request }) => {
      const object = kind && object_id !== undefined ? { kind, id: object_id } : undefined
      const id = await service.openCase(deps, {
        userId: member.id,
        subject,
        object,
        message,
        key: idempotencyKeyOf(request),
      })
      return { data: await getOwnCase(deps, member.id, id) }
    },
    write: async ({ id, message }, { member, request }) => {
      await service.writeInCase(deps, { userId: member.id, id, message, key: idempotencyKeyOf(request) })
      return { data: await getOwnCase(deps, member.id, id) }
    },
    choices: async ({ subject }, { member }) => {
      const day = dayIn(deps.config.TIME_ZONE, deps.now())
      return { data: (await listChoices(pool, { userId: member.id, day }, subject)).map(presentObject) }
    },
    answerTime: async () => ({ data: { median_seconds: await service.findAnswerTime(deps) } }),
  })
}

async function getOwnCase({ db: { pool } }: Deps, userId: number, id: number): Promise<MemberCase> {
  const found = await findOwnCase(pool, { userId, id })
  if (!found) throw notFound()
  const messages = (await listMessages(pool, id)).map(({ id, operator_id, message, created_at }) => ({
    id,
    from: operator_id === null ? ('member' as const) : ('answer' as const),
    text: message,
    created_at: created_at.toISOString(),
  }))
  return { ...presentListed(found), messages }
}

function presentListed({ id, subject, object, state, created_at, updated_at }: CaseRow): Required<ListedCase> {
  return {
    id,
    subject,
    object: object && presentObject(object),
    state,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

export function presentObject({ amount_sen, name_ms, ...object }: ObjectRow): CaseObject {
  return {
    ...object,
    name_ms: name_ms ?? undefined,
    purchase_amount: amount_sen === null ? null : decimalAmount(amount_sen),
  }
}

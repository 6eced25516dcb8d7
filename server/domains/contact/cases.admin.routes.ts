import type { AdminCase, AdminCaseRow as AdminCaseAnswer } from '@stampus/contract/console/contact/cases'
import * as calls from '@stampus/contract/console/contact/cases'
import { CASE_TARGET_MS } from '@stampus/contract/limits'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts'
import { toConsolePage } from '../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import * as service from './cases.admin.service.ts'
import { type AdminCaseRow, findCase, listCases, listManagers } from './cases.admin.store.ts'
import { presentObject } from './cases.routes.ts'
import { listMessages } from './cases.store.ts'

export function casesAdminRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  registerRoutes(app, routeContext, calls, {
    list: async ({ page = 1, state, subject, assignee, member_id }, { operator }) => {
      const filter = {
        state: state || undefined,
        subject: subject || undefined,
        assignee: assignee === 'mine' ? operator.id : assignee || undefined,
        memberId: member_id || undefined,
        overdueBefore: new Date(deps.now().getTime() - CASE_TARGET_MS),
      }
      return toConsolePage(page, await listCases(pool, filter, page), presentRow)
    },
    show: async ({ id }) => ({ data: await getCase(deps, id) }),
    answer: async ({ id, version, text }, { operator, request }) => {
      await service.answerCase(deps, operator.id, { id, version, text, key: idempotencyKeyOf(request) })
      return { data: await getCase(deps, id) }
    },
    assign: async ({ id, version, operator_id: assigneeId }, { operator }) => {
      await service.assignCase(deps, operator.id, { id, version, assigneeId })
      return { data: await getCase(deps, id) }
    },
    close: async (seen, { operator }) => {
      await service.closeCase(deps, operator.id, seen)
      return { data: await getCase(deps, seen.id) }
    },
    assignees: async () => ({ data: await listManagers(pool) }),
  })
}

/** A case with its messages. Throws 404. */
async function getCase({ db: { pool } }: Deps, id: number): Promise<AdminCase> {
  const found = await findCase(pool, id)
  if (!found) throw notFound()
  const messages = (await listMessages(pool, id)).map((row) => ({
    id: row.id,
    operator: row.operator_id === null ? null : { id: row.operator_id, name: row.operator_name ?? '' },
    text: row.message,
    created_at: row.created_at.toISOString(),
  }))
  return { ...presentRow(found), language: found.language ?? 'en', messages, version: found.version }
}

function presentRow(row: AdminCaseRow): Required<AdminCaseAnswer> {
  const { assignee_id, assignee_name, member_name, waiting_since: since } = row
  return {
    id: row.id,
    member: member_name === null ? null : { id: row.user_id, name: member_name },
    subject: row.subject,
    object: row.object && presentObject(row.object),
    state: row.state,
    assignee: assignee_id === null || assignee_name === null ? null : { id: assignee_id, name: assignee_name },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    waiting_since: since?.toISOString() ?? null,
    due_at: since && new Date(since.getTime() + CASE_TARGET_MS).toISOString(),
  }
}

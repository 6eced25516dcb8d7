import * as calls from '@stampus/contract/console/contact/cases'
import { CASE_TARGET_MS } from '@stampus/contract/limits'
import type { Deps } from '../../deps.ts'
import { requireFound } from '../../platform/http/http-error.ts'
import { toConsolePage } from '../../platform/http/lists.ts'
import { routes } from '../../platform/http/route.ts'
import * as service from './cases.admin.service.ts'
import { type AdminCaseRow, findCase, listCases, listManagers } from './cases.admin.store.ts'
import { presentObject } from './cases.routes.ts'
import { listMessages } from './cases.store.ts'

export const casesAdminRoutes = routes(calls, (deps: Deps) => {
  const { pool } = deps.db
  const getCase = async (id: number) => {
    const found = requireFound(await findCase(pool, id))
    return { data: { ...present(found), language: found.language ?? 'en', messages: await listMessages(pool, id) } }
  }
  return {
    list: async ({ page = 1, state, subject, assignee, member_id }, { operator }) => {
      const filter = {
        state: state || undefined,
        subject: subject || undefined,
        assignee: assignee === 'mine' ? operator.id : assignee || undefined,
        memberId: member_id || undefined,
        overdueBefore: new Date(deps.now().getTime() - CASE_TARGET_MS),
      }
      return toConsolePage(page, await listCases(pool, filter, page), present)
    },
    show: ({ id }) => getCase(id),
    answer: async ({ id, version, text }, { operator, key }) => {
      await service.answerCase(deps, operator.id, { id, version, text, key })
      return getCase(id)
    },
    assign: async ({ id, version, operator_id: assigneeId }, { operator }) => {
      await service.assignCase(deps, operator.id, { id, version, assigneeId })
      return getCase(id)
    },
    close: async (seen, { operator }) => {
      await service.closeCase(deps, operator.id, seen)
      return getCase(seen.id)
    },
    assignees: async () => ({ data: await listManagers(pool) }),
  }
})

function present({ object, waiting_since: since, ...row }: AdminCaseRow) {
  const due_at = since && new Date(since.getTime() + CASE_TARGET_MS)
  return { ...row, object: object && presentObject(object), waiting_since: since, due_at }
}

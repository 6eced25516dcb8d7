import * as calls from '@stampus/contract/contact/cases'
import { PAGE_SIZE } from '@stampus/contract/limits'
import { dayIn } from '@stampus/contract/values/days'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Deps } from '../../deps.ts'
import { requireFound } from '../../platform/http/http-error.ts'
import { toPage } from '../../platform/http/lists.ts'
import { routes } from '../../platform/http/route.ts'
import * as service from './cases.service.ts'
import { type CaseRow, findOwnCase, listChoices, listMessages, listOwnCases, type ObjectRow } from './cases.store.ts'

export const casesRoutes = routes(calls, (deps: Deps) => {
  const { pool } = deps.db
  const getOwnCase = async (userId: number, id: number) => {
    const found = requireFound(await findOwnCase(pool, { userId, id }))
    // Members do not see who answered.
    const messages = (await listMessages(pool, id)).map(({ operator, ...message }) => {
      return { ...message, from: operator ? ('answer' as const) : ('member' as const) }
    })
    return { data: { ...present(found), messages } }
  }
  return {
    list: async ({ page = 1 }, { member }) =>
      toPage({ page, size: PAGE_SIZE }, await listOwnCases(pool, member.id, page), present),
    show: ({ id }, { member }) => getOwnCase(member.id, id),
    open: async ({ subject, object_kind: kind, object_id, message }, { member, key }) => {
      const object = kind && object_id !== undefined ? { kind, id: object_id } : undefined
      const sent = { userId: member.id, subject, object, message, key }
      return getOwnCase(member.id, await service.openCase(deps, sent))
    },
    write: async ({ id, message }, { member, key }) => {
      await service.writeInCase(deps, { userId: member.id, id, message, key })
      return getOwnCase(member.id, id)
    },
    choices: async ({ subject }, { member }) => {
      const day = dayIn(deps.config.TIME_ZONE, deps.now())
      return { data: (await listChoices(pool, { userId: member.id, day }, subject)).map(presentObject) }
    },
    answerTime: async () => ({ data: { median_seconds: await service.findAnswerTime(deps) } }),
  }
})

const present = (row: CaseRow) => ({ ...row, object: row.object && presentObject(row.object) })

export const presentObject = ({ amount_sen, name_ms, ...object }: ObjectRow) => ({
  ...object,
  name_ms: name_ms ?? undefined,
  purchase_amount: amount_sen === null ? null : decimalAmount(amount_sen),
})

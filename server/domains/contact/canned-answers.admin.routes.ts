import type { CannedAnswer } from '@stampus/contract/console/contact/cannedAnswers'
import * as calls from '@stampus/contract/console/contact/cannedAnswers'
import { CANNED_ANSWERS_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { AuditValuesOf } from '../../platform/audit/changes.ts'
import { conflict, notFound } from '../../platform/http/http-error.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import {
  addRecord,
  changeRecord,
  type RecordKind,
  removeRecord,
} from '../../platform/versioned-records/versioned-records.service.ts'
import * as store from './canned-answers.store.ts'

const cannedAnswers: RecordKind<CannedAnswer> = {
  subject: 'canned_answer',
  lock: store.lockCannedAnswer,
  describe: ({ title, subject, text, text_ms }): AuditValuesOf<store.CannedAnswerInput, object> => ({
    title,
    subject,
    text,
    text_ms,
  }),
  changedText: () => texts.cannedAnswerChanged,
}

export function cannedAnswersAdminRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  registerRoutes(app, routeContext, calls, {
    list: async () => ({ data: await store.listCannedAnswers(pool) }),
    show: async ({ id }) => {
      const found = await store.findCannedAnswer(pool, id)
      if (!found) throw notFound()
      return { data: found }
    },
    create: async (input, { operator }) => {
      const added = await addRecord(deps, operator.id, cannedAnswers, async (tx) => {
        if ((await store.countCannedAnswers(tx)) >= CANNED_ANSWERS_MAX)
          throw conflict(texts.tooManyCannedAnswers(CANNED_ANSWERS_MAX))
        return store.insertCannedAnswer(tx, input)
      })
      return { data: added }
    },
    change: async (input, { operator }) => {
      return {
        data: await changeRecord(deps, operator.id, cannedAnswers, input, (tx, before) =>
          store.updateCannedAnswer(tx, before, input),
        ),
      }
    },
    remove: async (input, { operator }) => {
      await removeRecord(deps, operator.id, cannedAnswers, input, (tx) => store.deleteCannedAnswer(tx, input.id))
      return { message: texts.removed }
    },
  })
}

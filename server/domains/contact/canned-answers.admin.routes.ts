import type { CannedAnswer } from '@stampus/contract/console/contact/cannedAnswers'
import * as calls from '@stampus/contract/console/contact/cannedAnswers'
import { CANNED_ANSWERS_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import type { AuditValuesOf } from '../../platform/audit/changes.ts'
import { pick } from '../../platform/db/names.ts'
import { conflict, requireFound } from '../../platform/http/http-error.ts'
import { routes } from '../../platform/http/route.ts'
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
  describe: (answer): AuditValuesOf<store.CannedAnswerInput, object> => pick(answer, store.WRITTEN),
  changedText: () => texts.cannedAnswerChanged,
}

export const cannedAnswersAdminRoutes = routes(calls, (deps: Deps) => {
  const { pool } = deps.db
  return {
    list: async () => ({ data: await store.listCannedAnswers(pool) }),
    show: async ({ id }) => {
      const found = requireFound(await store.findCannedAnswer(pool, id))
      return { data: found }
    },
    create: async (input, { operator }) => ({
      data: await addRecord(deps, operator.id, cannedAnswers, async (tx) => {
        if ((await store.countCannedAnswers(tx)) >= CANNED_ANSWERS_MAX)
          throw conflict(texts.tooManyCannedAnswers(CANNED_ANSWERS_MAX))
        return store.insertCannedAnswer(tx, input)
      }),
    }),
    change: async (input, { operator }) => ({
      data: await changeRecord(deps, operator.id, cannedAnswers, input, (tx, { id }) =>
        store.updateCannedAnswer(tx, id, input),
      ),
    }),
    remove: async (input, { operator }) => {
      await removeRecord(deps, operator.id, cannedAnswers, input, (tx) => store.deleteCannedAnswer(tx, input.id))
      return { message: texts.removed }
    },
  }
})

import * as submissions from '@stampus/contract/console/submissions'
import type { Deps } from '../../../deps.ts'
import { routes } from '../../../platform/http/route.ts'
import { reverse } from '../reversals/reversals.service.ts'
import { getHistory, openOriginal } from './history.service.ts'

export const historyRoutes = routes(submissions, (deps: Deps) => ({
  showHistory: async ({ id }, { operator }) => ({ data: await getHistory(deps, operator, id) }),
  downloadOriginal: async ({ id }, { operator, reply }) => {
    const { stream, bytes, name } = await openOriginal(deps, operator.id, id)
    return reply
      .headers({
        'content-disposition': `attachment; filename="${name}"`,
        'content-length': bytes,
        'content-type': 'application/octet-stream',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .send(stream)
  },
  reverse: async (sent, { operator }) => {
    await reverse(deps, operator.id, sent)
    return { data: await getHistory(deps, operator, sent.id) }
  },
}))

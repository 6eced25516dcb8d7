import { sendResetLink as resetLinkSending } from '@stampus/contract/members'
import * as texts from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Serving, serveAll } from '../http/route.ts'
import { sendResetLink } from './resets.ts'

/** What managers may do for a member in the console (D-25). */
export function membersRoutes(app: FastifyInstance, deps: Deps, serving: Serving): void {
  serveAll(
    app,
    serving,
    { sendResetLink: resetLinkSending },
    {
      sendResetLink: async ({ id }, { caller, request }) => {
        await sendResetLink(deps, { operatorId: caller.id, memberId: id, address: request.ip })
        return { message: texts.resetLinkSent }
      },
    },
  )
}

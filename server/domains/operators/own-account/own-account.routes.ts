import * as contract from '@stampus/contract/console/ownAccount'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import * as factor from '../second-factor/second-factor.service.ts'
import * as account from './own-account.service.ts'

/** An operator's own password, sessions and second factor. */
export function ownAccountRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(app, routeContext, contract, {
    ownAccount: async (_, { operator }) => ({ data: await account.getOwnAccount(deps, operator) }),
    changeOwnPassword: async (input, { operator, request }) => {
      await account.changeOwnPassword(deps, { ...input, operator, address: request.ip })
      return { message: texts.passwordChanged }
    },
    endOwnOtherSessions: async (_, { operator }) => {
      await account.endOwnOtherSessions(deps, operator)
      return { message: texts.otherSessionsEnded }
    },
    startSecondFactor: async (input, { operator, request }) => ({
      data: await factor.startSecondFactor(deps, { ...input, operator, address: request.ip }),
    }),
    confirmSecondFactor: async (input, { operator, request }) => {
      const recovery_codes = await factor.confirmSecondFactor(deps, { ...input, operator, address: request.ip })
      return { message: texts.secondFactorOn, data: { recovery_codes } }
    },
    disableSecondFactor: async (input, { operator, request }) => {
      await factor.disableSecondFactor(deps, { ...input, operator, address: request.ip })
      return { message: texts.secondFactorOff }
    },
    renewRecoveryCodes: async (input, { operator, request }) => {
      const recovery_codes = await factor.renewRecoveryCodes(deps, { ...input, operator, address: request.ip })
      return { message: texts.recoveryCodesMade, data: { recovery_codes } }
    },
  })
}

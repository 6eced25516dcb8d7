import * as contract from '@stampus/contract/console/ownAccount'
import * as texts from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import * as factor from '../second-factor/second-factor.service.ts'
import * as account from './own-account.service.ts'

/** An operator's own password, sessions and second factor. */
export function ownAccountRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(app, routeContext, contract, {
    ownAccount: async (_, { caller }) => ({ data: await account.ownAccount(deps, caller) }),
    changeOwnPassword: async (input, { caller, request }) => {
      await account.changeOwnPassword(deps, { ...input, caller, address: request.ip })
      return { message: texts.passwordChanged }
    },
    endOwnOtherSessions: async (_, { caller }) => {
      await account.endOwnOtherSessions(deps, caller)
      return { message: texts.otherSessionsEnded }
    },
    startSecondFactor: async (input, { caller, request }) => ({
      data: await factor.startSecondFactor(deps, { ...input, caller, address: request.ip }),
    }),
    confirmSecondFactor: async (input, { caller, request }) => {
      const recovery_codes = await factor.confirmSecondFactor(deps, { ...input, caller, address: request.ip })
      return { message: texts.secondFactorOn, data: { recovery_codes } }
    },
    dropSecondFactor: async (input, { caller, request }) => {
      await factor.dropSecondFactor(deps, { ...input, caller, address: request.ip })
      return { message: texts.secondFactorOff }
    },
    renewRecoveryCodes: async (input, { caller, request }) => {
      const recovery_codes = await factor.renewRecoveryCodes(deps, { ...input, caller, address: request.ip })
      return { message: texts.recoveryCodesMade, data: { recovery_codes } }
    },
  })
}

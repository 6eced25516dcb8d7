import type { ownAccountCalls } from '@stampus/contract/console/ownAccount'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { PlatformDeps } from '../deps.ts'
import { type RouteContext, registerRoutes } from '../http/route.ts'
import type { AccountKind, PasswordAccount, SignedIn } from './account-kind.ts'
import * as account from './own-account.service.ts'
import * as factor from './second-factor.service.ts'

type Calls = ReturnType<typeof ownAccountCalls<string, 'operator' | 'owner'>>

/** The own password, sessions and second factor of one kind of account. */
export function ownAccountRoutes<Account extends PasswordAccount>(
  app: FastifyInstance,
  deps: PlatformDeps,
  routeContext: RouteContext,
  { calls, kind }: { calls: Calls; kind: AccountKind<Account> },
): void {
  const ownOf = (context: { operator: SignedIn } | { owner: SignedIn }) =>
    'operator' in context ? context.operator : context.owner
  registerRoutes(app, routeContext, calls, {
    ownAccount: async (_, context) => ({ data: await account.getOwnAccount(deps, kind, ownOf(context)) }),
    changeOwnPassword: async (input, context) => {
      await account.changeOwnPassword(deps, kind, ownOf(context), { ...input, address: context.request.ip })
      return { message: texts.passwordChanged }
    },
    endOwnOtherSessions: async (_, context) => {
      await account.endOwnOtherSessions(deps, kind, ownOf(context))
      return { message: texts.otherSessionsEnded }
    },
    startSecondFactor: async (input, context) => ({
      data: await factor.startSecondFactor(deps, kind, ownOf(context), { ...input, address: context.request.ip }),
    }),
    confirmSecondFactor: async (input, context) => {
      const given = { ...input, address: context.request.ip }
      const recovery_codes = await factor.confirmSecondFactor(deps, kind, ownOf(context), given)
      return { message: texts.secondFactorOn, data: { recovery_codes } }
    },
    disableSecondFactor: async (input, context) => {
      await factor.disableSecondFactor(deps, kind, ownOf(context), { ...input, address: context.request.ip })
      return { message: texts.secondFactorOff }
    },
    renewRecoveryCodes: async (input, context) => {
      const given = { ...input, address: context.request.ip }
      const recovery_codes = await factor.renewRecoveryCodes(deps, kind, ownOf(context), given)
      return { message: texts.recoveryCodesMade, data: { recovery_codes } }
    },
  })
}

import { resetLink } from '@stampus/contract/accounts'
import {
  confirmSignIn,
  currentOperator,
  type Operator,
  setOperatorPassword,
  signIn,
  signOut,
  unlockSignIn,
} from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../../../deps.ts'
import type { AuthenticatedOperator } from '../../../platform/http/authenticators.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import { badLink, setPassword } from '../../../platform/password-accounts/password-links.service.ts'
import * as service from '../../../platform/password-accounts/sign-in.service.ts'
import { createSignInCookies, type SignInCookies } from '../../../platform/password-accounts/sign-in-cookies.ts'
import * as unlocks from '../../../platform/password-accounts/unlocks.service.ts'
import { operatorAccounts } from '../operator-accounts.ts'
import type { OperatorRow } from '../operators.store.ts'
import { CONSOLE_COOKIES, getSecondFactorState } from './authenticator.ts'

/** Sign-in, sign-out and the current operator of the console. */
export function operatorSessionRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const cookies = createSignInCookies(CONSOLE_COOKIES, operatorAccounts.urlOf(deps.config))
  const sendSession = (reply: FastifyReply, session: service.NewSession<OperatorRow>) => {
    cookies.setSession(reply, session)
    const { account, hasSecondFactor } = session
    const secondFactor = getSecondFactorState(deps.config, account.role, hasSecondFactor)
    return { data: presentOperator({ ...account, secondFactor }) }
  }
  registerRoutes(
    app,
    routeContext,
    { signIn, confirmSignIn, currentOperator, signOut },
    {
      signIn: async (input, { request, reply }) => {
        const entry = await service.signIn(deps, operatorAccounts, input, cookies.readOrigin(request))
        if ('token' in entry) return sendSession(reply, entry)
        cookies.setPending(reply, entry.pending)
        return { data: null }
      },
      confirmSignIn: async ({ code }, { request, reply }) =>
        sendSession(reply, await service.confirmSignIn(deps, operatorAccounts, code, cookies.readOrigin(request))),
      currentOperator: async (_, { operator }) => ({ data: presentOperator(operator) }),
      signOut: async (_, { operator, reply }) => {
        await service.signOut(deps, operatorAccounts, operator)
        cookies.clearSession(reply)
        return { message: texts.signedOut }
      },
    },
  )
  linkRoutes(app, deps, routeContext, cookies)
}

/** Sets a password or unlocks a browser with a mailed link. A malformed part makes the whole link invalid. */
function linkRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext, cookies: SignInCookies): void {
  app.register(async (links) => {
    links.addHook('preHandler', async ({ body }, reply) => {
      reply.header('cache-control', 'no-store')
      if (!z.safeParse(resetLink, body).success) throw badLink()
    })
    registerRoutes(
      links,
      routeContext,
      { setOperatorPassword, unlockSignIn },
      {
        unlockSignIn: async (link, { request, reply }) => {
          cookies.setUnlock(reply, await unlocks.unlockSignIn(deps, operatorAccounts, link, request.ip))
          return { message: texts.browserUnlocked }
        },
        setOperatorPassword: async (input, { request }) => {
          await setPassword(deps, operatorAccounts, input, request.ip)
          return { message: texts.passwordReset }
        },
      },
    )
  })
}

function presentOperator({ id, name, email, role, secondFactor }: Omit<AuthenticatedOperator, 'tokenHash'>): Operator {
  return { id, name, email, role, second_factor: secondFactor }
}

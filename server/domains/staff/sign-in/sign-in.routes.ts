import { resetLink } from '@stampus/contract/accounts'
import * as operatorContract from '@stampus/contract/console/operators'
import * as operatorOwnAccount from '@stampus/contract/console/ownAccount'
import * as ownerOwnAccount from '@stampus/contract/counter/ownAccount'
import * as ownerContract from '@stampus/contract/counter/owners'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import type { AuthenticatedOperator, AuthenticatedOwner } from '../../../platform/http/authenticators.ts'
import { onlyLinks } from '../../../platform/http/mailed-links.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import type { SignedLink } from '../../../platform/security/signed-links.ts'
import { type App, operatorRole } from '../apps.ts'
import { listOwnMerchants } from '../merchants.store.ts'
import { type StaffRow, saveLanguage } from '../staff.store.ts'
import { createSignInCookies, getSecondFactorState } from './authenticators.ts'
import * as account from './own-account.service.ts'
import { badLink, setPasswordByLink } from './password-links.service.ts'
import * as factor from './second-factor.service.ts'
import * as service from './sign-in.service.ts'
import * as unlocks from './unlocks.service.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }
type Own = { operator: AuthenticatedOperator } | { owner: AuthenticatedOwner }

const ownOf = (context: Own): account.SignedIn =>
  'operator' in context ? { app: 'console', ...context.operator } : { app: 'counter', ...context.owner }

export function operatorSignInRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const present = ({ id, name, email, role, secondFactor }: Omit<AuthenticatedOperator, 'tokenHash'>) => ({
    data: { id, name, email, role, second_factor: secondFactor },
  })
  const { signIn, confirmSignIn, signOut, unlockSignIn } = signInHandlers(deps, 'console', async (found, has) => {
    const secondFactor = getSecondFactorState(deps.config, found.role, has)
    return present({ ...found, role: operatorRole(found.role), secondFactor })
  })
  const currentOperator = async (_: object, { operator }: { operator: AuthenticatedOperator }) => present(operator)
  registerRoutes(app, routeContext, operatorContract, { signIn, confirmSignIn, signOut, currentOperator })
  onlyLinks(app, { link: resetLink, badLink }, (links) =>
    registerRoutes(links, routeContext, operatorContract, {
      unlockSignIn,
      setOperatorPassword: async (input, { request }) => {
        await setPasswordByLink(deps, 'console', input, request.ip)
        return { message: texts.passwordReset }
      },
    }),
  )
  ownAccountRoutes(app, deps, routeContext, operatorOwnAccount)
}

export function ownerSignInRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  const present = async ({ id, name, email, language }: Omit<AuthenticatedOwner, 'tokenHash'>) => ({
    data: { id, name, email, language, merchants: await listOwnMerchants(pool, 'counter', id) },
  })
  const { signIn, confirmSignIn, signOut, unlockSignIn, answerEntry } = signInHandlers(deps, 'counter', present)
  registerRoutes(app, routeContext, ownerContract, {
    signIn,
    confirmSignIn,
    signOut,
    currentOwner: async (_, { owner }) => present(owner),
    setLanguage: async ({ language }, { owner }) => {
      await saveLanguage(pool, owner.id, language)
      return { message: texts.languageSaved }
    },
  })
  onlyLinks(app, { link: resetLink, badLink }, (links) =>
    registerRoutes(links, routeContext, ownerContract, {
      unlockSignIn,
      setPassword: async (input, exchange) => {
        const holder = await setPasswordByLink(deps, 'counter', input, exchange.request.ip)
        return answerEntry(exchange, (from) => service.openFirstSession(deps, 'counter', holder, from))
      },
    }),
  )
  ownAccountRoutes(app, deps, routeContext, ownerOwnAccount)
}

type Entry = service.NewSession | { pending: string }

/** The handlers that both apps have. `present` is the answer about who signed in. */
function signInHandlers<Answer>(
  deps: Deps,
  app: App,
  present: (account: StaffRow, hasSecondFactor: boolean) => Promise<Answer>,
) {
  const cookies = createSignInCookies(deps.config, app)
  const answerSession = ({ reply }: Exchange, session: service.NewSession) => {
    cookies.setSession(reply, session)
    return present(session.account, session.hasSecondFactor)
  }
  /** Sets the cookies of a session, or of a sign-in that waits for its code. */
  const answerEntry = async (
    exchange: Exchange,
    enter: (from: ReturnType<typeof cookies.readOrigin>) => Promise<Entry>,
  ): Promise<Answer | { data: null }> => {
    const entry = await enter(cookies.readOrigin(exchange.request))
    if ('token' in entry) return answerSession(exchange, entry)
    cookies.setPending(exchange.reply, entry.pending)
    return { data: null }
  }
  return {
    answerEntry,
    signIn: (given: { email: string; password: string }, exchange: Exchange) =>
      answerEntry(exchange, (from) => service.signIn(deps, app, given, from)),
    confirmSignIn: async ({ code }: { code: string }, exchange: Exchange) =>
      answerSession(exchange, await service.confirmSignIn(deps, app, code, cookies.readOrigin(exchange.request))),
    signOut: async (_: object, context: Exchange & Own) => {
      await service.signOut(deps, ownOf(context))
      cookies.clearSession(context.reply)
      return { message: texts.signedOut }
    },
    unlockSignIn: async (link: SignedLink, { request, reply }: Exchange) => {
      cookies.setUnlock(reply, await unlocks.unlockSignIn(deps, app, link, request.ip))
      return { message: texts.browserUnlocked }
    },
  }
}

type OwnAccountCalls = ReturnType<typeof operatorOwnAccount.ownAccountCalls<string, 'operator' | 'owner'>>

function ownAccountRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext, calls: OwnAccountCalls): void {
  registerRoutes(app, routeContext, calls, {
    ownAccount: async (_, context) => ({ data: await account.getOwnAccount(deps, ownOf(context)) }),
    changeOwnPassword: async (input, context) => {
      await account.changeOwnPassword(deps, ownOf(context), { ...input, address: context.request.ip })
      return { message: texts.passwordChanged }
    },
    endOwnOtherSessions: async (_, context) => {
      await account.endOwnOtherSessions(deps, ownOf(context))
      return { message: texts.otherSessionsEnded }
    },
    startSecondFactor: async (input, context) => ({
      data: await factor.startSecondFactor(deps, ownOf(context), { ...input, address: context.request.ip }),
    }),
    confirmSecondFactor: async (input, context) => {
      const given = { ...input, address: context.request.ip }
      const recovery_codes = await factor.confirmSecondFactor(deps, ownOf(context), given)
      return { message: texts.secondFactorOn, data: { recovery_codes } }
    },
    disableSecondFactor: async (input, context) => {
      await factor.disableSecondFactor(deps, ownOf(context), { ...input, address: context.request.ip })
      return { message: texts.secondFactorOff }
    },
    renewRecoveryCodes: async (input, context) => {
      const given = { ...input, address: context.request.ip }
      const recovery_codes = await factor.renewRecoveryCodes(deps, ownOf(context), given)
      return { message: texts.recoveryCodesMade, data: { recovery_codes } }
    },
  })
}

import { resetLink } from '@stampus/contract/accounts'
import {
  confirmSignIn,
  currentOperator,
  type Operator,
  setOperatorPassword,
  signIn as signInCall,
  signOut as signOutCall,
} from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import { DAY_SECONDS } from '../../../platform/durations.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import { TRUSTED_DEVICE_DAYS } from '../../../platform/sessions/sessions.store.ts'
import { badLink, setPassword } from './password-links.service.ts'
import * as operators from './sessions.service.ts'
import { CONSOLE_COOKIE, DEVICE_COOKIE, PENDING_COOKIE, PENDING_MINUTES } from './sessions.service.ts'

const DEVICE_SECONDS = TRUSTED_DEVICE_DAYS * DAY_SECONDS

/** Sign-in, sign-out and the current operator of the console. */
export function operatorSessionRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const cookie = cookieOptions(deps.config)
  const sendSession = (reply: FastifyReply, { operator, token, deviceToken }: operators.Session) => {
    reply.header('cache-control', 'no-store').setCookie(CONSOLE_COOKIE, token, cookie)
    reply.setCookie(DEVICE_COOKIE, deviceToken, { ...cookie, maxAge: DEVICE_SECONDS })
    return { data: presentOperator(operator) }
  }
  registerRoutes(
    app,
    routeContext,
    { signIn: signInCall, confirmSignIn, currentOperator, signOut: signOutCall },
    {
      signIn: async (input, { request, reply }) => {
        const entry = await operators.signIn(deps, input, readOrigin(request))
        if ('token' in entry) return sendSession(reply, entry)
        reply.header('cache-control', 'no-store')
        reply.setCookie(PENDING_COOKIE, entry.pending, { ...cookie, maxAge: PENDING_MINUTES * 60 })
        return { data: null }
      },
      confirmSignIn: async ({ code }, { request, reply }) => {
        const from = { ...readOrigin(request), pending: request.cookies[PENDING_COOKIE] }
        const session = await operators.confirmSignIn(deps, code, from)
        reply.clearCookie(PENDING_COOKIE, cookie)
        return sendSession(reply, session)
      },
      currentOperator: async (_, { operator }) => ({ data: presentOperator(operator) }),
      signOut: async (_, { operator, reply }) => {
        await operators.signOut(deps, operator)
        reply.clearCookie(CONSOLE_COOKIE, cookie)
        return { message: texts.signedOut }
      },
    },
  )
  passwordRoutes(app, deps, routeContext)
}

/** Sets a password with a mailed link. A malformed part makes the whole link invalid. */
function passwordRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  app.register(async (links) => {
    links.addHook('preHandler', async ({ body }, reply) => {
      reply.header('cache-control', 'no-store')
      if (!z.safeParse(resetLink, body).success) throw badLink()
    })
    registerRoutes(
      links,
      routeContext,
      { setOperatorPassword },
      {
        setOperatorPassword: async (input, { request }) => {
          await setPassword(deps, input, request.ip)
          return { message: texts.passwordReset }
        },
      },
    )
  })
}

/** Scripts and other sites cannot read the cookie. It ends with the browser session. */
function cookieOptions({ CONSOLE_URL, WEB_URL }: Config) {
  const secure = (CONSOLE_URL ?? WEB_URL).startsWith('https:')
  return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
}

function readOrigin({ ip, cookies }: FastifyRequest): operators.SignInOrigin {
  return { address: ip, deviceToken: cookies[DEVICE_COOKIE] }
}

function presentOperator({ id, name, email, role, secondFactor }: operators.Session['operator']): Operator {
  return { id, name, email, role, second_factor: secondFactor }
}

import {
  currentOperator,
  type Operator,
  signIn as signInCall,
  signOut as signOutCall,
} from '@stampus/contract/operators'
import * as texts from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { type Serving, serveAll } from '../http/route.ts'
import { DEVICE_DAYS } from '../security/ages.ts'
import { signIn, signOut } from './operators.ts'
import { CONSOLE_COOKIE, DEVICE_COOKIE } from './sessions.ts'

const DEVICE_SECONDS = DEVICE_DAYS * 24 * 60 * 60

/** Sign-in, sign-out and who is signed in, for the console. */
export function operatorsRoutes(app: FastifyInstance, deps: Deps, serving: Serving): void {
  const cookie = cookieOptions(deps.config)
  serveAll(
    app,
    serving,
    { signIn: signInCall, currentOperator, signOut: signOutCall },
    {
      signIn: async (input, { request, reply }) => {
        const origin = { address: request.ip, mark: request.cookies[DEVICE_COOKIE] }
        const { operator, token, mark } = await signIn(deps, input, origin)
        reply.header('cache-control', 'no-store').setCookie(CONSOLE_COOKIE, token, cookie)
        reply.setCookie(DEVICE_COOKIE, mark, { ...cookie, maxAge: DEVICE_SECONDS })
        return { data: presentOperator(operator) }
      },
      currentOperator: async (_, { caller }) => ({ data: presentOperator(caller) }),
      signOut: async (_, { caller, reply }) => {
        await signOut(deps, caller)
        reply.clearCookie(CONSOLE_COOKIE, cookie)
        return { message: texts.signedOut }
      },
    },
  )
}

/** Out of reach of scripts and of other sites; it ends with the browser. */
function cookieOptions({ CONSOLE_URL, WEB_URL }: Config) {
  const secure = (CONSOLE_URL ?? WEB_URL).startsWith('https:')
  return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
}

function presentOperator({ id, name, email, role }: Operator): Operator {
  return { id, name, email, role }
}

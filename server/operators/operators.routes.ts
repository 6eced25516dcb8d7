import {
  currentOperator,
  type Operator,
  signIn as signInCall,
  signOut as signOutCall,
} from '@stampus/contract/operators'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { type Serving, serveAll } from '../http/route.ts'
import { signIn, signOut } from './operators.ts'
import { CONSOLE_COOKIE } from './sessions.ts'

/** Sign-in, sign-out and who is signed in, for the console. */
export function operatorsRoutes(app: FastifyInstance, deps: Deps, serving: Serving): void {
  const cookie = cookieOptions(deps.config)
  serveAll(
    app,
    serving,
    { signIn: signInCall, currentOperator, signOut: signOutCall },
    {
      signIn: async (input, { request, reply }) => {
        const { operator, token } = await signIn(deps, input, request.ip)
        reply.header('cache-control', 'no-store').setCookie(CONSOLE_COOKIE, token, cookie)
        return { data: presentOperator(operator) }
      },
      currentOperator: async (_, { caller }) => ({ data: presentOperator(caller) }),
      signOut: async (_, { caller, reply }) => {
        await signOut(deps, caller)
        reply.clearCookie(CONSOLE_COOKIE, cookie)
        return { message: 'You are signed out.' }
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

import { resetLink } from '@stampus/contract/accounts'
import * as ownAccount from '@stampus/contract/counter/ownAccount'
import * as contract from '@stampus/contract/counter/owners'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../../../deps.ts'
import { notFound } from '../../../platform/http/http-error.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import { ownAccountRoutes } from '../../../platform/password-accounts/own-account.routes.ts'
import { badLink, setPassword } from '../../../platform/password-accounts/password-links.service.ts'
import * as service from '../../../platform/password-accounts/sign-in.service.ts'
import { createSignInCookies } from '../../../platform/password-accounts/sign-in-cookies.ts'
import * as unlocks from '../../../platform/password-accounts/unlocks.service.ts'
import { listCashiers } from '../cashiers/cashiers.store.ts'
import { listPhones, type PhoneRow } from '../phones/phones.store.ts'
import { OWNER_COOKIES } from './authenticator.ts'
import { ownerAccounts } from './owner-accounts.ts'
import { findOwnMerchant, listOwnMerchants, type OwnerRow, saveOwnerLanguage } from './owners.store.ts'

/** Sign-in of owners to the counter app, their account and their merchants. */
export function ownersRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  const present = async ({ id, name, email, language }: Omit<OwnerRow, 'email_key' | 'password_hash' | 'version'>) => ({
    data: { id, name, email, language, merchants: await listOwnMerchants(pool, id) },
  })
  sessionRoutes(app, deps, routeContext, present)
  ownAccountRoutes(app, deps, routeContext, { calls: ownAccount, kind: ownerAccounts })
  const { currentOwner, setLanguage, showMerchant } = contract
  registerRoutes(
    app,
    routeContext,
    { currentOwner, setLanguage, showMerchant },
    {
      currentOwner: async (_, { owner }) => present(owner),
      setLanguage: async ({ language }, { owner }) => {
        await saveOwnerLanguage(pool, owner.id, language)
        return { message: texts.languageSaved }
      },
      showMerchant: async ({ id }, { owner }) => {
        const merchant = await findOwnMerchant(pool, { ownerId: owner.id, merchantId: id })
        if (!merchant) throw notFound()
        const phones = await listPhones(pool, id, deps.now())
        return { data: { ...merchant, phones: phones.map(presentPhone), cashiers: await listCashiers(pool, id) } }
      },
    },
  )
}

type Present = (owner: OwnerRow) => Promise<{ data: contract.Owner }>

function sessionRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext, present: Present): void {
  const cookies = createSignInCookies(OWNER_COOKIES, ownerAccounts.urlOf(deps.config))
  const sendEntry = (reply: FastifyReply, entry: service.NewSession<OwnerRow> | { pending: string }) => {
    if ('token' in entry) {
      cookies.setSession(reply, entry)
      return present(entry.account)
    }
    cookies.setPending(reply, entry.pending)
    return { data: null }
  }
  const { signIn, confirmSignIn, signOut } = contract
  registerRoutes(
    app,
    routeContext,
    { signIn, confirmSignIn, signOut },
    {
      signIn: async (input, { request, reply }) =>
        sendEntry(reply, await service.signIn(deps, ownerAccounts, input, cookies.readOrigin(request))),
      confirmSignIn: async ({ code }, { request, reply }) => {
        const session = await service.confirmSignIn(deps, ownerAccounts, code, cookies.readOrigin(request))
        cookies.setSession(reply, session)
        return present(session.account)
      },
      signOut: async (_, { owner, reply }) => {
        await service.signOut(deps, ownerAccounts, owner)
        cookies.clearSession(reply)
        return { message: texts.signedOut }
      },
    },
  )
  app.register(async (links) => {
    links.addHook('preHandler', async ({ body }, reply) => {
      reply.header('cache-control', 'no-store')
      // A malformed part makes the whole link invalid.
      if (!z.safeParse(resetLink, body).success) throw badLink()
    })
    registerRoutes(
      links,
      routeContext,
      { setPassword: contract.setPassword, unlockSignIn: contract.unlockSignIn },
      {
        unlockSignIn: async (link, { request, reply }) => {
          cookies.setUnlock(reply, await unlocks.unlockSignIn(deps, ownerAccounts, link, request.ip))
          return { message: texts.browserUnlocked }
        },
        setPassword: async (input, { request, reply }) => {
          const account = await setPassword(deps, ownerAccounts, input, request.ip)
          return sendEntry(
            reply,
            await service.openFirstSession(deps, ownerAccounts, account, cookies.readOrigin(request)),
          )
        },
      },
    )
  })
}

function presentPhone({ created_at, last_used_at, cashier_id, cashier_name, ...phone }: PhoneRow): contract.Phone {
  const cashier = cashier_id === null || cashier_name === null ? null : { id: cashier_id, name: cashier_name }
  return { ...phone, created_at: created_at.toISOString(), last_used_at: last_used_at.toISOString(), cashier }
}

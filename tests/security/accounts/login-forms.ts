import { randomUUID } from 'node:crypto'
import { createMember, createOperator } from '../../support/api/accounts.ts'
import { connect } from '../../support/api/calls.ts'
import { createOwner } from '../../support/api/counters.ts'
import type { TestApp } from '../../support/server/app.ts'

type Attempt = { email: string; password: string; mark?: string; from: string }

/** A login form. `mark` is what its browser stores after a login. */
export type LoginForm = {
  owner: (server: TestApp) => Promise<{ email: string; password: string }>
  attempt: (server: TestApp, attempt: Attempt) => Promise<{ status: number; body: object; mark: string }>
}

export const loginForms: Record<'members' | 'operators' | 'owners', LoginForm> = {
  members: {
    owner: ({ deps }) => createMember(deps),
    attempt: async (server, { mark = randomUUID(), ...given }) => {
      const { status, message, errors } = await postForm(server, '/login', { ...given, device_mark: mark })
      return { status, body: { message, errors }, mark }
    },
  },
  operators: { owner: ({ deps }) => createOperator(deps), attempt: withCookie('/console/session', 'console') },
  owners: { owner: ({ deps }) => createOwner(deps), attempt: withCookie('/counter/owner/session', 'owner') },
}

function withCookie(path: string, app: string): LoginForm['attempt'] {
  const name = `stampus_${app}_device`
  return async (server, { mark = '', ...given }) => {
    const { status, message, errors, set } = await postForm(server, path, given, `${name}=${mark}`)
    return { status, body: { message, errors }, mark: new RegExp(`${name}=([\\w-]+)`).exec(set.join())?.[1] ?? mark }
  }
}

function postForm(
  server: TestApp,
  path: string,
  { from, ...payload }: Attempt & { device_mark?: string },
  cookie = '',
) {
  const headers = { 'sec-fetch-site': 'same-origin', cookie }
  return connect(server, { headers, from })('POST', path, payload)
}

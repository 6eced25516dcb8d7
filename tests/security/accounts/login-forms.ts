import { randomUUID } from 'node:crypto'
import { createMember, createOperator } from '../../support/api/accounts.ts'
import { post } from '../../support/api/calls.ts'
import { connectCounter, createOwner } from '../../support/api/counters.ts'
import { consolePost } from '../../support/api/operators.ts'
import type { TestApp } from '../../support/server/app.ts'

type Attempt = { email: string; password: string; mark?: string; from: string }
type Answer = { status: number; body: string; mark: string }

/** A login form. `mark` is what its browser stores after a login. */
export type LoginForm = {
  attempt: (server: TestApp, attempt: Attempt) => Promise<Answer>
  owner: (server: TestApp) => Promise<{ email: string; password: string }>
  scope: string
}

export const loginForms: Record<'members' | 'operators' | 'owners', LoginForm> = {
  members: {
    scope: 'sign-in',
    owner: ({ deps }) => createMember(deps, { email: `kasim.${randomUUID()}@student.campus.edu.my` }),
    attempt: async (server, { email, password, from, mark = randomUUID() }) => {
      const { status, body } = await post(server, '/login', { email, password, device_mark: mark }, { from })
      return { status, body: JSON.stringify({ message: body.message, errors: body.errors }), mark }
    },
  },
  operators: {
    scope: 'console',
    owner: ({ deps }) => createOperator(deps, { email: `kasim.${randomUUID()}@office.example` }),
    attempt: async (server, { email, password, from, mark }) => {
      const cookie = mark === undefined ? '' : `stampus_console_device=${mark}`
      const { status, message, errors, set } = await consolePost(server, '/session', { email, password }, cookie, from)
      const given = /stampus_console_device=([\w-]+)/.exec(set)?.[1]
      return { status, body: JSON.stringify({ message, errors }), mark: given ?? mark ?? '' }
    },
  },
  owners: {
    scope: 'owner',
    owner: ({ deps }) => createOwner(deps),
    attempt: async (server, { email, password, from, mark }) => {
      const headers = mark === undefined ? {} : { cookie: `stampus_owner_device=${mark}` }
      const call = connectCounter(server, { headers, from })
      const { status, message, errors, set } = await call('POST', '/owner/session', { email, password })
      const given = /stampus_owner_device=([\w-]+)/.exec(set.join())?.[1]
      return { status, body: JSON.stringify({ message, errors }), mark: given ?? mark ?? '' }
    },
  },
}

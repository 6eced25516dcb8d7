import type { InjectOptions } from 'fastify'
import type { Mail } from '../../../server/platform/mail/mailer.ts'
import type { TestApp } from '../server/app.ts'

/** The parts of the answers of account calls that tests read. */
export type Body = {
  message?: string
  errors?: Record<string, string[]>
  token?: string
  user?: { id: number; email_verified_at: string | null }
  data?: Record<string, unknown>
}
export type Reply = { status: number; body: Body; headers: Record<string, unknown> }

/** The status and the body of an answer with these data, or of an error. */
export type Answered<Data = undefined> = {
  status: number
  message: string
  code?: string
  errors: Record<string, string[]>
  data: Data
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Headers = Record<string, string>

/**
 * Calls the part of the API under `path` as its app does, with these headers of a session and from this address. The
 * answer is its JSON with the status; `set`, the cookies, and `retryAfter`, in seconds, are left out of comparisons.
 */
export function connect(server: Pick<TestApp, 'app'>, { path = '/api', headers = {}, from = '127.0.0.1' } = {}) {
  return async <Answer = Body>(method: Method, rest: string, payload?: object, more: Headers = {}) => {
    const answer = await server.app.inject({
      method,
      url: path + rest,
      headers: { ...headers, ...more },
      remoteAddress: from,
      ...(payload && { payload }),
    })
    const json = (answer.body === '' ? {} : answer.json()) as Answer
    const set = [answer.headers['set-cookie'] ?? []].flat()
    const retryAfter = Number(answer.headers['retry-after'])
    const hidden = { set: { value: set }, retryAfter: { value: retryAfter } }
    const given = { status: answer.statusCode, ...json }
    return Object.defineProperties(given, hidden) as typeof given & { set: string[]; retryAfter: number }
  }
}

async function ask({ app }: Pick<TestApp, 'app'>, options: InjectOptions): Promise<Reply> {
  const answer = await app.inject(options)
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

/** Posts JSON to the API, from the client address `from` if it is given. */
export function post(
  server: Pick<TestApp, 'app'>,
  path: string,
  payload: object,
  { headers = {}, from = '127.0.0.1' }: { headers?: Headers; from?: string } = {},
): Promise<Reply> {
  return ask(server, { method: 'POST', url: `/api${path}`, payload, headers, remoteAddress: from })
}

export const get = (server: Pick<TestApp, 'app'>, path: string, headers: Headers = {}): Promise<Reply> =>
  ask(server, { url: `/api${path}`, headers })

/** Posts a form as a browser does. A file is a `File`. */
export async function postForm(
  server: Pick<TestApp, 'app'>,
  path: string,
  fields: Record<string, string | File>,
  headers: Headers = {},
): Promise<Reply> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return ask(server, { method: 'POST', url: `/api${path}`, ...(await encode(form, headers)) })
}

/** A form as a browser sends it, and these headers. */
export async function encode(form: FormData, headers: Headers) {
  const encoded = new Response(form)
  const contentType = encoded.headers.get('content-type') ?? ''
  return { payload: Buffer.from(await encoded.arrayBuffer()), headers: { ...headers, 'content-type': contentType } }
}

/** Collects the mails from now on instead of sending them. */
export function catchMail({ deps }: Pick<TestApp, 'deps'>): Mail[] {
  const mails: Mail[] = []
  deps.mailer.send = async (mail) => {
    mails.push(mail)
  }
  return mails
}

/** Takes the mail jobs out of the queue, oldest first. `seconds` is their delay. */
export async function takeWaitingMail({
  deps,
}: Pick<TestApp, 'deps'>): Promise<{ kind: string; id: number; seconds: number }[]> {
  const { rows } = await deps.db.pool.query<{ kind: string; id: number; seconds: number }>(`
    WITH taken AS (DELETE FROM pgboss.job WHERE name = 'mail' AND state = 'created' RETURNING data, created_on, start_after)
    SELECT data->>'kind' AS kind, (data->>'id')::int AS id,
      round(extract(epoch FROM start_after - created_on))::int AS seconds
    FROM taken ORDER BY created_on`)
  return rows
}

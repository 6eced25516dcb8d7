import { buildRequest } from '@stampus/contract/client'
import { type AnswerOf, type Endpoint, type InputOf, LINES_TYPE } from '@stampus/contract/endpoint'
import { endSession, mergeUser, useSession } from '../storage/session.ts'
import { CallError } from './CallError.ts'
import { useLoading, whileLoading } from './loading.ts'
import { send } from './xhr.ts'

const base: string = (import.meta.env.VITE_API_BASE || '/api').replace(/\/$/, '')

export type CallOptions = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** Called with the share of the upload that is on its way, 0 to 1. */
  onProgress?: (share: number) => void
  /** A bearer token in place of the session's (S-7.05). */
  token?: string
}

/** For a call that may answer in lines: called with each of them, the last included. */
type LineOptions<E extends Endpoint> = { onLine?: (line: AnswerOf<E>) => void }

/** Whether the API is at the page's own origin: of another one the browser keeps no cookie. */
export const hasOwnApi = base.startsWith('/')

/** Makes one call of section 7 and answers its JSON body. Throws CallError for every other outcome. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions & LineOptions<E> = {},
) {
  const token = options.token ?? useSession.getState().token
  const { method, path, json, form } = buildRequest(endpoint, input)
  const { signal, idempotencyKey, onProgress } = options
  const onLine = options.onLine as ((line: unknown) => void) | undefined
  const headers = headersOf(token, { isJson: json !== undefined, idempotencyKey, inLines: onLine !== undefined })
  const received = await send({ method, url: base + path, headers, body: json ?? form, signal, onProgress, onLine })
  if (received.status >= 200 && received.status < 300) return received.body as AnswerOf<E>
  if (received.status === 401) refusedToken(token)
  if (received.status === 403 && endpoint.access === 'member') void refreshUser().catch(() => undefined)
  throw new CallError(received)
}

/** The query of a call for useQuery: `useQuery(q(submissions.list, { status }))`. */
export function q<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return {
    queryKey: [endpoint.access, endpoint.path, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
  }
}

/** A call made by a press or a form: `run` makes it and throws its CallError, `loading` is its flag (S-3.07). */
export function useCall<E extends Endpoint>(endpoint: E) {
  const key = `${endpoint.method} ${endpoint.path}`
  const loading = useLoading(key)
  const run = (input: InputOf<E>, options?: CallOptions) => whileLoading(key, call(endpoint, input, options))
  return { run, loading }
}

let startingUp = false

/**
 * Asks who is signed in and merges the answer into the session (S-2.36, S-3.02); a suspended account ends it (S-6.03).
 * While the start-up check of a stored session is under way, a 401 makes a guest who stays on the page (D-13).
 */
export async function refreshUser({ startUp = false } = {}): Promise<void> {
  const { token } = useSession.getState()
  if (!token) return
  startingUp ||= startUp
  try {
    const { currentUser } = await import('@stampus/contract/accounts')
    const { data } = await call(currentUser, {})
    if (useSession.getState().token !== token) return
    if (data.suspended) endSession('suspended')
    else mergeUser(data)
  } finally {
    if (startUp) startingUp = false
  }
}

/** The address of a picture that the server named by a path of its own origin. */
export function fileUrl(path: string): string {
  return hasOwnApi ? path : new URL(path, base).href
}

/** The one place for a 401 (S-4.02). A token that is no longer the current one ends nothing (D-13). */
function refusedToken(token: string | null): void {
  if (token && token === useSession.getState().token) endSession(startingUp ? null : 'session_expired')
}

type Sent = { isJson: boolean; inLines: boolean; idempotencyKey: string | undefined }

function headersOf(token: string | null, { isJson, inLines, idempotencyKey }: Sent): Record<string, string> {
  return {
    Accept: inLines ? `${LINES_TYPE}, application/json` : 'application/json',
    ...(isJson && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
  }
}

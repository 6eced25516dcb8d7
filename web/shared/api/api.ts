import { buildRequest, sendKeyed } from '@stampus/contract/client'
import { type AnswerOf, type Endpoint, type InputOf, LINES_TYPE } from '@stampus/contract/endpoint'
import { LANGUAGE_HEADER } from '@stampus/contract/values/languages'
import { language } from '../language.ts'
import { endSession, mergeUser, useSession } from '../storage/session.ts'
import { CallError } from './CallError.ts'
import { apiBase, hasOwnApi, measureRequest } from './connection.ts'
import { trackLoading, useLoading } from './loading.ts'
import { sendRequest } from './xhr.ts'

export type CallOptions = {
  signal?: AbortSignal
  idempotencyKey?: string
  onProgress?: (share: number) => void
  token?: string
}

/** For a call that may answer line by line: called with each line, including the last. */
type LineOptions<E extends Endpoint> = { onLine?: (line: AnswerOf<E>) => void }

let startingUp = false

/** Calls the API and returns the JSON body. Throws a CallError otherwise. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions & LineOptions<E> = {},
) {
  const token = options.token ?? useSession.getState().token
  const request = buildRequest(endpoint, input)
  const { method, path, json, form } = request
  const { signal, idempotencyKey, onProgress } = options
  const onLine = options.onLine as ((line: unknown) => void) | undefined
  const headers = {
    Accept: onLine ? `${LINES_TYPE}, application/json` : 'application/json',
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(language === 'ms' && { [LANGUAGE_HEADER]: language }),
  }
  const noteStatus = measureRequest()
  const sent = { method, url: apiBase + path, body: json ?? form, signal, onProgress, onLine }
  const sendWith = (key: Record<string, string>) => sendRequest({ ...sent, headers: { ...headers, ...key } })
  const result = await sendKeyed(request, sendWith, idempotencyKey)
  noteStatus(result.status)
  if (result.status >= 200 && result.status < 300) return result.body as AnswerOf<E>
  // Unless another token has replaced this one meanwhile.
  if (result.status === 401 && token && token === useSession.getState().token)
    endSession(startingUp ? null : 'session_expired')
  if (result.status === 403 && endpoint.access === 'member') void refreshUser().catch(() => undefined)
  throw new CallError(result)
}

/** Options for useQuery: `useQuery(q(submissions.list, { status }))`. */
export function q<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return {
    queryKey: [endpoint.access, endpoint.path, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
  }
}

/** A call for a button or a form. `run` makes the call and may throw a CallError; `loading` is true meanwhile. */
export function useCall<E extends Endpoint>(endpoint: E) {
  const key = `${endpoint.method} ${endpoint.path}`
  const loading = useLoading(key)
  const run = (input: InputOf<E>, options?: CallOptions) => trackLoading(key, call(endpoint, input, options))
  return { run, loading }
}

/** Loads the signed-in user. Ends a suspended one's session. With `startUp`, an expired session stays on the page. */
export async function refreshUser({ startUp = false } = {}): Promise<void> {
  const { token, user } = useSession.getState()
  if (!token) return
  startingUp ||= startUp
  try {
    const { currentUser } = await import('@stampus/contract/accounts')
    const { data } = await call(currentUser, {})
    const now = useSession.getState()
    if (now.token !== token) return
    if (data.suspended) endSession('suspended')
    // Saved meanwhile: this answer may be older.
    else if (now.user !== user) await refreshUser({ startUp })
    else mergeUser(data)
  } finally {
    if (startUp) startingUp = false
  }
}

export const fileUrl = (path: string): string => (hasOwnApi ? path : new URL(path, apiBase).href)

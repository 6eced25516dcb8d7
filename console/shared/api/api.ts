import { type WireRequest, wireRequest } from '@stampus/contract/client'
import type { Signal, UnseenLookAlikes } from '@stampus/contract/console/signals'
import type { AnswerOf, Endpoint, InputOf } from '@stampus/contract/endpoint'
import type { ErrorBody } from '@stampus/contract/errors'
import * as texts from '@stampus/contract/texts'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'

type Body = Partial<ErrorBody & UnseenLookAlikes>

/** A call that was refused, or got no response (`status` 0). `message` is always a sentence for people. */
export class CallError extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>
  /** The approved look-alikes that stand in the way of an approval until they were shown. */
  readonly lookAlikes: Signal[]

  constructor(status: number, body: Body = {}) {
    super(body.message || (status === 0 ? texts.network : texts.unexpectedRetry))
    this.status = status
    this.errors = body.errors ?? {}
    this.lookAlikes = body.look_alikes ?? []
  }
}

/** Makes one call of the console with its cookie and answers its JSON body. Throws CallError for every other outcome. */
export async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
  const response = await send(wireRequest(endpoint, input)).catch(() => undefined)
  if (!response) throw new CallError(0)
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new CallError(response.status, body as Body | undefined)
  // A reply that was cut off tells nothing of what was done.
  if (body === undefined) throw new CallError(0)
  return body as AnswerOf<E>
}

/** A file that a call answers, and the name it gives it. Throws CallError for every other outcome. */
export async function callFile<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<File> {
  const response = await send(wireRequest(endpoint, input)).catch(() => undefined)
  if (!response) throw new CallError(0)
  if (!response.ok) throw new CallError(response.status, await response.json().catch(() => undefined))
  const content = await response.blob().catch(() => undefined)
  if (!content) throw new CallError(0)
  return new File(
    [content],
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file',
  )
}

/** Makes a call whose answer nobody waits for, such as one on leaving the page, which it outlives. */
export function callKeepalive<E extends Endpoint>(endpoint: E, input: InputOf<E>): void {
  send(wireRequest(endpoint, input), { keepalive: true }).catch(() => undefined)
}

function send({ method, path, json, form }: WireRequest, more: RequestInit = {}): Promise<Response> {
  const headers = { Accept: 'application/json', ...(json && { 'Content-Type': 'application/json' }) }
  const body = json ?? form
  return fetch(`/api${path}`, { method, headers, ...(body && { body }), ...more })
}

/** What the server says of one field. */
export function fieldError(error: Error | null, field: string): string | undefined {
  return error instanceof CallError ? error.errors[field]?.[0] : undefined
}

/** The approved look-alikes that a refusal names. */
export function lookAlikesOf(error: Error | null): Signal[] {
  return error instanceof CallError ? error.lookAlikes : []
}

/** What is said of no field that is shown: it stands above the form. */
export function generalError(error: Error | null, shownFields: string[]): string | undefined {
  if (!error) return undefined
  return shownFields.some((field) => fieldError(error, field)) ? undefined : error.message
}

/** Puts the server's words under the fields of a form and the focus to the first of them. */
export function setFieldErrors<Fields extends FieldValues>(
  error: unknown,
  shownFields: Path<Fields>[],
  setError: UseFormSetError<Fields>,
): void {
  if (!(error instanceof CallError)) return
  const faulty = shownFields.filter((field) => fieldError(error, field))
  for (const field of faulty)
    setError(field, { type: 'server', message: fieldError(error, field) ?? '' }, { shouldFocus: field === faulty[0] })
}

import { ApiError, buildRequest, type ClientRequest, hasStatus, readAnswer, sendKeyed } from '@stampus/contract/client'
import type { Signal, UnseenLookAlikes } from '@stampus/contract/console/evidence'
import type { AnswerOf, Endpoint, ErrorBody, InputOf } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import { fieldError, setFieldErrors } from '@stampus/ui/fieldErrors'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'

type Body = Partial<ErrorBody & UnseenLookAlikes>

/** A failed call. `message` is a sentence for the operator. */
export class CallError extends ApiError {
  /** The approved look-alikes that the operator must see before an approval. */
  readonly lookAlikes: Signal[]

  constructor(status: number, body: Body = {}) {
    super(status, body.errors, body.message || (status === 0 ? texts.network : texts.unexpectedRetry))
    this.lookAlikes = body.look_alikes ?? []
  }
}

/** Makes a call and returns its JSON body. Throws CallError if there is no response, or one that is not 2xx. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { idempotencyKey }: { idempotencyKey?: string } = {},
): Promise<AnswerOf<E>> {
  const request = buildRequest(endpoint, input)
  const { status, body } = await sendKeyed(request, (key) => readAnswer(send(request, {}, key)), idempotencyKey)
  if (status < 200 || status >= 300) throw new CallError(status, body as Body | undefined)
  return body as AnswerOf<E>
}

/** Makes a call that returns a file. Throws CallError like `call`. */
export async function callFile<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<File> {
  const response = await send(buildRequest(endpoint, input)).catch(() => undefined)
  if (!response) throw new CallError(0)
  if (!response.ok) {
    const { status, body } = await readAnswer(Promise.resolve(response))
    throw new CallError(status, body as Body | undefined)
  }
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const content = await response.blob().catch(() => undefined)
  // A page of a captive portal is no download.
  if (!content || !name) throw new CallError(0)
  return new File([content], name)
}

/** Makes a call that continues after the page is closed, and ignores its answer. */
export function callKeepalive<E extends Endpoint>(endpoint: E, input: InputOf<E>): void {
  send(buildRequest(endpoint, input), { keepalive: true }).catch(() => undefined)
}

function send(
  { method, path, json, form }: ClientRequest,
  more: RequestInit = {},
  moreHeaders: Record<string, string> = {},
): Promise<Response> {
  const headers = { Accept: 'application/json', ...(json && { 'Content-Type': 'application/json' }), ...moreHeaders }
  const body = json ?? form
  return fetch(`/api${path}`, { method, headers, ...(body && { body }), ...more })
}

export const isConflict = (error: Error) => hasStatus(error, 409)

export const lookAlikesOf = (error: Error | null): Signal[] => (error instanceof CallError ? error.lookAlikes : [])

/** Shows the server's errors under their fields and focuses the first of them. */
export function showFieldErrors<Fields extends FieldValues>(
  error: unknown,
  shownFields: Path<Fields>[],
  setError: UseFormSetError<Fields>,
): void {
  if (error instanceof CallError) setFieldErrors((field) => fieldError(error, field), shownFields, setError)
}

import { wireRequest } from '@stampus/contract/client'
import type { AnswerOf, Endpoint, InputOf } from '@stampus/contract/endpoint'
import type { ErrorBody } from '@stampus/contract/errors'
import * as texts from '@stampus/contract/texts'

/** A call that was refused, or got no response (`status` 0). `message` is always a sentence for people. */
export class CallError extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>

  constructor(status: number, body: Partial<ErrorBody> = {}) {
    super(body.message || (status === 0 ? texts.network : texts.unexpectedRetry))
    this.status = status
    this.errors = body.errors ?? {}
  }
}

/** Makes one call of the console with its cookie and answers its JSON body. Throws CallError for every other outcome. */
export async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
  const { method, path, json } = wireRequest(endpoint, input)
  const headers = { Accept: 'application/json', ...(json && { 'Content-Type': 'application/json' }) }
  const response = await fetch(`/api${path}`, { method, headers, ...(json && { body: json }) }).catch(() => undefined)
  if (!response) throw new CallError(0)
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new CallError(response.status, body as Partial<ErrorBody> | undefined)
  // A reply that was cut off tells nothing of what was done.
  if (body === undefined) throw new CallError(0)
  return body as AnswerOf<E>
}

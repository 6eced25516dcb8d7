import { ApiError, buildRequest, hasStatus, readAnswer, sendKeyed } from '@stampus/contract/client'
import type { AnswerOf, Endpoint, ErrorBody, InputOf } from '@stampus/contract/endpoint'
import { LANGUAGE_HEADER } from '@stampus/contract/values/languages'
import { isServed } from '@stampus/ui/browser/pageServed'
import * as words from '#words'
import { language } from '../language.ts'
import { BASE } from '../paths.ts'

const LONGEST_MS = 20_000

/** A failed call. `message` is a sentence for the person at the counter. */
export class CallError extends ApiError {
  readonly code: string | undefined

  constructor(status: number, body: Partial<ErrorBody> & { code?: string } = {}, retryAfter?: number) {
    super(status, body.errors, sentenceOf(status, body.message, retryAfter))
    this.code = body.code
  }
}

function sentenceOf(status: number, message: string | undefined, retryAfter: number | undefined): string {
  if (status === 0) return words.unreachable
  if (status === 429) return tooManyTries(Math.ceil((retryAfter ?? 60) / 60))
  if (status === 503) return words.busy
  return message || words.failed
}

const tooManyTries = (minutes: number) =>
  minutes <= 1 ? words.tooManyTriesMinute : words.tooManyTriesMinutes.replace('{minutes}', String(minutes))

/** Whether the server has refused for good. Any other error is about the moment, and the same can be tried again. */
export const isFinalError = (error: unknown) => hasStatus(error, 403, 404, 409, 422)

/** Whether a call failed because the PIN must be entered again, or the phone is no counter any more. */
export const isWorkOver = (error: unknown) =>
  hasStatus(error, 401) || (error instanceof CallError && error.code === 'pin_needed')

export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { idempotencyKey }: { idempotencyKey?: string } = {},
): Promise<AnswerOf<E>> {
  const request = buildRequest(endpoint, input)
  const { method, path, json } = request
  const headers = {
    Accept: 'application/json',
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
    ...(language === 'ms' && { [LANGUAGE_HEADER]: language }),
  }
  const body = json !== undefined && { body: json }
  const sendWith = (key: Record<string, string>) =>
    readAnswer(send(`/api${path}`, { method, headers: { ...headers, ...key }, ...body }))
  const answer = await sendKeyed(request, sendWith, idempotencyKey)
  if (answer.status >= 200 && answer.status < 300) return answer.body as AnswerOf<E>
  throw new CallError(answer.status, answer.body as Partial<ErrorBody> | undefined, answer.retryAfter)
}

export const isPageServed = () => isServed(`${BASE}/`, fetch)

function send(url: string, init: RequestInit): Promise<Response> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), LONGEST_MS)
  return fetch(url, { ...init, signal: ending.signal }).finally(() => clearTimeout(timer))
}

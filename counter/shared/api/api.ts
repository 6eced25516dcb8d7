import { buildRequest, ownStatus } from '@stampus/contract/client'
import type { AnswerOf, Endpoint, ErrorBody, InputOf } from '@stampus/contract/endpoint'
import { LANGUAGE_HEADER } from '@stampus/contract/values/languages'
import { isServed } from '@stampus/ui/browser/pageServed'
import { useRef, useState } from 'react'
import * as words from '#words'
import { language } from '../language.ts'
import { BASE } from '../paths.ts'

const LONGEST_MS = 20_000

/** A failed call. `status` is 0 if no response of the API arrived. `message` is a sentence for the person at the counter. */
export class CallError extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>
  readonly code: string | undefined
  /** Seconds to wait before trying again, if the server named them. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: Partial<ErrorBody> & { code?: string } = {}, retryAfter?: number) {
    super(sentenceOf(status, body.message, retryAfter))
    this.status = status
    this.errors = body.errors ?? {}
    this.code = body.code
    this.retryAfter = retryAfter
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
export function isFinalError(error: unknown): error is CallError {
  return error instanceof CallError && [403, 404, 409, 422].includes(error.status)
}

/** The first error of a field. */
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof CallError ? error.errors[field]?.[0] : undefined
}

/** The message of an error that belongs to none of these fields. */
export function generalError(error: unknown, fields: string[] = []): string | undefined {
  if (!(error instanceof CallError)) return error ? words.failed : undefined
  return fields.some((field) => error.errors[field]) ? undefined : error.message
}

/** Calls the API and returns the JSON body. Throws a CallError otherwise. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { idempotencyKey }: { idempotencyKey?: string } = {},
): Promise<AnswerOf<E>> {
  const { method, path, json } = buildRequest(endpoint, input)
  const headers = {
    Accept: 'application/json',
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    ...(language === 'ms' && { [LANGUAGE_HEADER]: language }),
  }
  const response = await send(`/api${path}`, { method, headers, ...(json !== undefined && { body: json }) })
  if (!response) throw new CallError(0)
  const body = await response.json().catch(() => undefined)
  const status = ownStatus(response.status, body)
  if (response.ok && status !== 0) return body as AnswerOf<E>
  throw new CallError(status, status === 0 ? {} : body, Number(response.headers.get('retry-after')) || undefined)
}

/** Whether the server would answer now if this page was loaded again. */
export const isPageServed = () => isServed(`${BASE}/`, fetch)

async function send(url: string, init: RequestInit): Promise<Response | undefined> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), LONGEST_MS)
  try {
    return await fetch(url, { ...init, signal: ending.signal })
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Work for a button or a form: `run` performs it unless it is under way, and `error` is how the last one failed. A second tap may come
 * before the button is disabled.
 */
export function useWork<Input extends unknown[]>(work: (...input: Input) => Promise<void>) {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: undefined })
  const isRunning = useRef(false)
  const run = async (...input: Input) => {
    if (isRunning.current) return
    isRunning.current = true
    setState({ isBusy: true, error: undefined })
    try {
      await work(...input)
      setState({ isBusy: false, error: undefined })
    } catch (error) {
      setState({ isBusy: false, error })
    } finally {
      isRunning.current = false
    }
  }
  return { run, ...state, reset: () => setState({ isBusy: false, error: undefined }) }
}

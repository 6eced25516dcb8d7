import { ownStatus } from '@stampus/contract/client'
import type { ErrorBody } from '@stampus/contract/endpoint'
import { setFieldErrors } from '@stampus/ui/fieldErrors'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import type { HttpResult } from './xhr.ts'

/** A failed call. `status` is 0 if no response arrived. `message` is the server's, or empty. */
export class CallError extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>
  readonly body: unknown
  readonly retryAfter: number | undefined

  constructor({ status, body, retryAfter }: HttpResult) {
    const { message, errors } = (body ?? {}) as Partial<ErrorBody>
    super(typeof message === 'string' ? message : '')
    this.status = status
    this.errors = errors && typeof errors === 'object' ? errors : {}
    this.body = body
    this.retryAfter = retryAfter
  }

  /** Whether the server says so. A proxy may answer with the same status, without our message. */
  get isOwn(): boolean {
    return ownStatus(this.status, this.body) !== 0
  }
}

/**
 * The item does not exist or its id is malformed. What is shown goes only with the server's own message, not a proxy's.
 * `isEmpty`: nothing is shown, and a server that lacks the call answers with any 404.
 */
export function isMissing(error: unknown, isEmpty = false): boolean {
  return error instanceof CallError && [404, 422].includes(error.status) && (isEmpty || error.isOwn)
}

export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof CallError)) return {}
  const errors = Object.entries(error.errors).map(([field, list]) => [field, [list].flat()[0]] as const)
  return Object.fromEntries(errors.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  fields: FieldPath<T>[],
  setError: UseFormSetError<T>,
): boolean {
  const errors = fieldErrors(error)
  return setFieldErrors((field) => errors[field], fields, setError)
}

import type { ErrorBody } from '@stampus/contract/endpoint'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import type { Received } from './xhr.ts'

/** A failed call. `status` is 0 if no response arrived. `message` is the server's, or empty. */
export class CallError extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>
  readonly body: unknown
  /** Seconds to wait before trying again, if the server named them. */
  readonly retryAfter: number | undefined

  constructor({ status, body, retryAfter }: Received) {
    const { message, errors } = (body ?? {}) as Partial<ErrorBody>
    super(typeof message === 'string' ? message : '')
    this.status = status
    this.errors = errors && typeof errors === 'object' ? errors : {}
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** Whether the item does not exist or its id is malformed. */
export function isMissing(fault: unknown): boolean {
  return fault instanceof CallError && [404, 422].includes(fault.status)
}

/** The first error of each field. */
export function fieldErrors(fault: unknown): Record<string, string> {
  if (!(fault instanceof CallError)) return {}
  const faults = Object.entries(fault.errors).map(([field, list]) => [field, [list].flat()[0]] as const)
  return Object.fromEntries(faults.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** Shows the server's errors under their fields and focuses the first. Returns false if there are none. */
export function showFieldErrors<T extends FieldValues>(
  fault: unknown,
  fields: FieldPath<T>[],
  setError: UseFormSetError<T>,
): boolean {
  const faults = fieldErrors(fault)
  const refused = fields.filter((field) => faults[field])
  refused.forEach((field, place) => {
    setError(field, { type: 'server', message: faults[field] ?? '' }, { shouldFocus: place === 0 })
  })
  return refused.length > 0
}

import type { ErrorBody } from '@stampus/contract/endpoint'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import type { Received } from './xhr.ts'

/** A call that was refused or got no response (`status` 0). `message` is the server's, or empty. */
export class CallError extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>
  readonly body: unknown
  /** Seconds to wait before trying again, where the server named them. */
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

/** Whether a call failed because there is no such thing, or its id is no id at all. */
export function isMissing(fault: unknown): boolean {
  return fault instanceof CallError && [404, 422].includes(fault.status)
}

/** The first text of each refused field. */
export function fieldErrors(fault: unknown): Record<string, string> {
  if (!(fault instanceof CallError)) return {}
  const faults = Object.entries(fault.errors).map(([field, list]) => [field, [list].flat()[0]] as const)
  return Object.fromEntries(faults.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** Puts the server's texts under their fields (S-5.05), the focus into the first. Answers whether there were any. */
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

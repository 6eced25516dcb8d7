import type { Counter } from 'prom-client'
import { HttpError } from '../../../platform/http/http-error.ts'

/** Counts how work ends: as `success`, with the `code` of an error, or as `other`. */
export async function countOutcome<Result>(
  counter: Counter<'outcome'>,
  success: string,
  work: Promise<Result>,
): Promise<Result> {
  try {
    const result = await work
    counter.inc({ outcome: success })
    return result
  } catch (error) {
    const code = error instanceof HttpError ? error.body.code : undefined
    counter.inc({ outcome: typeof code === 'string' ? code : 'other' })
    throw error
  }
}

import type { Signal } from '@stampus/contract/console/signals'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { CallError } from './api.ts'

/** What the server says of one field. */
export function faultOf(error: Error | null, field: string): string | undefined {
  return error instanceof CallError ? error.errors[field]?.[0] : undefined
}

/** The approved look-alikes that a refusal names. */
export function lookAlikesIn(error: Error | null): Signal[] {
  return error instanceof CallError ? error.lookAlikes : []
}

/** What is said of no field that is shown: it stands above the form. */
export function generalFault(error: Error | null, shownFields: string[]): string | undefined {
  if (!error) return undefined
  return shownFields.some((field) => faultOf(error, field)) ? undefined : error.message
}

/** Puts the server's words under the fields of a form and the focus to the first of them. */
export function showFaults<Fields extends FieldValues>(
  error: unknown,
  shownFields: Path<Fields>[],
  setError: UseFormSetError<Fields>,
): void {
  if (!(error instanceof CallError)) return
  const faulty = shownFields.filter((field) => faultOf(error, field))
  for (const field of faulty)
    setError(field, { type: 'server', message: faultOf(error, field) ?? '' }, { shouldFocus: field === faulty[0] })
}

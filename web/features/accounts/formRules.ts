import { isCollegeAddress } from '@stampus/contract/values/emails'
import { stripWhiteSpace } from '@stampus/contract/values/passwords'
import type { FieldValues, Resolver } from 'react-hook-form'
import { settings } from '../../shared/settings.ts'

/** Wraps a resolver so that it sees passwords as they are sent: without white space. */
export function strippedPasswords<T extends FieldValues, C, O>(
  resolver: Resolver<T, C, O>,
  fields: (keyof T)[],
): Resolver<T, C, O> {
  return (values, context, options) => {
    const stripped = fields.map((field) => [field, stripWhiteSpace(String(values[field] ?? ''))])
    return resolver({ ...values, ...Object.fromEntries(stripped) }, context, options)
  }
}

/** Whether an address belongs to the college. Without known domains, only the server can decide. */
export function mayBeCollegeAddress(address: string): boolean {
  return !settings.college_domains_known || isCollegeAddress(address.trim(), settings.college_domains)
}

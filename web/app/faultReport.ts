import { report } from '@stampus/contract/browserFaults'
import { FAULT_MESSAGE_MAX, FAULT_STACK_MAX } from '@stampus/contract/limits'
import { matchPath } from 'react-router'
import { call } from './api.ts'
import { CallError } from './CallError.ts'
import { paths } from './paths.ts'

const MOST_A_LOAD = 5
const told = new Set<string>()

/** Tells the server of a fault, each once a load of the page and without anything that could tell who saw it. */
export async function reportFault(fault: unknown): Promise<void> {
  if (isExpected(fault) || !navigator.onLine) return
  const { message, stack } = wordsOf(fault)
  const said = message + stack
  if (told.has(said) || told.size >= MOST_A_LOAD) return
  told.add(said)
  await call(report, { message, page: pattern(), ...(stack && { stack }) }, { token: '' })
}

/** A refusal is shown where it was asked for, and what was called off is over. */
function isExpected(fault: unknown): boolean {
  return fault instanceof CallError || (fault instanceof Error && fault.name === 'AbortError')
}

function wordsOf(fault: unknown) {
  const message = impersonal(String(fault)).slice(0, FAULT_MESSAGE_MAX)
  const stack = fault instanceof Error ? impersonal(fault.stack ?? '').slice(0, FAULT_STACK_MAX) : ''
  return { message, stack }
}

/** The address would name a thing, or hold a secret; the pattern of its route does not. */
function pattern(): string {
  return Object.values(paths).find((one) => matchPath(one, location.pathname)) ?? paths.notFound
}

const QUERY = /(\/[^\s?#]*)[?#][^\s)]*/g
const EMAIL = /[^\s@"'<>(]+@[^\s@"'<>)]+/g
/** The place in a script is no number of anybody's. */
const NUMBER = /(\.js:\d+:\d+)|\d{6,}/g

function impersonal(said: string): string {
  return said
    .replaceAll(location.origin, '')
    .replace(QUERY, '$1')
    .replace(EMAIL, '[email]')
    .replace(NUMBER, (_, place?: string) => place ?? '[number]')
}

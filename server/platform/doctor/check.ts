import type { PlatformDeps } from '../deps.ts'

/** What every check gets. */
export type Installation = Pick<PlatformDeps, 'config' | 'storage' | 'now'>

/** One sentence each: what is wrong, and what to do. */
export type Found = { wrong: string; advice: string; kind?: 'problem' | 'unknown' }

/** `advice` is what to do if the check itself fails. */
export type Check<Needs> = { name: string; find: (given: Needs) => Promise<Found[]>; advice: string }

/** The finding, if it is one. */
export const only = (isWrong: unknown, wrong: string, advice: string): Found[] => (isWrong ? [{ wrong, advice }] : [])

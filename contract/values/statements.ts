import * as z from 'zod/mini'
import { texts } from '#texts'

/** `live` until a manager issues it, then `issued`, `accepted` by the owner, and `paid`. */
export const statementStates = ['live', 'issued', 'accepted', 'paid'] as const
export type StatementState = (typeof statementStates)[number]

/** A hand-over (`used`), what took it back (`unused`, `voided`), or an answer to a late hand-over or a dispute. */
export const lineKinds = ['used', 'unused', 'voided', 'late', 'dispute'] as const
export type LineKind = (typeof lineKinds)[number]

export const handOverWays = ['desk', 'counter', 'offline', 'late'] as const
export type HandOverWay = (typeof handOverWays)[number]

/** A month of the campus, `YYYY-MM`. */
export const month = z
  .string({ error: () => texts.monthInvalid })
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: () => texts.monthInvalid }))

import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint } from '../endpoint.ts'
import { id, instant, invalidChoice, optionalDay, reference } from '../fields.ts'

const auditEntry = z.object({
  id: z.number(),
  /** Null for a command on the server, which has no signed-in operator. */
  operator: z.nullable(reference),
  owner: z.optional(z.nullable(reference)),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.number(),
  /** The record's current or last name; null if it has none. */
  subject_name: z.nullable(z.string()),
  subject_gone: z.boolean(),
  changed_fields: z.array(z.string()),
  /** Changed values, merchants and members by name. Null if none were stored, or if they were erased with a deleted account. */
  changes: z.nullable(
    z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  ),
  created_at: instant,
})
export type AuditEntry = z.infer<typeof auditEntry>

const word = z.optional(z.string(invalidChoice).check(z.regex(/^[a-z_]{1,40}$/, invalidChoice)))

const kindWithNumber = z.refine<{ subject_kind?: string | undefined; subject_id?: number | undefined }>(
  ({ subject_kind, subject_id }) => subject_id === undefined || subject_kind !== undefined,
  { error: () => texts.invalidChoice, path: ['subject_kind'] },
)

const filters = z
  .object({
    operator_id: z.optional(id),
    group: word,
    subject_kind: word,
    subject_id: z.optional(id),
    from: optionalDay,
    to: optionalDay,
    before: z.optional(id),
  })
  .check(kindWithNumber)

const auditPage = z.object({ data: z.array(auditEntry), older: z.nullable(z.number()) })

/** The audit log, newest first. `older` is the `before` of the next page, null on the last. Days are in the campus time zone. */
export const auditLog = endpoint('GET /console/audit', 'manager', filters, auditPage)

import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, instant, optionalDay } from '../fields.ts'
import * as texts from '../texts.ts'

/** Something an operator did (D-55): who, what, to what, and what stood there before and after. */
export const auditEntry = z.object({
  id: z.number(),
  /** Null for the command line, where nobody is signed in. */
  operator: z.nullable(z.object({ id: z.number(), name: z.string() })),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.number(),
  /** What it is called by now, or was at its end; null where it has no name. */
  subject_name: z.nullable(z.string()),
  /** Whether it can no longer be opened. */
  subject_gone: z.boolean(),
  changed_fields: z.array(z.string()),
  /** Merchants and members stand in it by name. Null where none were kept, or they were blanked with the account they were about. */
  changes: z.nullable(
    z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  ),
  created_at: instant,
})
export type AuditEntry = z.infer<typeof auditEntry>

const word = z.optional(z.string(texts.invalidChoice).check(z.regex(/^[a-z_]{1,40}$/, texts.invalidChoice)))

const kindWithNumber = z.refine<{ subject_kind?: string | undefined; subject_id?: number | undefined }>(
  ({ subject_kind, subject_id }) => subject_id === undefined || subject_kind !== undefined,
  { error: texts.invalidChoice, path: ['subject_kind'] },
)

/** The log, newest first; `older` is the `before` of the next part, null at its end. Days are the campus's. */
export const auditLog = endpoint({
  method: 'GET',
  path: '/console/audit',
  access: 'manager',
  input: z
    .object({
      operator_id: z.optional(id),
      /** What stands before the dot of an action. */
      group: word,
      subject_kind: word,
      /** Of the kind that is given with it. */
      subject_id: z.optional(id),
      from: optionalDay,
      to: optionalDay,
      before: z.optional(id),
    })
    .check(kindWithNumber),
  answer: z.object({ data: z.array(auditEntry), older: z.nullable(z.number()) }),
})

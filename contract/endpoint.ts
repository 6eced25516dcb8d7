import type * as z from 'zod/mini'

/**
 * Who may make a call. `public` ignores who is calling (D-04), `session` needs a live token, `member` a verified and
 * unsuspended user besides; `operator` needs a live session at the console, `reviewer` and `manager` the second factor
 * besides where it is demanded, and the role (D-50).
 */
export type Access = 'public' | 'session' | 'member' | 'operator' | 'reviewer' | 'manager'

/**
 * The one file a multipart call carries. `maxBytes` is the largest size that passes, `tooLarge` what is said of a larger one;
 * `counts` says which hourly limit the upload counts for.
 */
export type Upload = {
  field: string
  maxBytes: number
  tooLarge: string
  required: boolean
  counts: 'sent' | 'read ahead' | 'content'
}

/**
 * One call of section 7: `input` joins path parameters, query and body; `answer` is the whole JSON body. If a call has
 * `lines`, a request that accepts `application/x-ndjson` gets one line of JSON each time more is known; the last has `done: true`. Other
 * requests get the last answer only, as JSON.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  access: Access
  input: z.core.$ZodType
  answer: z.core.$ZodType
  status?: 200 | 201
  upload?: Upload
  lines?: true
}

/** The media type of an answer in lines. A client that wants lines accepts it. */
export const LINES_TYPE = 'application/x-ndjson'

export type Group = Record<string, Endpoint>

/** Declares one call; it is returned as it is, with its literal types. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared
}

/** What a client hands to the call: the input, and the file where the call carries one. */
export type InputOf<E extends Endpoint> = z.input<E['input']> & FileOf<E>

/** What the server's handler receives after the input was read. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>

export type AnswerOf<E extends Endpoint> = z.output<E['answer']>

type FileOf<E extends Endpoint> = E extends { upload: { field: infer F extends string; required: infer R } }
  ? R extends true
    ? Record<F, Blob>
    : Partial<Record<F, Blob | undefined>>
  : unknown

/** The body of every refusal (D-08): a sentence, and texts by the snake_case field names of section 7. */
export type ErrorBody = { message: string; errors: Record<string, string[]> }

import type * as z from 'zod/mini'

/** Who may make a call, from anyone to a cashier with a PIN: docs/api.md. A manager is also a reviewer. */
export type Access =
  | 'public'
  | 'session'
  | 'member'
  | 'operator'
  | 'reviewer'
  | 'manager'
  | 'owner'
  | 'phone'
  | 'cashier'

/** The file of a multipart call. `tooLarge` returns the error text; `counts` is the hourly limit it uses. */
export type Upload = {
  field: string
  maxBytes: number
  tooLarge: () => string
  required: boolean
  counts: 'sent' | 'preview' | 'content'
}

/**
 * One API call. `input` joins path, query and body. `lines`: clients that accept x-ndjson get each step. `unkeyed`: it
 * only looks something up or reserves it, so it needs no `Idempotency-Key`.
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
  unkeyed?: true
}

/** The media type of a streamed answer; clients ask for it in the Accept header. */
export const LINES_TYPE = 'application/x-ndjson'

export type Group = Record<string, Endpoint>

export const CREATED = { status: 201 } as const
export const UNKEYED = { unkeyed: true } as const

type Extra = Pick<Endpoint, 'status' | 'upload' | 'lines' | 'unkeyed'>

/** Declares a call, `GET /path`: who may make it, what it takes and what it answers. Keeps the literal types. */
// @__NO_SIDE_EFFECTS__
export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends Endpoint['path'],
  const Who extends Access,
  Input extends z.core.$ZodType,
  Answer extends z.core.$ZodType,
  const More extends Extra = Record<never, never>,
>(call: `${Method} ${Path}`, access: Who, input: Input, answer: Answer, more?: More) {
  const [method, path] = call.split(' ') as unknown as [Method, Path]
  const declared: Declared<Method, Path, Who, Input, Answer> = { method, path, access, input, answer }
  return { ...declared, ...more } as typeof declared & More
}

type Declared<Method, Path, Who, Input, Answer> = {
  method: Method
  path: Path
  access: Who
  input: Input
  answer: Answer
}

/** What a client passes to a call: the input and, if the call has one, the file. */
export type InputOf<E extends Endpoint> = z.input<E['input']> & FileOf<E>

export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>

export type AnswerOf<E extends Endpoint> = z.output<E['answer']>

type FileOf<E extends Endpoint> = E extends { upload: { field: infer F extends string; required: infer R } }
  ? R extends true
    ? Record<F, Blob>
    : Partial<Record<F, Blob | undefined>>
  : unknown

/** A call that takes exactly this input and gives this answer. */
export type EndpointWith<Input, Answer = unknown> = Endpoint & {
  input: z.core.$ZodType<unknown, Input>
  answer: z.core.$ZodType<Answer>
}

/** The body of every error response: a message, and texts by field name. */
export type ErrorBody = { message: string; errors: Record<string, string[]> }

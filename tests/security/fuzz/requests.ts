import type { Access, Endpoint } from '@stampus/contract/endpoint'
import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod/mini'
import { brokenJson, hostileHeaders, hostileValues, plausibleValues } from './hostile-values.ts'

type Schema = z.core.$ZodType
type Fields = Record<string, unknown>

/** Input that the contract accepts, field by field. Rules between fields are met by chance. */
function validInput(input: Schema): Arbitrary<Fields> {
  return soundOf(input).map((value) => {
    const fields = value as Fields
    // Values that are typed twice are mostly equal.
    const twice = Object.keys(fields).filter((name) => `${name}_confirmation` in fields)
    return { ...fields, ...Object.fromEntries(twice.map((name) => [`${name}_confirmation`, fields[name]])) }
  })
}

/** Valid input with one or two fields, or an unknown one, replaced by something else. */
function brokenInput(input: Schema): Arbitrary<Fields> {
  const { def } = walked(input)._zod
  const names = def.type === 'object' ? Object.keys(def.shape) : []
  const hostile = fc.oneof(fc.constantFrom(...hostileValues), fc.string({ unit: 'binary' }), fc.jsonValue())
  const change = fc.tuple(fc.constantFrom(...names, 'unasked', '__proto__'), hostile)
  return fc
    .tuple(validInput(input), fc.array(change, { minLength: 1, maxLength: 2 }))
    .map(([fields, changes]) => Object.fromEntries([...Object.entries(fields), ...changes]))
}

function soundOf(schema: Schema): Arbitrary<unknown> {
  const fits = plausibleValues.filter((value) => z.safeParse(schema, value).success)
  const { def } = walked(schema)._zod
  switch (def.type) {
    case 'object':
      return recordOf(def.shape)
    case 'optional':
    case 'nullable':
      return fc.option(soundOf(def.innerType), { nil: def.type === 'nullable' ? null : undefined, freq: 3 })
    case 'array':
      return fc.array(soundOf(def.element), { maxLength: 4 })
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'boolean':
      return fc.boolean()
    case 'union':
      return fc.oneof(...def.options.map(soundOf))
    case 'pipe':
      return fits.length > 0 ? fc.constantFrom(...fits) : soundOf(def.in)
    case 'number':
      return fits.length > 0 ? fc.constantFrom(...fits) : fc.integer()
    case 'string':
      return fits.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fits) }, fc.string()) : fc.string()
    default:
      throw new Error(`No values are known for such a field: ${JSON.stringify(def satisfies never)}`)
  }
}

/** The fields without which a call is not accepted are always there. */
function recordOf(shape: Record<string, Schema>): Arbitrary<Fields> {
  const required = Object.entries(shape).filter(([, schema]) => !z.safeParse(schema, undefined).success)
  const fields = Object.entries(shape).map(([name, schema]) => [name, soundOf(schema)])
  return fc.record(Object.fromEntries(fields), { requiredKeys: required.map(([name]) => name) })
}

/** How zod describes its schemas internally. */
type Walked = { _zod: { def: Def } }
type Def =
  | { type: 'object'; shape: Record<string, Schema> }
  | { type: 'optional' | 'nullable'; innerType: Schema }
  | { type: 'array'; element: Schema }
  | { type: 'enum'; entries: Record<string, string> }
  | { type: 'literal'; values: string[] }
  | { type: 'union'; options: Schema[] }
  | { type: 'pipe'; in: Schema }
  | { type: 'boolean' | 'number' | 'string' }
const walked = (schema: Schema) => schema as unknown as Walked

export type Actor = 'anonymous' | 'member' | 'reviewer' | 'manager' | 'owner' | 'cashier'
/** One request: the caller, the input, and the damage to its format. */
export type FuzzRequest = {
  actor: Actor
  input: Record<string, unknown>
  harm: Damage
  file: Uint8Array
  fileName: string
}
type Damage =
  | { kind: 'none' }
  | { kind: 'headers'; headers: Record<string, string> }
  | { kind: 'json'; body: string }
  | { kind: 'multipart'; how: (typeof brokenForms)[number] }

export const brokenForms = [
  'no end',
  'other boundary',
  'nothing',
  'two files',
  'many fields',
  'long name',
  'no name',
  'header without end',
  'file as text',
] as const

const actors: Record<Access, Actor> = {
  public: 'anonymous',
  session: 'member',
  member: 'member',
  operator: 'reviewer',
  reviewer: 'reviewer',
  manager: 'manager',
  owner: 'owner',
  phone: 'cashier',
  cashier: 'cashier',
}

const FILE_NAMES = ['receipt.jpg', '', '../../x.jpg', 'a\u202egpj.exe', `${'x'.repeat(1000)}.jpg`, 'a\0.jpg', '".jpg']

/** The requests for one call, the same for the same seed. The first half is valid and from an authorized caller. */
export function fuzzRequestsFor(
  { access, input, upload }: Endpoint,
  photo: Uint8Array,
  { seed, count }: { seed: number; count: number },
): FuzzRequest[] {
  const valid: FuzzRequests = {
    actor: fc.constant(actors[access]),
    input: validInput(input),
    harm: fc.constant({ kind: 'none' }),
    file: fc.constant(photo),
    fileName: fc.constant('receipt.jpg'),
  }
  const anybody = fc.constantFrom<Actor>('anonymous', 'member', 'reviewer', 'manager', 'owner', 'cashier')
  const broken: FuzzRequests = {
    actor: fc.oneof({ weight: 2, arbitrary: valid.actor }, anybody),
    input: fc.oneof(valid.input, { weight: 2, arbitrary: brokenInput(input) }),
    harm: fc.oneof({ weight: 2, arbitrary: valid.harm }, damageFor(upload !== undefined)),
    file: fc.oneof(valid.file, fc.uint8Array({ maxLength: 200 })),
    fileName: fc.constantFrom(...FILE_NAMES),
  }
  const first = Math.ceil(count / 2)
  return [
    ...fc.sample(fc.record<FuzzRequest>(valid), { seed, numRuns: first }),
    ...fc.sample(fc.record<FuzzRequest>(broken), { seed, numRuns: count - first }),
  ]
}

type FuzzRequests = { [Part in keyof FuzzRequest]: Arbitrary<FuzzRequest[Part]> }

function damageFor(isForm: boolean): Arbitrary<Damage> {
  const headers = fc.constantFrom(...hostileHeaders).map((one): Damage => ({ kind: 'headers', headers: one }))
  const json = fc.constantFrom(...brokenJson).map((body): Damage => ({ kind: 'json', body }))
  const multipart = fc.constantFrom(...brokenForms).map((how): Damage => ({ kind: 'multipart', how }))
  return fc.oneof(headers, json, { weight: isForm ? 3 : 1, arbitrary: multipart })
}

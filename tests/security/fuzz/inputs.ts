import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod/mini'
import { naughty, plausible } from './hostile-values.ts'

type Schema = z.core.$ZodType
type Fields = Record<string, unknown>

/** What the contract would take, as far as its fields tell; what fields owe each other is met by chance. */
export function soundInput(input: Schema): Arbitrary<Fields> {
  return soundOf(input).map((value) => repeated(value as Fields))
}

/** The same with one or two fields, or one that nobody asked for, of another kind. */
export function spoiltInput(input: Schema): Arbitrary<Fields> {
  const names = fieldsOf(input)
  const field = fc.constantFrom(...names, 'unasked', '__proto__')
  const spoil = fc.tuple(field, fc.oneof(fc.constantFrom(...naughty), fc.string({ unit: 'binary' }), fc.jsonValue()))
  return fc
    .tuple(soundInput(input), fc.array(spoil, { minLength: 1, maxLength: 2 }))
    .map(([fields, spoils]) => Object.fromEntries([...Object.entries(fields), ...spoils]))
}

function fieldsOf(input: Schema): string[] {
  const { def } = walked(input)._zod
  return def.type === 'object' ? Object.keys(def.shape) : []
}

function soundOf(schema: Schema): Arbitrary<unknown> {
  const fits = plausible.filter((value) => z.safeParse(schema, value).success)
  const { def } = walked(schema)._zod
  switch (def.type) {
    case 'object':
      return fc.record(mapped(def.shape), { requiredKeys: requiredIn(def.shape) })
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

function mapped(shape: Record<string, Schema>): Record<string, Arbitrary<unknown>> {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, soundOf(schema)]))
}

function requiredIn(shape: Record<string, Schema>): string[] {
  return Object.keys(shape).filter((name) => !z.safeParse(shape[name] as Schema, undefined).success)
}

/** What is to be typed twice mostly is the same. */
function repeated(fields: Fields): Fields {
  const twice = Object.keys(fields).filter((name) => `${name}_confirmation` in fields)
  return { ...fields, ...Object.fromEntries(twice.map((name) => [`${name}_confirmation`, fields[name]])) }
}

/** How zod itself walks its schemas. */
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

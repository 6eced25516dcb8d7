import type { Access, Endpoint } from '@stampus/contract/endpoint'
import fc, { type Arbitrary } from 'fast-check'
import { brokenJson, hostileHeaders } from './hostile-values.ts'
import { soundInput, spoiltInput } from './inputs.ts'

export type Actor = 'anonymous' | 'member' | 'reviewer' | 'manager'
/** One request: who makes it, with what, and what is wrong with its form beside. */
export type Shot = { actor: Actor; input: Record<string, unknown>; harm: Harm; file: Uint8Array; fileName: string }
type Harm =
  | { kind: 'none' }
  | { kind: 'headers'; headers: Record<string, string> }
  | { kind: 'json'; body: string }
  | { kind: 'multipart'; how: (typeof brokenForms)[number] }

export const brokenForms = [
  'no end',
  'other boundary',
  'no boundary',
  'nothing',
  'two files',
  'many fields',
  'long field',
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
}

const FILE_NAMES = ['receipt.jpg', '', '../../x.jpg', 'a\u202egpj.exe', `${'x'.repeat(1000)}.jpg`, 'a\0.jpg', '".jpg']

/** So many requests for a call, the same for a seed: the first half sound and by whom it is meant for. */
export function shotsAt(endpoint: Endpoint, photo: Uint8Array, asked: { seed: number; count: number }): Shot[] {
  const { seed, count } = asked
  const sound = shot(endpoint, photo, { wild: false })
  const first = Math.ceil(count / 2)
  return [
    ...fc.sample(sound, { seed, numRuns: first }),
    ...fc.sample(shot(endpoint, photo, { wild: true }), { seed, numRuns: count - first }),
  ]
}

function shot({ access, input, upload }: Endpoint, photo: Uint8Array, { wild }: { wild: boolean }): Arbitrary<Shot> {
  const meant = fc.constant(actors[access])
  const anybody = fc.constantFrom<Actor>('anonymous', 'member', 'reviewer', 'manager')
  return fc.record<Shot>({
    actor: wild ? fc.oneof({ weight: 2, arbitrary: meant }, anybody) : meant,
    input: wild ? fc.oneof(soundInput(input), { weight: 2, arbitrary: spoiltInput(input) }) : soundInput(input),
    harm: wild ? fc.oneof({ weight: 2, arbitrary: noHarm }, harmTo(upload !== undefined)) : noHarm,
    file: wild ? fc.oneof(fc.constant(photo), fc.uint8Array({ maxLength: 200 })) : fc.constant(photo),
    fileName: wild ? fc.constantFrom(...FILE_NAMES) : fc.constant('receipt.jpg'),
  })
}

const noHarm: Arbitrary<Harm> = fc.constant({ kind: 'none' })

function harmTo(isForm: boolean): Arbitrary<Harm> {
  const headers = fc.constantFrom(...hostileHeaders).map((one): Harm => ({ kind: 'headers', headers: one }))
  const json = fc.constantFrom(...brokenJson).map((body): Harm => ({ kind: 'json', body }))
  const multipart = fc.constantFrom(...brokenForms).map((how): Harm => ({ kind: 'multipart', how }))
  return isForm ? fc.oneof(headers, json, { weight: 3, arbitrary: multipart }) : fc.oneof(headers, json, multipart)
}

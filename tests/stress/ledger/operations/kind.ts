import fc from 'fast-check'
import { type Model, pickReceipt, pickVoucher } from '../model.ts'
import type { Scenario } from '../scenario.ts'

/** A call to the product. */
export type Call = () => Promise<{ status: number }>
type Calls = Call | Call[] | undefined
/** Two requests, or a repeat of the same one, which is accepted again and changes nothing. */
type Sent = 'once' | 'twice' | 'repeated'

type Drawn<Given> = {
  /** How often it is drawn, and what is drawn for it. */
  weight: number
  given: { [Field in keyof Given]: fc.Arbitrary<Given[Field]> }
  /** How often its call is sent at the same moment. */
  sent?: Sent | ((given: NoInfer<Given>) => Sent)
}

/** A kind of operation, on the product and on the model. */
export type Kind<Given> = Drawn<Given> & {
  /** Changes the model; returns whether a call is accepted. `winner` is the index of the one that the product accepted. */
  expected(model: Model, given: Given, winner?: number): boolean
  /** Prepares the operation in the product; returns what is then sent, if there is anything to send. */
  calls(scenario: Scenario, given: Given): Calls | Promise<Calls>
}
export const kind = <Given>(one: Kind<Given>): Kind<Given> => one

type KindOn<Of, Made, Given> = Drawn<Given> & {
  expected(model: Model, of: Of, given: Given): boolean
  calls(scenario: Scenario, made: Made, given: Given): Calls | Promise<Calls>
}

/** Operations on one of the latest few, in the model and in the product. */
const onLatest =
  <Field extends string, Of, Made>(
    field: Field,
    inModel: (model: Model, at: number) => Of | undefined,
    inProduct: (scenario: Scenario, at: number) => Made | undefined,
  ) =>
  <Given extends Record<Field, number>>(one: KindOn<Of, Made, Given>): Kind<Given> => ({
    ...one,
    expected: (model, given) => {
      const of = inModel(model, given[field])
      return of !== undefined && one.expected(model, of, given)
    },
    calls: (scenario, given) => {
      const made = inProduct(scenario, given[field])
      return made === undefined ? undefined : one.calls(scenario, made, given)
    },
  })

export const onVoucher = onLatest(
  'voucher',
  ({ vouchers }, at) => pickVoucher(vouchers, at),
  ({ vouchers }, at) => pickVoucher(vouchers, at),
)
/** Those of deleted members cannot be changed. */
export const onReceipt = onLatest(
  'receipt',
  ({ receipts }, at) => {
    const receipt = pickReceipt(receipts, at)
    return receipt?.member.isDeleted ? undefined : receipt
  },
  ({ receipts }, at) => pickReceipt(receipts, at),
)

export const among = <const Value>(...values: Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values)

export const isRepeat = fc.boolean()
export const asGiven = (given: { isRepeat: boolean }): Sent => (given.isRepeat ? 'repeated' : 'twice')

export const member = among(0, 1, 2)
export const DAY_SECONDS = 86_400
/** So long that each month is over. */
export const MONTH_SECONDS = 33 * DAY_SECONDS

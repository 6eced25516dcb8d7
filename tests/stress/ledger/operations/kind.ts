import fc from 'fast-check'
import { type Model, pickVoucher, type Voucher } from '../model.ts'
import type { ClaimedVoucher, Scenario } from '../scenario.ts'

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

type VoucherKind<Given> = Drawn<Given> & {
  expected(model: Model, voucher: Voucher, given: Given): boolean
  calls(scenario: Scenario, claimed: ClaimedVoucher, given: Given): Calls | Promise<Calls>
}

/** An operation on one of the latest vouchers. */
export const onVoucher = <Given extends { voucher: number }>(one: VoucherKind<Given>): Kind<Given> => ({
  ...one,
  expected: (model, given) => {
    const voucher = pickVoucher(model.vouchers, given.voucher)
    return voucher !== undefined && one.expected(model, voucher, given)
  },
  calls: (scenario, given) => {
    const claimed = pickVoucher(scenario.vouchers, given.voucher)
    return claimed && one.calls(scenario, claimed, given)
  },
})

export const among = <const Value>(...values: Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values)

export const isRepeat = fc.boolean()
export const asGiven = (given: { isRepeat: boolean }): Sent => (given.isRepeat ? 'repeated' : 'twice')

export const member = among(0, 1, 2)
export const DAY_SECONDS = 86_400
/** So long that each month is over. */
export const MONTH_SECONDS = 33 * DAY_SECONDS

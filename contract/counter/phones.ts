import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, instant, text } from '../fields.ts'
import { CASHIER_NAME_MAX, PHONE_NAME_MAX, PIN_DIGITS } from '../limits.ts'
import { isSimplePin } from '../values/pins.ts'
import { plainDigits } from '../values/typedText.ts'

const messageAnswer = z.object({ message: z.string() })
const digits = new RegExp(`^\\d{${PIN_DIGITS}}$`)
const pin = z
  .string({ error: () => texts.pinInvalid })
  .check(z.overwrite<string>(plainDigits), z.regex(digits, { error: () => texts.pinInvalid, abort: true }))
const newPin = pin.check(z.refine((given) => !isSimplePin(given), { error: () => texts.pinTooSimple }))
const cashierName = text(CASHIER_NAME_MAX, () => texts.nameRequired)
const phoneName = text(PHONE_NAME_MAX, () => texts.phoneNameRequired)

const cashier = z.object({ id: z.number(), name: z.string() })

/** An enrolled phone as it knows itself. */
const ownPhone = z.object({
  id: z.number(),
  name: z.string(),
  merchant: z.object({ id: z.number(), name: z.string() }),
  /** Who may start here, by name. */
  cashiers: z.array(cashier),
  /** Who has entered the PIN; null if nobody has, or it must be entered again. */
  cashier: z.nullable(cashier),
  /** Base32, for the codes that the phone shows without a network while this cashier works; null if nobody does. */
  key: z.nullable(z.string()),
  /** The server's time, by which the phone corrects its clock. */
  now: instant,
})
export type OwnPhone = z.infer<typeof ownPhone>

/** Makes a code with which one phone can be enrolled for this merchant, within ten minutes. 404, 429. */
export const createEnrolment = endpoint({
  method: 'POST',
  path: '/counter/owner/merchants/:id/enrolments',
  access: 'owner',
  input: z.object({ id }),
  answer: dataOf(z.object({ token: z.string(), expires_at: instant })),
  status: 201,
})

/** Removes a phone of one of the caller's merchants: it can confirm nothing any more. 404. */
export const removePhone = endpoint({
  method: 'DELETE',
  path: '/counter/owner/phones/:id',
  access: 'owner',
  input: z.object({ id }),
  answer: messageAnswer,
})

/** Names a cashier of one of the caller's merchants. 404, 422, 503. */
export const addCashier = endpoint({
  method: 'POST',
  path: '/counter/owner/merchants/:id/cashiers',
  access: 'owner',
  input: z.object({ id, name: cashierName, pin: newPin }),
  answer: dataOf(cashier),
  status: 201,
})

/** Changes the name of a cashier and, if one is given, the PIN, which must then be entered again. 404, 422, 503. */
export const changeCashier = endpoint({
  method: 'PUT',
  path: '/counter/owner/cashiers/:id',
  access: 'owner',
  input: z.object({ id, name: cashierName, pin: z.optional(newPin) }),
  answer: dataOf(cashier),
})

/** Removes a cashier: they can confirm nothing any more. 404. */
export const removeCashier = endpoint({
  method: 'DELETE',
  path: '/counter/owner/cashiers/:id',
  access: 'owner',
  input: z.object({ id }),
  answer: messageAnswer,
})

/** Enrols the device that sends this, with the code of an owner, by an HttpOnly, SameSite=Strict cookie. 422 for a wrong or old code, 429. */
export const enrol = endpoint({
  method: 'POST',
  path: '/counter/phone',
  access: 'public',
  input: z.object({ token: z.string({ error: () => texts.enrolmentInvalid }), name: phoneName }),
  answer: dataOf(ownPhone),
  status: 201,
})

/** The phone that sends this. */
export const showPhone = endpoint({
  method: 'GET',
  path: '/counter/phone',
  access: 'phone',
  input: z.object({}),
  answer: dataOf(ownPhone),
})

/**
 * A cashier starts on this phone. 404 for a cashier of another merchant, 422 on `pin`, 429 with Retry-After: five wrong PINs lock
 * the cashier on this phone for ten minutes.
 */
export const startWork = endpoint({
  method: 'POST',
  path: '/counter/phone/cashier',
  access: 'phone',
  input: z.object({ cashier_id: id, pin }),
  answer: dataOf(z.extend(cashier, { key: ownPhone.shape.key })),
})

/** The cashier leaves: the next one must enter a PIN. */
export const endWork = endpoint({
  method: 'DELETE',
  path: '/counter/phone/cashier',
  access: 'phone',
  input: z.object({}),
  answer: messageAnswer,
})

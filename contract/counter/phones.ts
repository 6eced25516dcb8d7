import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint } from '../endpoint.ts'
import { byId, dataOf, digits, done, id, instant, nothing, reference, text } from '../fields.ts'
import { CASHIER_NAME_MAX, PHONE_NAME_MAX, PIN_DIGITS } from '../limits.ts'

const IN_A_ROW = '01234567890123456789'

/** Whether a PIN is one of the first that others try: one digit repeated, two or three repeated, or digits in a row. */
function isSimplePin(pin: string): boolean {
  const backwards = [...IN_A_ROW].reverse().join('')
  return /^(\d{1,3})\1+$/.test(pin) || IN_A_ROW.includes(pin) || backwards.includes(pin)
}

const pin = digits(PIN_DIGITS, () => texts.pinInvalid)
const newPin = pin.check(z.refine((given) => !isSimplePin(given), { error: () => texts.pinTooSimple }))
const cashierName = text(CASHIER_NAME_MAX, () => texts.nameRequired)
const phoneName = text(PHONE_NAME_MAX, () => texts.phoneNameRequired)

const ownPhone = z.object({
  id: z.number(),
  name: z.string(),
  merchant: reference,
  /** Who may start here, by name. */
  cashiers: z.array(reference),
  /** Who has entered the PIN; null if nobody has, or it must be entered again. */
  cashier: z.nullable(reference),
  /** Base32, for the codes that the phone shows without a network while this cashier works; null if nobody does. */
  key: z.nullable(z.string()),
  /** The server's time, by which the phone corrects its clock. */
  now: instant,
})
export type OwnPhone = z.infer<typeof ownPhone>

const newCode = dataOf(z.object({ token: z.string(), expires_at: instant }))

/** Makes a code with which one phone can be enrolled for this merchant, within ten minutes. 404, 429. */
export const createEnrolment = endpoint('POST /counter/owner/merchants/:id/enrolments', 'owner', byId, newCode, CREATED)

/** Removes a phone of one of the caller's merchants: it can confirm nothing any more. 404. */
export const removePhone = endpoint('DELETE /counter/owner/phones/:id', 'owner', byId, done)

const saved = dataOf(reference)
const newCashier = z.object({ id, name: cashierName, pin: newPin })

/** Names a cashier of one of the caller's merchants. 404, 422, 503. */
export const addCashier = endpoint('POST /counter/owner/merchants/:id/cashiers', 'owner', newCashier, saved, CREATED)

const changedCashier = z.object({ id, name: cashierName, pin: z.optional(newPin) })

/** Changes the name of a cashier and, if one is given, the PIN, which must then be entered again. 404, 422, 503. */
export const changeCashier = endpoint('PUT /counter/owner/cashiers/:id', 'owner', changedCashier, saved)

/** Removes a cashier: they can confirm nothing any more. 404. */
export const removeCashier = endpoint('DELETE /counter/owner/cashiers/:id', 'owner', byId, done)

const enrolment = z.object({ token: z.string({ error: () => texts.enrolmentInvalid }), name: phoneName })

/** Enrols the device that sends this, with the code of an owner, by an HttpOnly, SameSite=Strict cookie. 422 for a wrong or old code, 429. */
export const enrol = endpoint('POST /counter/phone', 'public', enrolment, dataOf(ownPhone), CREATED)

/** The phone that sends this. After `endWork` the next cashier must enter a PIN. */
export const showPhone = endpoint('GET /counter/phone', 'phone', nothing, dataOf(ownPhone))
export const endWork = endpoint('DELETE /counter/phone/cashier', 'phone', nothing, done)

const start = z.object({ cashier_id: id, pin })
const started = dataOf(z.extend(reference, { key: ownPhone.shape.key }))

/** A cashier starts on this phone. 404, 422 on `pin`, 429: five wrong PINs lock the cashier here for ten minutes. */
export const startWork = endpoint('POST /counter/phone/cashier', 'phone', start, started)

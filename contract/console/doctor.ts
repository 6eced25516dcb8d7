import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, instant, nothing } from '../fields.ts'

const finding = z.object({
  check: z.string(),
  /** `unknown`: it could not be checked, which does not mean that something is wrong. */
  kind: z.enum(['problem', 'unknown']),
  /** One sentence each: what is wrong, and what to do. */
  wrong: z.string(),
  advice: z.string(),
})
export type Finding = z.infer<typeof finding>

const doctorReport = z.object({
  checked_at: instant,
  findings: z.array(finding),
  /** The names of the checks that found nothing. */
  passed: z.array(z.string()),
})
export type DoctorReport = z.infer<typeof doctorReport>

/** What `npm run stampus -- doctor` says about the replica that answers, at most a minute old. */
export const examine = endpoint('GET /console/doctor', 'manager', nothing, dataOf(doctorReport))

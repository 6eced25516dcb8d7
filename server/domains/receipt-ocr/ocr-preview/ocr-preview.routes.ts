import { type PictureProblem as NamedProblem, type PreviewFacts, readAhead } from '@stampus/contract/ocrPreview'
import { decimalAmount } from '@stampus/contract/values/money'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import { suggestInvoiceNumber } from '../facts/match-invoice-number.ts'
import type { Facts, PictureProblem } from '../ocr-result.ts'
import * as ahead from './ocr-preview.service.ts'

const PROBLEMS: Record<PictureProblem, NamedProblem> = {
  dark: 'dark',
  blurred: 'blurred',
  'cut off': 'cut_off',
  'no receipt': 'no_receipt',
}

/** What a picture says before its receipt is sent. */
export function readingRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { readAhead },
    {
      readAhead: async (_input, { caller, file, sendLine }) => {
        const onFacts = sendLine && whenChanged(sendLine)
        const reading = await ahead.readAhead(deps, { userId: caller.id, file, onFacts })
        return { data: reading ? presentFacts(reading) : null }
      },
    },
  )
}

/** Sends what is clear so far whenever it changes; nothing is sent before the first fact. */
function whenChanged(sendLine: (answer: { data: PreviewFacts }) => void): (facts: Facts) => void {
  let last = JSON.stringify(presentFacts({}))
  return (facts) => {
    const data = presentFacts(facts)
    if (last === JSON.stringify(data)) return
    last = JSON.stringify(data)
    sendLine({ data })
  }
}

/** Only what the picture is clear about: silence is better than a wrong hint. */
function presentFacts({ total, date, invoice, problem }: Facts & { problem?: PictureProblem }): PreviewFacts {
  return {
    purchase_amount: total ? decimalAmount(total.value) : null,
    purchase_date: date?.value ?? null,
    invoice_number: suggestInvoiceNumber(invoice) ?? null,
    picture_problem: problem ? PROBLEMS[problem] : null,
  }
}

import { type PictureProblem as NamedProblem, type PreviewFacts, requestOcrPreview } from '@stampus/contract/ocrPreview'
import { decimalAmount } from '@stampus/contract/values/money'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import { suggestInvoiceNumber } from '../facts/match-invoice-number.ts'
import type { Facts, PictureProblem } from '../ocr-result.ts'
import { readPreview } from './ocr-preview.service.ts'

const PROBLEMS: Record<PictureProblem, NamedProblem> = {
  dark: 'dark',
  blurred: 'blurred',
  'cut off': 'cut_off',
  'no receipt': 'no_receipt',
}

/** OCR of a picture before its receipt is sent. */
export function ocrPreviewRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { requestOcrPreview },
    {
      requestOcrPreview: async (_input, { member, file, sendLine }) => {
        const onFacts = sendLine && whenChanged(sendLine)
        const result = await readPreview(deps, { userId: member.id, file, onFacts })
        return { data: result ? presentFacts(result) : null }
      },
    },
  )
}

/** Sends the facts found so far when they change, starting with the first fact. */
function whenChanged(sendLine: (answer: { data: PreviewFacts }) => void): (facts: Facts) => void {
  let last = JSON.stringify(presentFacts({}))
  return (facts) => {
    const data = presentFacts(facts)
    if (last === JSON.stringify(data)) return
    last = JSON.stringify(data)
    sendLine({ data })
  }
}

/** Only clear facts: no hint is better than a wrong one. */
function presentFacts({ total, date, invoice, problem }: Facts & { problem?: PictureProblem }): PreviewFacts {
  return {
    purchase_amount: total ? decimalAmount(total.value) : null,
    purchase_date: date?.value ?? null,
    invoice_number: suggestInvoiceNumber(invoice) ?? null,
    picture_problem: problem ? PROBLEMS[problem] : null,
  }
}

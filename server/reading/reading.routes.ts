import { typedInvoice } from '@stampus/contract/invoices'
import { decimalAmount } from '@stampus/contract/money'
import { type ReadFacts, readAhead } from '@stampus/contract/readings'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Serving, serveAll } from '../http/route.ts'
import * as ahead from './ahead.ts'
import type { Reading } from './reading.ts'

/** What a picture says before its receipt is sent. */
export function readingRoutes(app: FastifyInstance, deps: Deps, serving: Serving): void {
  serveAll(
    app,
    serving,
    { readAhead },
    {
      readAhead: async (_input, { caller, file }) => {
        const reading = await ahead.readAhead(deps, { userId: caller.id, file })
        return { data: reading ? presentFacts(reading) : null }
      },
    },
  )
}

/** Only what the picture is clear about: silence is better than a wrong hint. */
function presentFacts({ total, date, invoice }: Reading): ReadFacts {
  return {
    purchase_amount: total ? decimalAmount(total.value) : null,
    purchase_date: date?.value ?? null,
    invoice_number: (invoice && typedInvoice(invoice.value)) ?? null,
  }
}

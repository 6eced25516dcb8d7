import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino'
import type { Config } from '../../config.ts'

export type Log = Logger

/** Lines go out together, when there are so many or after so long: each by itself would cost a tenth of a request. */
const GATHERED = { minLength: 4096, periodicFlush: 200 }

/** What happens, one JSON line each on standard output. Nobody waits for a line; the last ones are written when the process ends. */
export function openLog({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>, to?: DestinationStream): Log {
  const options = {
    level: LOG_LEVEL,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: presentFault },
  }
  return pino(options, to ?? destination({ sync: false, ...GATHERED }))
}

type Fault = Error & { code?: unknown; constraint?: unknown }

/** Its own words and no more: the database adds the values of the row, and a mail server its whole conversation. */
function presentFault(fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault
  const { name, message, stack, code, constraint, cause } = fault as Fault
  return { name, message, stack, code, constraint, cause: presentFault(cause) }
}

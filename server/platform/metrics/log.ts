import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino'
import type { Config } from '../../config.ts'

export type Log = Logger

/** Writing each line by itself would take a tenth of a request. */
const BUFFERING = { minLength: 4096, periodicFlush: 200 }

/** JSON lines on standard output, written in the background, the last ones when the process ends. */
export function openLog({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>, to?: DestinationStream): Log {
  const options = {
    level: LOG_LEVEL,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: presentError },
  }
  return pino(options, to ?? destination({ sync: false, ...BUFFERING }))
}

type LoggedError = Error & { code?: unknown; constraint?: unknown }

/** Presents only these fields: a database error also holds values of the row, an SMTP error the whole conversation. */
function presentError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, code, constraint, cause } = error as LoggedError
  return { name, message, stack, code, constraint, cause: presentError(cause) }
}

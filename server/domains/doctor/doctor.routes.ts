import type { DoctorReport } from '@stampus/contract/console/doctor'
import * as calls from '@stampus/contract/console/doctor'
import type { Deps } from '../../deps.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { routes } from '../../platform/http/route.ts'
import { examineInstallation } from './doctor.service.ts'

/** However often managers ask, a replica examines itself once a minute. */
export const doctorRoutes = routes(calls, (deps: Deps) => {
  let last: { at: number; report: Promise<DoctorReport> } | undefined
  return {
    examine: async () => {
      const at = deps.now().getTime()
      if (!last || at - last.at >= MINUTE_MS) last = { at, report: examineInstallation(deps) }
      return { data: await last.report }
    },
  }
})

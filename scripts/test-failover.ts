import { parseArgs } from 'node:util'
import { missingPackages } from '../tests/failover/programs.ts'
import { buildIfNeeded } from './support/apps.ts'
import { endWithParent } from './support/run.ts'
import { runParts, runVitest, testEnvironment } from './support/runners.ts'
import { close, nothing } from './support/tally.ts'

endWithParent()

/** `npm run test:failover -- --only='frozen|S3' --times=3`; `--injected`: the wrong interface of etcd, which must lose receipts. */
const options = { only: { type: 'string' }, times: { type: 'string' }, injected: { type: 'boolean' } } as const
const { only = '', times = '1', injected } = parseArgs({ options }).values
const given = { STAMPUS_ONLY: only, STAMPUS_TIMES: times, ...(injected && { STAMPUS_INJECTED: 'yes' }) }
const missing = missingPackages()
if (missing.length > 0) {
  console.log(`Nothing ran, because this machine has no ${missing.join(' and no ')} (skipped).`)
  close('test-failover', { ...nothing, skipped: 1 })
} else {
  await buildIfNeeded()
  const args = ['--config=tests/failover/vitest.config.ts']
  const run = () => runVitest(args, { ...testEnvironment(), ...given })
  close('test-failover', await runParts({ Failover: run }))
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startBucketServer } from '../../support/server/buckets.ts'
import { startMailServer } from '../../support/server/mail-server.ts'

/** The services that the three machines find on the campus: a bucket server and a mail server. */
const [folder = '.'] = process.argv.slice(2)
const address = '10.0.0.99'
let mails = 0
await startBucketServer(join(folder, 'buckets'), 9000, address)
await startMailServer(
  {
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, _session, done) => {
      mails += 1
      writeFileSync(join(folder, 'mail', `${mails}.eml`), await text(stream))
      done()
    },
  },
  2525,
  address,
)
console.log('ready')

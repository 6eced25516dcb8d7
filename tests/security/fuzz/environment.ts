import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from '@stampus/contract/submissions'
import { buildApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { type Deps, openDeps } from '../../../server/deps.ts'
import { openPreparedDatabase } from '../../../server/platform/db/prepare.ts'
import { receiptFacts } from '../../stress/support/seeded-server.ts'
import {
  createMember,
  createMemberSession,
  createOperator,
  createOperatorSession,
  type TestMember,
} from '../../support/api/accounts.ts'
import { createOwner, createOwnerSession, createWorkingPhone } from '../../support/api/counters.ts'
import { createAnnouncement, createDeal, createMerchant } from '../../support/api/merchants.ts'
import { callApi } from '../../support/browser/api.ts'
import { drawPicture } from '../../support/browser/people.ts'
import { KNOWN_MEMBER, KNOWN_OPERATOR } from './hostile-values.ts'
import type { Actor } from './requests.ts'

const EACH = 4

/** A server in this process, so that new users can be created in its database quickly. */
export async function startFuzzServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-security-'))
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal', TRUSTED_PROXIES: '127.0.0.1' })
  const deps = await openDeps(config, await openPreparedDatabase(config))
  const app = await buildApp(deps)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const owner = await seedContent(deps, url)
  const close = async () => {
    await app.close()
    await deps.jobs.stop()
    await deps.db.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, deps, actors: createActors(deps, owner), close }
}

/** Returns a member who has sent some receipts. */
async function seedContent(deps: Deps, url: string): Promise<TestMember> {
  const [owner] = await Promise.all([
    createMember(deps, { email: KNOWN_MEMBER }),
    createOperator(deps, { email: KNOWN_OPERATOR }),
  ])
  const headers = await createMemberSession(deps, owner)
  for (let at = 0; at < EACH; at += 1) {
    const { id: merchantId } = await createMerchant(deps)
    await Promise.all([createDeal(deps, { merchant_id: merchantId }), createAnnouncement(deps)])
    const { buffer, mimeType } = await drawPicture()
    const receipt_image = new File([new Uint8Array(buffer)], 'receipt.jpg', { type: mimeType })
    await callApi({ url }, create, { ...receiptFacts({ merchantId }), receipt_image }, headers)
  }
  return owner
}

/** One user of each kind, who is replaced after `renew`. Every second member is the `owner`. */
function createActors(deps: Deps, owner: TestMember) {
  const known = new Map<Actor, Record<string, string>>()
  let members = 0
  const make: Record<Actor, () => Promise<Record<string, string>>> = {
    anonymous: async () => ({}),
    member: async () => {
      members += 1
      return createMemberSession(deps, members % 2 === 1 ? owner : await createMember(deps))
    },
    reviewer: () => newOperatorHeaders(deps, 'reviewer'),
    manager: () => newOperatorHeaders(deps, 'manager'),
    owner: async () => withOwnSite(await createOwnerSession(deps, await createOwner(deps))),
    cashier: async () => withOwnSite((await createWorkingPhone(deps)).headers),
  }
  const headers = async (actor: Actor) => {
    const own = known.get(actor) ?? (await make[actor]())
    known.set(actor, own)
    return own
  }
  return { headers, renew: (actor: Actor) => void known.delete(actor) }
}

async function newOperatorHeaders(deps: Deps, role: 'reviewer' | 'manager') {
  return {
    ...(await createOperatorSession(deps, await createOperator(deps, { role }))),
    'sec-fetch-site': 'same-origin',
  }
}

function withOwnSite(headers: { cookie: string }) {
  return { ...headers, 'sec-fetch-site': 'same-origin' }
}

import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { memberCallers } from './accounts/callers.ts'
import { membersRoutes } from './accounts/members.routes.ts'
import { resetsRoutes } from './accounts/resets.routes.ts'
import { announcementsRoutes } from './announcements/announcements.routes.ts'
import { dealsRoutes } from './deals/deals.routes.ts'
import type { Deps } from './deps.ts'
import { filesRoutes } from './files/files.routes.ts'
import { browserFaultsRoutes } from './http/browser-faults.ts'
import { frameworkFault, handleFaults } from './http/faults.ts'
import { separateHosts } from './http/hosts.ts'
import { servePages } from './http/pages.ts'
import { probes } from './http/probes.ts'
import type { Serving } from './http/route.ts'
import { secureHeaders } from './http/security.ts'
import { endUnread } from './http/unread.ts'
import { devMailRoutes } from './mail/dev-mail.routes.ts'
import { merchantsRoutes } from './merchants/merchants.routes.ts'
import { openapiRoutes } from './openapi/openapi.routes.ts'
import { operatorCallers } from './operators/callers.ts'
import { operatorsRoutes } from './operators/operators.routes.ts'
import { downloadRoutes } from './privacy/download.routes.ts'
import { privacyRoutes } from './privacy/privacy.routes.ts'
import { appealsRoutes } from './review/appeals.routes.ts'
import { reviewRoutes } from './review/review.routes.ts'
import { submissionsRoutes } from './submissions/submissions.routes.ts'
import { walletRoutes } from './wallet/wallet.routes.ts'

const JSON_MAX_BYTES = 262_144
const SECOND = 1000

/** The whole server without its port: plugins, then every domain. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config } = deps
  const app = fastify({
    logger: { level: config.LOG_LEVEL, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    bodyLimit: JSON_MAX_BYTES,
    forceCloseConnections: 'idle',
    http: { headersTimeout: 30 * SECOND },
    // A picture of 10 MB takes five minutes at 280 kbit/s.
    requestTimeout: 300 * SECOND,
    connectionTimeout: 120 * SECOND,
    frameworkErrors: frameworkFault,
  })
  handleFaults(app)
  endUnread(app)
  await secureHeaders(app, config)
  separateHosts(app, config)
  await app.register(cookie)
  await app.register(multipart, { throwFileSizeLimit: false })
  probes(app, deps.db)
  filesRoutes(app, deps)
  downloadRoutes(app, deps)
  devMailRoutes(app, deps)
  await app.register(async (api) => apiRoutes(api, deps), { prefix: '/api' })
  await servePages(app, config)
  return app
}

function apiRoutes(api: FastifyInstance, deps: Deps): void {
  const serving: Serving = {
    callers: { member: memberCallers(deps), operator: operatorCallers(deps) },
    incoming: deps.incoming,
    consoleUrl: deps.config.CONSOLE_URL,
  }
  accountsRoutes(api, deps, serving)
  membersRoutes(api, deps, serving)
  resetsRoutes(api, deps, serving)
  privacyRoutes(api, deps, serving)
  walletRoutes(api, deps, serving)
  merchantsRoutes(api, deps, serving)
  announcementsRoutes(api, deps, serving)
  dealsRoutes(api, deps, serving)
  submissionsRoutes(api, deps, serving)
  operatorsRoutes(api, deps, serving)
  reviewRoutes(api, deps, serving)
  appealsRoutes(api, deps, serving)
  browserFaultsRoutes(api, deps, serving)
  openapiRoutes(api)
}

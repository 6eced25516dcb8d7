import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { memberCallers } from './accounts/callers.ts'
import { membersRoutes } from './accounts/members.routes.ts'
import { resetsRoutes } from './accounts/resets.routes.ts'
import { isSuspended } from './accounts/suspensions.store.ts'
import { unlocksRoutes } from './accounts/unlocks.routes.ts'
import { announcementsRoutes } from './announcements/announcements.routes.ts'
import { keptAnnouncementsRoutes } from './announcements/kept.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { dealsRoutes } from './deals/deals.routes.ts'
import { keptDealsRoutes } from './deals/kept.routes.ts'
import type { Deps } from './deps.ts'
import { filesRoutes } from './files/files.routes.ts'
import { openAdmissions } from './http/admission.ts'
import { browserFaultsRoutes } from './http/browser-faults.ts'
import { acceptOrigins } from './http/cors.ts'
import { frameworkFault, handleFaults } from './http/faults.ts'
import { separateHosts } from './http/hosts.ts'
import { letGo } from './http/leaving.ts'
import { answerTunnels, replaceUnknownMethod } from './http/methods.ts'
import { requirePace } from './http/pace.ts'
import { servedAddress } from './http/page-addresses.ts'
import { servePages } from './http/pages.ts'
import { CHECK_MS, HEADERS_MS, REQUEST_MS, SILENCE_MS } from './http/patience.ts'
import { probes } from './http/probes.ts'
import { requestIds } from './http/request-ids.ts'
import { logRequests } from './http/request-log.ts'
import type { Serving } from './http/route.ts'
import { secureHeaders } from './http/security.ts'
import { rememberSenders } from './http/sender.ts'
import { endUnread } from './http/unread.ts'
import { refuseUnreadable } from './http/unreadable.ts'
import { uploadsRoutes } from './images/uploads.routes.ts'
import { devMailRoutes } from './mail/dev-mail.routes.ts'
import { categoriesRoutes } from './merchants/categories.routes.ts'
import { keptMerchantsRoutes } from './merchants/kept.routes.ts'
import { merchantsRoutes } from './merchants/merchants.routes.ts'
import { metricsRoutes } from './metrics/metrics.routes.ts'
import { openapiRoutes } from './openapi/openapi.routes.ts'
import { ownAccountRoutes } from './operators/account.routes.ts'
import { operatorCallers } from './operators/callers.ts'
import { operatorsRoutes } from './operators/operators.routes.ts'
import { operatorSessionRoutes } from './operators/session.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { downloadRoutes } from './privacy/download.routes.ts'
import { privacyRoutes } from './privacy/privacy.routes.ts'
import { readingRoutes } from './reading/reading.routes.ts'
import { adjustmentsRoutes } from './review/adjustments.routes.ts'
import { appealsRoutes } from './review/appeals.routes.ts'
import { bulkRoutes } from './review/bulk.routes.ts'
import { checksRoutes } from './review/checks.routes.ts'
import { confirmationsRoutes } from './review/confirmations.routes.ts'
import { historyRoutes } from './review/history.routes.ts'
import { reviewRoutes } from './review/review.routes.ts'
import { unlocksMailedSince } from './security/ages.ts'
import { searchRoutes } from './submissions/search.routes.ts'
import { submissionsRoutes } from './submissions/submissions.routes.ts'
import { undeliveredRoutes } from './undelivered/undelivered.routes.ts'
import { countFailures } from './undelivered/undelivered.store.ts'
import { walletRoutes } from './wallet/wallet.routes.ts'

const JSON_MAX_BYTES = 262_144

/** The whole server without its port: plugins, then every domain. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config } = deps
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    genReqId: requestIds(config.TRUSTED_PROXIES),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    bodyLimit: JSON_MAX_BYTES,
    forceCloseConnections: 'idle',
    // What a proxy has already sent is answered.
    return503OnClosing: false,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    requestTimeout: REQUEST_MS,
    connectionTimeout: SILENCE_MS,
    rewriteUrl: (request) => servedAddress(replaceUnknownMethod(request), request.method),
    frameworkErrors: frameworkFault,
    clientErrorHandler: refuseUnreadable,
  })
  answerTunnels(app)
  logRequests(app)
  handleFaults(app)
  endUnread(app)
  requirePace(app)
  rememberSenders(app)
  letGo(app, deps.leaving)
  app.addHook('onClose', () => deps.mailer.settled())
  secureHeaders(app, config)
  separateHosts(app, config)
  acceptOrigins(app, config.CORS_ORIGINS)
  await app.register(cookie)
  await app.register(multipart, { throwFileSizeLimit: false })
  probes(app, deps)
  metricsRoutes(app, deps, { undelivered: (db) => countFailures(db, unlocksMailedSince(deps.now())) })
  filesRoutes(app, { ...deps, maySee: async (memberId) => !(await isSuspended(deps.db.shared, memberId)) })
  downloadRoutes(app, deps)
  devMailRoutes(app, deps)
  await app.register(async (api) => apiRoutes(api, deps), { prefix: '/api' })
  await servePages(app, deps)
  return app
}

function apiRoutes(api: FastifyInstance, deps: Deps): void {
  const serving: Serving = {
    callers: { member: memberCallers(deps), operator: operatorCallers(deps) },
    incoming: deps.incoming,
    consoleUrl: deps.config.CONSOLE_URL,
    publicAnswers: deps.publicAnswers,
    admissions: openAdmissions(deps),
  }
  accountsRoutes(api, deps, serving)
  membersRoutes(api, deps, serving)
  resetsRoutes(api, deps, serving)
  unlocksRoutes(api, deps, serving)
  privacyRoutes(api, deps, serving)
  walletRoutes(api, deps, serving)
  merchantsRoutes(api, deps, serving)
  announcementsRoutes(api, deps, serving)
  dealsRoutes(api, deps, serving)
  submissionsRoutes(api, deps, serving)
  readingRoutes(api, deps, serving)
  operatorSessionRoutes(api, deps, serving)
  ownAccountRoutes(api, deps, serving)
  operatorsRoutes(api, deps, serving)
  auditRoutes(api, deps, serving)
  undeliveredRoutes(api, deps, serving)
  reviewRoutes(api, deps, serving)
  bulkRoutes(api, deps, serving)
  checksRoutes(api, deps, serving)
  appealsRoutes(api, deps, serving)
  overviewRoutes(api, deps, serving)
  uploadsRoutes(api, deps, serving)
  keptMerchantsRoutes(api, deps, serving)
  categoriesRoutes(api, deps, serving)
  keptDealsRoutes(api, deps, serving)
  keptAnnouncementsRoutes(api, deps, serving)
  historyRoutes(api, deps, serving)
  searchRoutes(api, deps, serving)
  adjustmentsRoutes(api, deps, serving)
  confirmationsRoutes(api, deps, serving)
  browserFaultsRoutes(api, deps, serving)
  openapiRoutes(api)
}

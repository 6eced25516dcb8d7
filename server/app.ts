import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { auditSubjects } from './audit-subjects.ts'
import type { Deps } from './deps.ts'
import { accountsRoutes } from './domains/accounts/accounts.routes.ts'
import { membersRoutes } from './domains/accounts/members/members.admin.routes.ts'
import { isSuspended } from './domains/accounts/members/members.admin.store.ts'
import { memberAuthenticator } from './domains/accounts/sessions/sessions.service.ts'
import { unlocksMailedSince } from './domains/accounts/unlocks/unlocks.service.ts'
import { announcementsAdminRoutes, announcementsRoutes } from './domains/announcements/announcements.routes.ts'
import { cannedAnswersAdminRoutes } from './domains/contact/canned-answers.admin.routes.ts'
import { casesAdminRoutes } from './domains/contact/cases.admin.routes.ts'
import { casesRoutes } from './domains/contact/cases.routes.ts'
import { ownersAdminRoutes } from './domains/counters/owners.admin.routes.ts'
import { phoneAuthenticator } from './domains/counters/phones/phones.service.ts'
import { phonesRoutes } from './domains/counters/phones.routes.ts'
import { dealsAdminRoutes, dealsRoutes } from './domains/deals/deals.routes.ts'
import { doctorRoutes } from './domains/doctor/doctor.routes.ts'
import { failedMailRoutes } from './domains/failed-mail/failed-mail.routes.ts'
import { countFailures } from './domains/failed-mail/failed-mail.store.ts'
import { linksAdminRoutes, linksRoutes } from './domains/links/links.routes.ts'
import { categoriesAdminRoutes } from './domains/merchants/categories.admin.routes.ts'
import { merchantsAdminRoutes } from './domains/merchants/merchants.admin.routes.ts'
import { merchantsRoutes } from './domains/merchants/merchants.routes.ts'
import { overviewRoutes } from './domains/overview/overview.routes.ts'
import { countWaitingReceipts } from './domains/overview/overview.store.ts'
import { exportDownloadRoutes, privacyRoutes } from './domains/privacy/privacy.routes.ts'
import { ocrPreviewRoutes } from './domains/receipt-ocr/ocr-preview/ocr-preview.routes.ts'
import { appealsAdminRoutes } from './domains/review/appeals/appeals.admin.routes.ts'
import { bulkRoutes } from './domains/review/bulk/bulk.routes.ts'
import { confirmationsRoutes } from './domains/review/confirmations/confirmations.routes.ts'
import { reviewDeskRoutes } from './domains/review/desk/desk.routes.ts'
import { historyRoutes } from './domains/review/history/history.routes.ts'
import { operatorHooks } from './domains/review/queue.service.ts'
import { spotChecksRoutes } from './domains/review/spot-checks/spot-checks.routes.ts'
import { stampAdjustmentsRoutes } from './domains/review/stamp-adjustments/stamp-adjustments.routes.ts'
import { withdrawalsRoutes } from './domains/review/withdrawals.routes.ts'
import { vouchersDeskRoutes } from './domains/rewards/desk/desk.routes.ts'
import { counterRoutes } from './domains/rewards/hand-overs/counter.routes.ts'
import {
  reachedLimitsRoutes,
  rewardsAdminRoutes,
  rewardsRoutes,
  vouchersRoutes,
} from './domains/rewards/rewards.routes.ts'
import { unusualHandOversRoutes } from './domains/rewards/unusual-hand-overs/unusual-hand-overs.routes.ts'
import { questionsRoutes, statementsAdminRoutes, statementsRoutes } from './domains/settlement/settlement.routes.ts'
import { operatorsRoutes } from './domains/staff/operators.admin.routes.ts'
import { operatorAuthenticator, ownerAuthenticator } from './domains/staff/sign-in/authenticators.ts'
import { operatorSignInRoutes, ownerSignInRoutes } from './domains/staff/sign-in/sign-in.routes.ts'
import { submissionsAdminRoutes } from './domains/submissions/search/submissions.admin.routes.ts'
import { submissionsRoutes } from './domains/submissions/submissions.routes.ts'
import { earningRulesRoutes, seedEarningRule } from './domains/wallet/earning-rules/earning-rules.admin.routes.ts'
import { findEarningRule } from './domains/wallet/earning-rules/earning-rules.store.ts'
import { walletRoutes } from './domains/wallet/wallet.routes.ts'
import { auditRoutes } from './platform/audit/audit.routes.ts'
import { browserErrorsRoutes } from './platform/http/browser-errors.routes.ts'
import { trackClientAborts } from './platform/http/client-abort.ts'
import { drainUnreadRequests, handleClientError } from './platform/http/connections/client-error.ts'
import { guardSlowClients } from './platform/http/connections/slow-client-guard.ts'
import { CHECK_MS, HEADERS_MS, REQUEST_MS, SILENCE_MS } from './platform/http/connections/timeouts.ts'
import { handleErrors, handleFrameworkError } from './platform/http/error-handler.ts'
import { enableCors } from './platform/http/guards/cors.ts'
import { separateHosts } from './platform/http/guards/hosts.ts'
import { answerConnect, replaceUnknownMethod } from './platform/http/guards/methods.ts'
import { setSecurityHeaders } from './platform/http/guards/security-headers.ts'
import { openAdmissions } from './platform/http/guards/upload-admission.ts'
import { closeOnDrain, healthRoutes } from './platform/http/health.routes.ts'
import { normalizePageUrl } from './platform/http/pages/page-paths.ts'
import { servePages } from './platform/http/pages/pages.ts'
import { setRequestLanguages } from './platform/http/request-language.ts'
import { logRequests, requestIds, stripForwardedPorts } from './platform/http/request-log.ts'
import type { RouteContext } from './platform/http/route.ts'
import { devMailRoutes } from './platform/mail/dev-mail.routes.ts'
import { metricsRoutes } from './platform/metrics/metrics.routes.ts'
import { openapiRoutes } from './platform/openapi/openapi.routes.ts'
import { runRepeatably } from './platform/repeats/repeats.service.ts'
import { filesRoutes } from './platform/storage/files.routes.ts'
import { uploadsRoutes } from './platform/uploads/uploads.routes.ts'

const JSON_MAX_BYTES = 262_144

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config } = deps
  await seedEarningRule(deps)
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    genReqId: requestIds(config.TRUSTED_PROXIES),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    bodyLimit: JSON_MAX_BYTES,
    forceCloseConnections: 'idle',
    // A server that stops still answers requests that a proxy has already sent.
    return503OnClosing: false,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    requestTimeout: REQUEST_MS,
    connectionTimeout: SILENCE_MS,
    rewriteUrl: (request) => {
      stripForwardedPorts(request)
      return normalizePageUrl(replaceUnknownMethod(request), request.method)
    },
    frameworkErrors: handleFrameworkError,
    clientErrorHandler: handleClientError,
  })
  answerConnect(app)
  setRequestLanguages(app)
  logRequests(app)
  handleErrors(app)
  drainUnreadRequests(app)
  guardSlowClients(app)
  trackClientAborts(app)
  closeOnDrain(app, deps.draining)
  app.addHook('onClose', () => deps.mailer.settled())
  setSecurityHeaders(app, config)
  separateHosts(app, config)
  enableCors(app, config.CORS_ORIGINS)
  await app.register(cookie)
  await app.register(multipart, { throwFileSizeLimit: false })
  healthRoutes(app, deps)
  metricsRoutes(app, deps, {
    failedMails: (db) => countFailures(db, unlocksMailedSince(deps.now())),
    waitingReceipts: countWaitingReceipts,
  })
  filesRoutes(app, { ...deps, maySee: async (memberId) => !(await isSuspended(deps.db.lookups, memberId)) })
  exportDownloadRoutes(app, deps)
  devMailRoutes(app, deps)
  await app.register(async (api) => apiRoutes(api, deps), { prefix: '/api' })
  await servePages(app, deps, () => findEarningRule(deps.db.pool, deps.now()))
  return app
}

function apiRoutes(api: FastifyInstance, deps: Deps): void {
  const routeContext: RouteContext = {
    authenticators: {
      member: memberAuthenticator(deps),
      operator: operatorAuthenticator(deps),
      owner: ownerAuthenticator(deps),
      phone: phoneAuthenticator(deps),
    },
    incoming: deps.incoming,
    urls: { web: deps.config.WEB_URL, console: deps.config.CONSOLE_URL, counter: deps.config.COUNTER_URL },
    responseCache: deps.responseCache,
    admissions: openAdmissions(deps),
    repeatably: (request, work) => runRepeatably(deps, request, work),
  }
  accountsRoutes(api, deps, routeContext)
  membersRoutes(api, deps, routeContext)
  privacyRoutes(api, deps, routeContext)
  walletRoutes(api, deps, routeContext)
  merchantsRoutes(api, deps, routeContext)
  announcementsRoutes(api, deps, routeContext)
  dealsRoutes(api, deps, routeContext)
  rewardsRoutes(api, deps, routeContext)
  vouchersRoutes(api, deps, routeContext)
  reachedLimitsRoutes(api, deps, routeContext)
  linksRoutes(api, deps, routeContext)
  casesRoutes(api, deps, routeContext)
  submissionsRoutes(api, deps, routeContext)
  withdrawalsRoutes(api, deps, routeContext)
  ocrPreviewRoutes(api, deps, routeContext)
  operatorSignInRoutes(api, deps, routeContext)
  operatorsRoutes(operatorHooks)(api, deps, routeContext)
  ownerSignInRoutes(api, deps, routeContext)
  ownersAdminRoutes(api, deps, routeContext)
  phonesRoutes(api, deps, routeContext)
  auditRoutes(api, deps, routeContext, auditSubjects)
  failedMailRoutes(api, deps, routeContext, unlocksMailedSince)
  reviewDeskRoutes(api, deps, routeContext)
  bulkRoutes(api, deps, routeContext)
  spotChecksRoutes(api, deps, routeContext)
  appealsAdminRoutes(api, deps, routeContext)
  overviewRoutes(api, deps, routeContext)
  uploadsRoutes(api, deps, routeContext)
  merchantsAdminRoutes(api, deps, routeContext)
  categoriesAdminRoutes(api, deps, routeContext)
  dealsAdminRoutes(api, deps, routeContext)
  rewardsAdminRoutes(api, deps, routeContext)
  vouchersDeskRoutes(api, deps, routeContext)
  counterRoutes(api, deps, routeContext)
  unusualHandOversRoutes(api, deps, routeContext)
  statementsRoutes(api, deps, routeContext)
  statementsAdminRoutes(api, deps, routeContext)
  questionsRoutes(api, deps, routeContext)
  announcementsAdminRoutes(api, deps, routeContext)
  linksAdminRoutes(api, deps, routeContext)
  casesAdminRoutes(api, deps, routeContext)
  cannedAnswersAdminRoutes(api, deps, routeContext)
  doctorRoutes(api, deps, routeContext)
  historyRoutes(api, deps, routeContext)
  submissionsAdminRoutes(api, deps, routeContext)
  stampAdjustmentsRoutes(api, deps, routeContext)
  earningRulesRoutes(api, deps, routeContext)
  confirmationsRoutes(api, deps, routeContext)
  browserErrorsRoutes(api, deps, routeContext)
  openapiRoutes(api, deps)
}

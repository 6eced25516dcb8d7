import type { ComponentType } from 'react'
import { HomePage } from '../../features/home/HomePage.tsx'
import { type LazyPart, lazyPart, lazyPartWithoutQueries } from '../../shared/components/LazyPart.tsx'
import { paths, type RouteName } from '../../shared/paths.ts'

/**
 * Who may see a page. `public`: everyone. `guest`: only visitors who are not signed in. `member`: only verified members
 * who are not suspended. `any`: the page decides.
 */
type Access = 'public' | 'guest' | 'member' | 'any'

export type Route = {
  name: RouteName
  path: string
  access: Access
  hidesTabBar: boolean
  page: ComponentType | LazyPart
}

/** All pages of the app. Only the home page is part of the first download. */
export const routes: Route[] = [
  route('home', 'public', HomePage),
  route(
    'login',
    'guest',
    lazyPartWithoutQueries(() => import('../../features/accounts/login/LoginPage.tsx'), 'LoginPage'),
    { hidesTabBar: true },
  ),
  route(
    'register',
    'guest',
    lazyPartWithoutQueries(() => import('../../features/accounts/login/RegisterPage.tsx'), 'RegisterPage'),
    { hidesTabBar: true },
  ),
  route(
    'verifyEmail',
    'any',
    lazyPartWithoutQueries(() => import('../../features/accounts/verification/VerifyEmailPage.tsx'), 'VerifyEmailPage'),
    { hidesTabBar: true },
  ),
  route(
    'resetPassword',
    'any',
    lazyPartWithoutQueries(() => import('../../features/accounts/login/ResetPage.tsx'), 'ResetPage'),
    { hidesTabBar: true },
  ),
  route(
    'keepEmail',
    'any',
    lazyPartWithoutQueries(() => import('../../features/accounts/verification/KeepEmailPage.tsx'), 'KeepEmailPage'),
    { hidesTabBar: true },
  ),
  route(
    'unlock',
    'any',
    lazyPartWithoutQueries(() => import('../../features/accounts/login/UnlockPage.tsx'), 'UnlockPage'),
    { hidesTabBar: true },
  ),
  route(
    'profile',
    'member',
    lazyPart(() => import('../../features/accounts/profile/ProfilePage.tsx'), 'ProfilePage'),
  ),
  route(
    'terms',
    'public',
    lazyPartWithoutQueries(() => import('../../features/legal/TermsPage.tsx'), 'TermsPage'),
  ),
  route(
    'privacy',
    'public',
    lazyPartWithoutQueries(() => import('../../features/legal/PrivacyPage.tsx'), 'PrivacyPage'),
  ),
  route(
    'privacyMalay',
    'public',
    lazyPartWithoutQueries(() => import('../../features/legal/PrivacyMalayPage.tsx'), 'PrivacyMalayPage'),
  ),
  route(
    'merchants',
    'public',
    lazyPart(() => import('../../features/merchants/MerchantsPage.tsx'), 'MerchantsPage'),
  ),
  route(
    'merchant',
    'public',
    lazyPart(() => import('../../features/merchants/MerchantPage.tsx'), 'MerchantPage'),
  ),
  route(
    'merchantSlug',
    'public',
    lazyPart(() => import('../../features/submissions/form/MerchantSlugPage.tsx'), 'MerchantSlugPage'),
  ),
  route(
    'submissions',
    'member',
    lazyPart(() => import('../../features/submissions/list/SubmissionsPage.tsx'), 'SubmissionsPage'),
  ),
  route(
    'newSubmission',
    'member',
    lazyPart(() => import('../../features/submissions/form/SubmitPage.tsx'), 'SubmitPage'),
    { hidesTabBar: true },
  ),
  route(
    'submission',
    'member',
    lazyPart(() => import('../../features/submissions/detail/SubmissionPage.tsx'), 'SubmissionPage'),
  ),
  route(
    'submit',
    'member',
    lazyPart(() => import('../../features/submissions/form/SubmitPage.tsx'), 'DraftPage'),
    { hidesTabBar: true },
  ),
  route(
    'deals',
    'public',
    lazyPart(() => import('../../features/deals/DealsPage.tsx'), 'DealsPage'),
  ),
  route(
    'deal',
    'public',
    lazyPart(() => import('../../features/deals/DealPage.tsx'), 'DealPage'),
  ),
  route(
    'announcements',
    'public',
    lazyPart(() => import('../../features/announcements/AnnouncementsPage.tsx'), 'AnnouncementsPage'),
  ),
  route(
    'announcement',
    'member',
    lazyPart(() => import('../../features/announcements/AnnouncementPage.tsx'), 'AnnouncementPage'),
  ),
  route(
    'rewards',
    'public',
    lazyPart(() => import('../../features/rewards/RewardsPage.tsx'), 'RewardsPage'),
  ),
  route(
    'reward',
    'public',
    lazyPart(() => import('../../features/rewards/RewardPage.tsx'), 'RewardPage'),
  ),
  route(
    'voucher',
    'member',
    lazyPart(() => import('../../features/vouchers/VoucherPage.tsx'), 'VoucherPage'),
    { hidesTabBar: true },
  ),
  route(
    'history',
    'member',
    lazyPart(() => import('../../features/vouchers/HistoryPage.tsx'), 'HistoryPage'),
  ),
  route(
    'stampHistory',
    'member',
    lazyPart(() => import('../../features/vouchers/HistoryPage.tsx'), 'StampHistoryPage'),
  ),
  route(
    'contact',
    'member',
    lazyPart(() => import('../../features/contact/ContactPage.tsx'), 'ContactPage'),
  ),
  route(
    'links',
    'member',
    lazyPart(() => import('../../features/links/LinksPage.tsx'), 'LinksPage'),
  ),
  ...(['campaigns', 'badges', 'leaderboard'] as const).map((name) =>
    route(
      name,
      'member',
      lazyPartWithoutQueries(() => import('./ComingSoonPage.tsx'), 'ComingSoonPage'),
    ),
  ),
  route(
    'notFound',
    'public',
    lazyPartWithoutQueries(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
  ),
]

function route(name: RouteName, access: Access, page: Route['page'], { hidesTabBar = false } = {}): Route {
  return { name, path: paths[name], access, hidesTabBar, page }
}

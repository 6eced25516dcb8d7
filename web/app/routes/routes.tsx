import type { ComponentType } from 'react'
import { HomePage } from '../../features/home/HomePage.tsx'
import { type LazyPart, lazyPart, plainPart } from '../../shared/components/LazyPart.tsx'
import { paths, type RouteName } from '../../shared/paths.ts'

/** `guest`: only visitors who are not signed in. `member`: only verified members. `any`: the page decides. */
type Access = 'public' | 'guest' | 'member' | 'any'

export type Route = {
  name: RouteName
  path: string
  access: Access
  hidesTabBar: boolean
  page: ComponentType | LazyPart
}

type Page = Route['page']

/** All pages of the app by who may see them. Only the home page is part of the first download. */
const pages: Record<Access, Partial<Record<RouteName, Page>>> = {
  public: {
    home: HomePage,
    terms: plainPart(() => import('../../features/legal/TermsPage.tsx'), 'TermsPage'),
    privacy: plainPart(() => import('../../features/legal/PrivacyPage.tsx'), 'PrivacyPage'),
    privacyMalay: plainPart(() => import('../../features/legal/PrivacyMalayPage.tsx'), 'PrivacyMalayPage'),
    merchants: lazyPart(() => import('../../features/merchants/MerchantsPage.tsx'), 'MerchantsPage'),
    merchant: lazyPart(() => import('../../features/merchants/MerchantPage.tsx'), 'MerchantPage'),
    merchantSlug: lazyPart(() => import('../../features/submissions/form/SubmitPage.tsx'), 'MerchantSlugPage'),
    deals: lazyPart(() => import('../../features/deals/DealPages.tsx'), 'DealsPage'),
    deal: lazyPart(() => import('../../features/deals/DealPages.tsx'), 'DealPage'),
    announcements: lazyPart(() => import('../../features/announcements/AnnouncementsPage.tsx'), 'AnnouncementsPage'),
    rewards: lazyPart(() => import('../../features/rewards/RewardsPage.tsx'), 'RewardsPage'),
    reward: lazyPart(() => import('../../features/rewards/RewardPage.tsx'), 'RewardPage'),
    notFound: plainPart(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
  },
  guest: {
    login: plainPart(() => import('../../features/accounts/login/LoginPage.tsx'), 'LoginPage'),
    register: plainPart(() => import('../../features/accounts/login/RegisterPage.tsx'), 'RegisterPage'),
  },
  any: {
    verifyEmail: plainPart(() => import('../../features/accounts/verification/VerifyEmailPage.tsx'), 'VerifyEmailPage'),
    keepEmail: plainPart(() => import('../../features/accounts/LinkPages.tsx'), 'KeepEmailPage'),
    resetPassword: plainPart(() => import('../../features/accounts/login/ResetPage.tsx'), 'ResetPage'),
    unlock: plainPart(() => import('../../features/accounts/LinkPages.tsx'), 'UnlockPage'),
  },
  member: {
    profile: lazyPart(() => import('../../features/accounts/profile/ProfilePage.tsx'), 'ProfilePage'),
    submissions: lazyPart(() => import('../../features/submissions/SubmissionsPage.tsx'), 'SubmissionsPage'),
    submission: lazyPart(() => import('../../features/submissions/detail/SubmissionPage.tsx'), 'SubmissionPage'),
    newSubmission: lazyPart(() => import('../../features/submissions/form/SubmitPage.tsx'), 'SubmitPage'),
    submit: lazyPart(() => import('../../features/submissions/form/SubmitPage.tsx'), 'DraftPage'),
    announcement: lazyPart(() => import('../../features/announcements/AnnouncementPage.tsx'), 'AnnouncementPage'),
    voucher: lazyPart(() => import('../../features/vouchers/VoucherPage.tsx'), 'VoucherPage'),
    history: lazyPart(() => import('../../features/vouchers/HistoryPage.tsx'), 'HistoryPage'),
    stampHistory: lazyPart(() => import('../../features/vouchers/HistoryPage.tsx'), 'StampHistoryPage'),
    contact: lazyPart(() => import('../../features/contact/ContactPage.tsx'), 'ContactPage'),
    links: lazyPart(() => import('../../features/links/LinksPage.tsx'), 'LinksPage'),
    campaigns: plainPart(() => import('./ComingSoonPage.tsx'), 'ComingSoonPage'),
    badges: plainPart(() => import('./ComingSoonPage.tsx'), 'ComingSoonPage'),
    leaderboard: plainPart(() => import('./ComingSoonPage.tsx'), 'ComingSoonPage'),
  },
}

const withoutTabBar = /^(login|register|verifyEmail|keepEmail|resetPassword|unlock|newSubmission|submit|voucher)$/

export const routes: Route[] = (Object.keys(pages) as Access[]).flatMap((access) =>
  (Object.entries(pages[access]) as [RouteName, Page][]).map(([name, page]) => ({
    name,
    path: paths[name],
    access,
    hidesTabBar: withoutTabBar.test(name),
    page,
  })),
)

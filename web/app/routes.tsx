import type { ComponentType } from 'react'
import { HomePage } from '../home/HomePage.tsx'
import { type LazyPart, lazyPart } from './lazyPart.tsx'
import { paths, type RouteName } from './paths.ts'

/**
 * Who may see a page (D-01): `public` everybody, `guest` only who is not signed in, `member` only who is signed in,
 * verified and not suspended; `any` decides for itself.
 */
type Access = 'public' | 'guest' | 'member' | 'any'

export type Route = {
  name: RouteName
  path: string
  access: Access
  hideFooter: boolean
  page: ComponentType | LazyPart
}

/** Every page of the app: its name, who may see it, what shows it. Only home is part of the first download. */
export const routes: Route[] = [
  route('home', 'public', HomePage),
  route(
    'login',
    'guest',
    lazyPart(() => import('../accounts/LoginPage.tsx'), 'LoginPage'),
    { hideFooter: true },
  ),
  route(
    'register',
    'guest',
    lazyPart(() => import('../accounts/RegisterPage.tsx'), 'RegisterPage'),
    { hideFooter: true },
  ),
  route(
    'verifyEmail',
    'any',
    lazyPart(() => import('../accounts/VerifyEmailPage.tsx'), 'VerifyEmailPage'),
    { hideFooter: true },
  ),
  route(
    'resetPassword',
    'any',
    lazyPart(() => import('../accounts/ResetPage.tsx'), 'ResetPage'),
    { hideFooter: true },
  ),
  route(
    'keepEmail',
    'any',
    lazyPart(() => import('../accounts/KeepEmailPage.tsx'), 'KeepEmailPage'),
    { hideFooter: true },
  ),
  route(
    'unlock',
    'any',
    lazyPart(() => import('../accounts/UnlockPage.tsx'), 'UnlockPage'),
    { hideFooter: true },
  ),
  route(
    'profile',
    'member',
    lazyPart(() => import('../accounts/ProfilePage.tsx'), 'ProfilePage'),
  ),
  route(
    'terms',
    'public',
    lazyPart(() => import('../legal/TermsPage.tsx'), 'TermsPage'),
  ),
  route(
    'privacy',
    'public',
    lazyPart(() => import('../legal/PrivacyPage.tsx'), 'PrivacyPage'),
  ),
  route(
    'privacyMalay',
    'public',
    lazyPart(() => import('../legal/PrivacyMalayPage.tsx'), 'PrivacyMalayPage'),
  ),
  route(
    'merchants',
    'public',
    lazyPart(() => import('../merchants/MerchantsPage.tsx'), 'MerchantsPage'),
  ),
  route(
    'merchant',
    'public',
    lazyPart(() => import('../merchants/MerchantPage.tsx'), 'MerchantPage'),
  ),
  route(
    'merchantSlug',
    'public',
    lazyPart(() => import('../merchants/MerchantSlugPage.tsx'), 'MerchantSlugPage'),
  ),
  route(
    'submissions',
    'member',
    lazyPart(() => import('../submissions/SubmissionsPage.tsx'), 'SubmissionsPage'),
  ),
  route(
    'newSubmission',
    'member',
    lazyPart(() => import('../submissions/SubmitPage.tsx'), 'SubmitPage'),
    { hideFooter: true },
  ),
  route(
    'submission',
    'member',
    lazyPart(() => import('../submissions/SubmissionPage.tsx'), 'SubmissionPage'),
  ),
  route(
    'submit',
    'member',
    lazyPart(() => import('../submissions/DraftPage.tsx'), 'DraftPage'),
    { hideFooter: true },
  ),
  route(
    'deals',
    'public',
    lazyPart(() => import('../deals/DealsPage.tsx'), 'DealsPage'),
  ),
  route(
    'deal',
    'public',
    lazyPart(() => import('../deals/DealPage.tsx'), 'DealPage'),
  ),
  route(
    'announcements',
    'public',
    lazyPart(() => import('../announcements/AnnouncementsPage.tsx'), 'AnnouncementsPage'),
  ),
  route(
    'announcement',
    'member',
    lazyPart(() => import('../announcements/AnnouncementPage.tsx'), 'AnnouncementPage'),
  ),
  ...(['history', 'campaigns', 'badges', 'leaderboard', 'contact', 'links'] as const).map((name) =>
    route(
      name,
      'member',
      lazyPart(() => import('./ComingPage.tsx'), 'ComingPage'),
    ),
  ),
  route(
    'notFound',
    'public',
    lazyPart(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
  ),
]

function route(name: RouteName, access: Access, page: Route['page'], { hideFooter = false } = {}): Route {
  return { name, path: paths[name], access, hideFooter, page }
}

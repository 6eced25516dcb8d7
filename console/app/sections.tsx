import type { Role } from '@stampus/contract/operators'
import {
  ChartColumn,
  Gavel,
  KeyRound,
  ListChecks,
  MailX,
  Megaphone,
  ReceiptText,
  ScrollText,
  SearchCheck,
  Shapes,
  ShieldUser,
  Stamp,
  Store,
  Tag,
  UserCheck,
  Users,
} from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { ConfirmationsBadge } from '../confirmations/ConfirmationsBadge.tsx'
import { AppealsBadge } from '../review/AppealsBadge.tsx'

/** One address of the console: what stands there, and for whom. A manager sees what a reviewer sees. */
export type Section = {
  path: string
  name: string
  role: Role
  /** What stands there; absent for the desk and the appeals, which are kept while out of sight. */
  Page?: LazyExoticComponent<ComponentType>
  /** Where and how the menu shows it; absent for what is reached from another page. */
  menu?: { group: (typeof groups)[number]; icon: ComponentType<{ className?: string }>; Badge?: ComponentType }
}

export const groups = ['Review', 'Insight', 'Scheme', 'People'] as const

/** Every address of the console, in the order of the menu. */
export const sections: Section[] = [
  { path: '/', name: 'Review desk', role: 'reviewer', menu: { group: 'Review', icon: Stamp } },
  { path: '/appeals', name: 'Appeals', role: 'manager', menu: { group: 'Review', icon: Gavel, Badge: AppealsBadge } },
  {
    path: '/bulk',
    name: 'Approve many',
    role: 'reviewer',
    Page: lazy(() => import('../review/BulkPage.tsx')),
    menu: { group: 'Review', icon: ListChecks },
  },
  {
    path: '/confirmations',
    name: 'Confirmations',
    role: 'reviewer',
    Page: lazy(() => import('../confirmations/ConfirmationsPage.tsx')),
    menu: { group: 'Review', icon: UserCheck, Badge: ConfirmationsBadge },
  },
  {
    path: '/checks',
    name: 'Spot checks',
    role: 'reviewer',
    Page: lazy(() => import('../review/ChecksPage.tsx')),
    menu: { group: 'Review', icon: SearchCheck },
  },
  {
    path: '/review/:id',
    name: 'Receipt at the desk',
    role: 'reviewer',
    Page: lazy(() => import('../review/OpenAtDesk.tsx')),
  },
  {
    path: '/overview',
    name: 'Overview',
    role: 'reviewer',
    Page: lazy(() => import('../overview/OverviewPage.tsx')),
    menu: { group: 'Insight', icon: ChartColumn },
  },
  {
    path: '/submissions',
    name: 'Receipts',
    role: 'reviewer',
    Page: lazy(() => import('../submissions/SubmissionsPage.tsx')),
    menu: { group: 'Review', icon: ReceiptText },
  },
  {
    path: '/submissions/:id',
    name: 'Receipt',
    role: 'reviewer',
    Page: lazy(() => import('../submissions/SubmissionPage.tsx')),
  },
  {
    path: '/members',
    name: 'Members',
    role: 'manager',
    Page: lazy(() => import('../members/MembersPage.tsx')),
    menu: { group: 'People', icon: Users },
  },
  {
    path: '/members/:id',
    name: 'Member',
    role: 'manager',
    Page: lazy(() => import('../members/MemberPage.tsx')),
  },
  {
    path: '/merchants',
    name: 'Merchants',
    role: 'manager',
    Page: lazy(() => import('../merchants/MerchantsPage.tsx')),
    menu: { group: 'Scheme', icon: Store },
  },
  {
    path: '/merchants/new',
    name: 'New merchant',
    role: 'manager',
    Page: lazy(() => import('../merchants/NewMerchantPage.tsx')),
  },
  {
    path: '/merchants/:id',
    name: 'Merchant',
    role: 'manager',
    Page: lazy(() => import('../merchants/MerchantPage.tsx')),
  },
  {
    path: '/merchants/:id/poster',
    name: 'Poster',
    role: 'manager',
    Page: lazy(() => import('../merchants/PosterPage.tsx')),
  },
  {
    path: '/categories',
    name: 'Categories',
    role: 'manager',
    Page: lazy(() => import('../merchants/CategoriesPage.tsx')),
    menu: { group: 'Scheme', icon: Shapes },
  },
  {
    path: '/deals',
    name: 'Deals',
    role: 'manager',
    Page: lazy(() => import('../deals/DealsPage.tsx')),
    menu: { group: 'Scheme', icon: Tag },
  },
  {
    path: '/deals/new',
    name: 'New deal',
    role: 'manager',
    Page: lazy(() => import('../deals/NewDealPage.tsx')),
  },
  {
    path: '/deals/:id',
    name: 'Deal',
    role: 'manager',
    Page: lazy(() => import('../deals/DealPage.tsx')),
  },
  {
    path: '/announcements',
    name: 'Announcements',
    role: 'manager',
    Page: lazy(() => import('../announcements/AnnouncementsPage.tsx')),
    menu: { group: 'Scheme', icon: Megaphone },
  },
  {
    path: '/announcements/new',
    name: 'New announcement',
    role: 'manager',
    Page: lazy(() => import('../announcements/NewAnnouncementPage.tsx')),
  },
  {
    path: '/announcements/:id',
    name: 'Announcement',
    role: 'manager',
    Page: lazy(() => import('../announcements/AnnouncementPage.tsx')),
  },
  {
    path: '/operators',
    name: 'Operators',
    role: 'manager',
    Page: lazy(() => import('../operators/OperatorsPage.tsx')),
    menu: { group: 'People', icon: ShieldUser },
  },
  {
    path: '/operators/:id',
    name: 'Operator',
    role: 'manager',
    Page: lazy(() => import('../operators/OperatorPage.tsx')),
  },
  {
    path: '/undelivered-mail',
    name: 'Undelivered mail',
    role: 'manager',
    Page: lazy(() => import('../undelivered/UndeliveredPage.tsx')),
    menu: { group: 'People', icon: MailX },
  },
  {
    path: '/audit',
    name: 'Audit log',
    role: 'manager',
    Page: lazy(() => import('../audit/AuditPage.tsx')),
    menu: { group: 'People', icon: ScrollText },
  },
  {
    path: '/account',
    name: 'My account',
    role: 'reviewer',
    Page: lazy(() => import('../operators/AccountPage.tsx')),
    menu: { group: 'People', icon: KeyRound },
  },
]

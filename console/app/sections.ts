import type { Role } from '@stampus/contract/console/operators'
import {
  ChartColumn,
  Coins,
  Gavel,
  Gift,
  HandCoins,
  Landmark,
  Link2,
  ListChecks,
  MailX,
  Megaphone,
  MessagesSquare,
  ReceiptText,
  ScanEye,
  ScrollText,
  SearchCheck,
  ShieldUser,
  Smartphone,
  Stamp,
  Store,
  Tag,
  Ticket,
  UserCheck,
  Users,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import { CasesBadge } from '../features/cases/CasesBadge.tsx'
import { ConfirmationsBadge } from '../features/confirmations/ConfirmationsBadge.tsx'
import { AppealsBadge } from '../features/review/appeals/AppealsBadge.tsx'
import { OpenAtDesk } from '../features/review/desk/DeskPage.tsx'
import { SettlementBadge } from '../features/settlement/SettlementBadge.tsx'
import { paths } from './paths.ts'

/** A page of the console and who may open it. Managers may open everything that reviewers may. */
export type Section = {
  path: (typeof paths)[keyof typeof paths]
  name: string
  role: Role
  /** Absent for the desk and the appeals: Pages keeps those mounted. */
  Page?: ComponentType
  /** Its menu entry; absent for pages that are reached from another page. */
  menu?: { group: (typeof groups)[number]; icon: ComponentType<{ className?: string }>; Badge?: ComponentType }
}

export const groups = ['Review', 'Reports', 'Content', 'Admin'] as const

/** All pages, in the order of the menu. */
export const sections: Section[] = [
  { path: paths.desk, name: 'Review desk', role: 'reviewer', menu: { group: 'Review', icon: Stamp } },
  {
    path: paths.appeals,
    name: 'Appeals',
    role: 'manager',
    menu: { group: 'Review', icon: Gavel, Badge: AppealsBadge },
  },
  {
    path: paths.bulk,
    name: 'Bulk approval',
    role: 'reviewer',
    Page: lazy(() => import('../features/review/bulk/BulkPage.tsx')),
    menu: { group: 'Review', icon: ListChecks },
  },
  {
    path: paths.confirmations,
    name: 'Confirmations',
    role: 'reviewer',
    Page: lazy(() => import('../features/confirmations/ConfirmationsPage.tsx')),
    menu: { group: 'Review', icon: UserCheck, Badge: ConfirmationsBadge },
  },
  {
    path: paths.spotChecks,
    name: 'Spot checks',
    role: 'reviewer',
    Page: lazy(() => import('../features/review/spot-checks/SpotChecksPage.tsx')),
    menu: { group: 'Review', icon: SearchCheck },
  },
  {
    path: paths.cases,
    name: 'Cases',
    role: 'manager',
    Page: lazy(() => import('../features/cases/CasesPage.tsx')),
    menu: { group: 'Review', icon: MessagesSquare, Badge: CasesBadge },
  },
  {
    path: paths.case,
    name: 'Case',
    role: 'manager',
    Page: lazy(() => import('../features/cases/CasePage.tsx')),
  },
  {
    path: paths.cannedAnswers,
    name: 'Canned answers',
    role: 'manager',
    Page: lazy(() => import('../features/cases/CannedAnswersPage.tsx')),
  },
  {
    path: paths.newCannedAnswer,
    name: 'New canned answer',
    role: 'manager',
    Page: lazy(() => import('../features/cases/CannedAnswerPage.tsx')),
  },
  {
    path: paths.cannedAnswer,
    name: 'Canned answer',
    role: 'manager',
    Page: lazy(() => import('../features/cases/CannedAnswerPage.tsx')),
  },
  {
    path: paths.openAtDesk,
    name: 'Receipt at the desk',
    role: 'reviewer',
    Page: OpenAtDesk,
  },
  {
    path: paths.overview,
    name: 'Overview',
    role: 'reviewer',
    Page: lazy(() => import('../features/overview/OverviewPage.tsx')),
    menu: { group: 'Reports', icon: ChartColumn },
  },
  {
    path: paths.submissions,
    name: 'Receipts',
    role: 'reviewer',
    Page: lazy(() => import('../features/submissions/SubmissionsPage.tsx')),
    menu: { group: 'Review', icon: ReceiptText },
  },
  {
    path: paths.submission,
    name: 'Receipt',
    role: 'reviewer',
    Page: lazy(() => import('../features/submissions/SubmissionPage.tsx')),
  },
  {
    path: paths.members,
    name: 'Members',
    role: 'manager',
    Page: lazy(() => import('../features/members/MembersPage.tsx')),
    menu: { group: 'Admin', icon: Users },
  },
  {
    path: paths.member,
    name: 'Member',
    role: 'manager',
    Page: lazy(() => import('../features/members/MemberPage.tsx')),
  },
  {
    path: paths.merchants,
    name: 'Merchants',
    role: 'manager',
    Page: lazy(() => import('../features/merchants/MerchantsPage.tsx')),
    menu: { group: 'Content', icon: Store },
  },
  {
    path: paths.newMerchant,
    name: 'New merchant',
    role: 'manager',
    Page: lazy(() => import('../features/merchants/MerchantPage.tsx')),
  },
  {
    path: paths.merchant,
    name: 'Merchant',
    role: 'manager',
    Page: lazy(() => import('../features/merchants/MerchantPage.tsx')),
  },
  {
    path: paths.poster,
    name: 'Poster',
    role: 'manager',
    Page: lazy(() => import('../features/merchants/PosterPage.tsx')),
  },
  {
    path: paths.categories,
    name: 'Categories',
    role: 'manager',
    Page: lazy(() => import('../features/merchants/CategoriesPage.tsx')),
  },
  {
    path: paths.deals,
    name: 'Deals',
    role: 'manager',
    Page: lazy(() => import('../features/deals/DealsPage.tsx')),
    menu: { group: 'Content', icon: Tag },
  },
  {
    path: paths.newDeal,
    name: 'New deal',
    role: 'manager',
    Page: lazy(() => import('../features/deals/DealPage.tsx')),
  },
  {
    path: paths.deal,
    name: 'Deal',
    role: 'manager',
    Page: lazy(() => import('../features/deals/DealPage.tsx')),
  },
  {
    path: paths.rewards,
    name: 'Rewards',
    role: 'manager',
    Page: lazy(() => import('../features/rewards/RewardsPage.tsx')),
    menu: { group: 'Content', icon: Gift },
  },
  {
    path: paths.newReward,
    name: 'New reward',
    role: 'manager',
    Page: lazy(() => import('../features/rewards/RewardPage.tsx')),
  },
  {
    path: paths.reward,
    name: 'Reward',
    role: 'manager',
    Page: lazy(() => import('../features/rewards/RewardPage.tsx')),
  },
  {
    path: paths.vouchers,
    name: 'Vouchers',
    role: 'manager',
    Page: lazy(() => import('../features/vouchers/VouchersPage.tsx')),
    menu: { group: 'Content', icon: Ticket },
  },
  {
    path: paths.voucher,
    name: 'Voucher',
    role: 'manager',
    Page: lazy(() => import('../features/vouchers/VoucherPage.tsx')),
  },
  {
    path: paths.handOver,
    name: 'Hand over',
    role: 'manager',
    Page: lazy(() => import('../features/vouchers/hand-over/HandOverPage.tsx')),
    menu: { group: 'Content', icon: HandCoins },
  },
  {
    path: paths.unusualHandOvers,
    name: 'Unusual hand-overs',
    role: 'manager',
    Page: lazy(() => import('../features/unusual-hand-overs/UnusualHandOversPage.tsx')),
    menu: { group: 'Reports', icon: ScanEye },
  },
  {
    path: paths.settlement,
    name: 'Settlement',
    role: 'manager',
    Page: lazy(() => import('../features/settlement/SettlementPage.tsx')),
    menu: { group: 'Reports', icon: Landmark, Badge: SettlementBadge },
  },
  {
    path: paths.statement,
    name: 'Statement',
    role: 'manager',
    Page: lazy(() => import('../features/settlement/StatementPage.tsx')),
  },
  {
    path: paths.announcements,
    name: 'Announcements',
    role: 'manager',
    Page: lazy(() => import('../features/announcements/AnnouncementsPage.tsx')),
    menu: { group: 'Content', icon: Megaphone },
  },
  {
    path: paths.newAnnouncement,
    name: 'New announcement',
    role: 'manager',
    Page: lazy(() => import('../features/announcements/AnnouncementPage.tsx')),
  },
  {
    path: paths.announcement,
    name: 'Announcement',
    role: 'manager',
    Page: lazy(() => import('../features/announcements/AnnouncementPage.tsx')),
  },
  {
    path: paths.links,
    name: 'Links',
    role: 'manager',
    Page: lazy(() => import('../features/links/LinkGroupsPage.tsx')),
    menu: { group: 'Content', icon: Link2 },
  },
  {
    path: paths.newLinkGroup,
    name: 'New group of links',
    role: 'manager',
    Page: lazy(() => import('../features/links/LinkGroupPage.tsx')),
  },
  {
    path: paths.linkGroup,
    name: 'Group of links',
    role: 'manager',
    Page: lazy(() => import('../features/links/LinkGroupPage.tsx')),
  },
  {
    path: paths.earningRules,
    name: 'Earning rules',
    role: 'manager',
    Page: lazy(() => import('../features/earning-rules/EarningRulesPage.tsx')),
    menu: { group: 'Content', icon: Coins },
  },
  {
    path: paths.operators,
    name: 'Operators',
    role: 'manager',
    Page: lazy(() => import('../features/operators/OperatorsPage.tsx')),
    menu: { group: 'Admin', icon: ShieldUser },
  },
  {
    path: paths.operator,
    name: 'Operator',
    role: 'manager',
    Page: lazy(() => import('../features/operators/OperatorPage.tsx')),
  },
  {
    path: paths.owners,
    name: 'Owners',
    role: 'manager',
    Page: lazy(() => import('../features/owners/OwnersPage.tsx')),
    menu: { group: 'Admin', icon: Smartphone },
  },
  {
    path: paths.owner,
    name: 'Owner',
    role: 'manager',
    Page: lazy(() => import('../features/owners/OwnerPage.tsx')),
  },
  {
    path: paths.failedMail,
    name: 'Failed emails',
    role: 'manager',
    Page: lazy(() => import('../features/failed-mail/FailedMailPage.tsx')),
    menu: { group: 'Admin', icon: MailX },
  },
  {
    path: paths.audit,
    name: 'Audit log',
    role: 'manager',
    Page: lazy(() => import('../features/audit/AuditPage.tsx')),
    menu: { group: 'Admin', icon: ScrollText },
  },
  {
    path: paths.account,
    name: 'My account',
    role: 'reviewer',
    Page: lazy(() => import('../features/own-account/AccountPage.tsx')),
  },
]

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
  Stethoscope,
  Store,
  Tag,
  Ticket,
  UserCheck,
  Users,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import { OpenAtDesk } from '../features/review/desk/DeskPage.tsx'
import { counts } from './menuCounts.ts'
import { paths } from './paths.ts'

type Path = (typeof paths)[keyof typeof paths]

/** A page of the console and who may open it. Managers may open everything that reviewers may. */
export type Section = {
  path: Path
  role: Role
  /** Absent for the desk and the appeals: Pages keeps those mounted. */
  Page?: ComponentType
}

const pageFor =
  (role: Role) =>
  <Name extends string>(path: Path, load: () => Promise<Record<Name, ComponentType>>, name: Name): Section => ({
    path,
    role,
    Page: lazy<ComponentType>(async () => ({ default: (await load())[name] })),
  })
const reviewer = pageFor('reviewer')
const manager = pageFor('manager')

const cannedAnswers = () => import('../features/cases/CannedAnswerPages.tsx')
const merchants = () => import('../features/merchants/MerchantPages.tsx')
const deals = () => import('../features/deals/DealPages.tsx')
const reward = () => import('../features/rewards/RewardPage.tsx')
const announcements = () => import('../features/announcements/AnnouncementPages.tsx')
const operators = () => import('../features/operators/OperatorPages.tsx')
const owners = () => import('../features/owners/OwnerPages.tsx')
const links = () => import('../features/links/LinkGroupPages.tsx')

export const sections: Section[] = [
  { path: paths.desk, role: 'reviewer' },
  { path: paths.appeals, role: 'manager' },
  reviewer(paths.bulk, () => import('../features/review/bulk/BulkPage.tsx'), 'BulkPage'),
  reviewer(
    paths.confirmations,
    () => import('../features/review/confirmations/ConfirmationsPage.tsx'),
    'ConfirmationsPage',
  ),
  reviewer(paths.spotChecks, () => import('../features/review/spot-checks/SpotChecksPage.tsx'), 'SpotChecksPage'),
  manager(paths.cases, () => import('../features/cases/CasesPage.tsx'), 'CasesPage'),
  manager(paths.case, () => import('../features/cases/CasePage.tsx'), 'CasePage'),
  manager(paths.cannedAnswers, cannedAnswers, 'CannedAnswersPage'),
  manager(paths.newCannedAnswer, cannedAnswers, 'CannedAnswerPage'),
  manager(paths.cannedAnswer, cannedAnswers, 'CannedAnswerPage'),
  { path: paths.openAtDesk, role: 'reviewer', Page: OpenAtDesk },
  reviewer(paths.overview, () => import('../features/overview/OverviewPage.tsx'), 'OverviewPage'),
  reviewer(paths.submissions, () => import('../features/submissions/SubmissionsPage.tsx'), 'SubmissionsPage'),
  reviewer(paths.submission, () => import('../features/submissions/SubmissionPage.tsx'), 'SubmissionPage'),
  manager(paths.members, () => import('../features/members/MembersPage.tsx'), 'MembersPage'),
  manager(paths.member, () => import('../features/members/MemberPage.tsx'), 'MemberPage'),
  manager(paths.merchants, merchants, 'MerchantsPage'),
  manager(paths.newMerchant, merchants, 'MerchantPage'),
  manager(paths.merchant, merchants, 'MerchantPage'),
  manager(paths.poster, () => import('../features/merchants/PosterPage.tsx'), 'PosterPage'),
  manager(paths.categories, () => import('../features/merchants/CategoriesPage.tsx'), 'CategoriesPage'),
  manager(paths.deals, deals, 'DealsPage'),
  manager(paths.newDeal, deals, 'DealPage'),
  manager(paths.deal, deals, 'DealPage'),
  manager(paths.rewards, () => import('../features/rewards/RewardsPage.tsx'), 'RewardsPage'),
  manager(paths.newReward, reward, 'RewardPage'),
  manager(paths.reward, reward, 'RewardPage'),
  manager(paths.vouchers, () => import('../features/vouchers/VouchersPage.tsx'), 'VouchersPage'),
  manager(paths.voucher, () => import('../features/vouchers/VoucherPage.tsx'), 'VoucherPage'),
  manager(paths.handOver, () => import('../features/vouchers/hand-over/HandOverPage.tsx'), 'HandOverPage'),
  manager(
    paths.unusualHandOvers,
    () => import('../features/unusual-hand-overs/UnusualHandOversPage.tsx'),
    'UnusualHandOversPage',
  ),
  manager(paths.settlement, () => import('../features/settlement/SettlementPage.tsx'), 'SettlementPage'),
  manager(paths.statement, () => import('../features/settlement/StatementPage.tsx'), 'StatementPage'),
  manager(paths.announcements, announcements, 'AnnouncementsPage'),
  manager(paths.newAnnouncement, announcements, 'AnnouncementPage'),
  manager(paths.announcement, announcements, 'AnnouncementPage'),
  manager(paths.links, links, 'LinkGroupsPage'),
  manager(paths.newLinkGroup, links, 'LinkGroupPage'),
  manager(paths.linkGroup, links, 'LinkGroupPage'),
  manager(paths.earningRules, () => import('../features/earning-rules/EarningRulesPage.tsx'), 'EarningRulesPage'),
  manager(paths.operators, operators, 'OperatorsPage'),
  manager(paths.operator, operators, 'OperatorPage'),
  manager(paths.owners, owners, 'OwnersPage'),
  manager(paths.owner, owners, 'OwnerPage'),
  manager(paths.failedMail, () => import('../features/failed-mail/FailedMailPage.tsx'), 'FailedMailPage'),
  manager(paths.systemCheck, () => import('../features/doctor/SystemCheckPage.tsx'), 'SystemCheckPage'),
  manager(paths.audit, () => import('../features/audit/AuditPage.tsx'), 'AuditPage'),
  reviewer(paths.account, () => import('../features/own-account/AccountPage.tsx'), 'default'),
]

export type Entry = { path: Path; name: string; icon: ComponentType<{ className?: string }>; Badge?: ComponentType }

export const menu: Record<string, Entry[]> = {
  Review: [
    { path: paths.desk, name: 'Review desk', icon: Stamp },
    { path: paths.appeals, name: 'Appeals', icon: Gavel, Badge: counts.appeals },
    { path: paths.bulk, name: 'Bulk approval', icon: ListChecks },
    { path: paths.confirmations, name: 'Confirmations', icon: UserCheck, Badge: counts.confirmations },
    { path: paths.spotChecks, name: 'Spot checks', icon: SearchCheck },
    { path: paths.cases, name: 'Cases', icon: MessagesSquare, Badge: counts.cases },
    { path: paths.submissions, name: 'Receipts', icon: ReceiptText },
  ],
  Reports: [
    { path: paths.overview, name: 'Overview', icon: ChartColumn },
    { path: paths.unusualHandOvers, name: 'Unusual hand-overs', icon: ScanEye },
    { path: paths.settlement, name: 'Settlement', icon: Landmark, Badge: counts.settlement },
  ],
  Content: [
    { path: paths.merchants, name: 'Merchants', icon: Store },
    { path: paths.deals, name: 'Deals', icon: Tag },
    { path: paths.rewards, name: 'Rewards', icon: Gift },
    { path: paths.vouchers, name: 'Vouchers', icon: Ticket },
    { path: paths.handOver, name: 'Hand over', icon: HandCoins },
    { path: paths.announcements, name: 'Announcements', icon: Megaphone },
    { path: paths.links, name: 'Links', icon: Link2 },
    { path: paths.earningRules, name: 'Earning rules', icon: Coins },
  ],
  Admin: [
    { path: paths.members, name: 'Members', icon: Users },
    { path: paths.operators, name: 'Operators', icon: ShieldUser },
    { path: paths.owners, name: 'Owners', icon: Smartphone },
    { path: paths.failedMail, name: 'Failed emails', icon: MailX },
    { path: paths.systemCheck, name: 'System check', icon: Stethoscope },
    { path: paths.audit, name: 'Audit log', icon: ScrollText },
  ],
}

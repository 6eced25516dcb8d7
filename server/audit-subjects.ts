import type { AuditSubject } from './platform/audit/audit.store.ts'

/** A new kind of record is added here, so that the audit log shows its name. */
export const auditSubjects: AuditSubject[] = [
  { kind: 'member', table: 'users', name: 'name', idFields: ['member_id'] },
  { kind: 'merchant', table: 'merchants', name: 'name', idFields: ['merchant_id'] },
  { kind: 'category', table: 'categories', name: 'name', removal: 'row' },
  { kind: 'deal', table: 'deals', name: 'title', removal: 'row' },
  { kind: 'reward', table: 'rewards', name: 'title', removal: 'row', idFields: ['reward_id'] },
  { kind: 'voucher', table: 'vouchers', name: 'number' },
  { kind: 'announcement', table: 'announcements', name: 'title', removal: 'row' },
  { kind: 'canned_answer', table: 'canned_answers', name: 'title', removal: 'row' },
  { kind: 'link_group', table: 'link_groups', name: 'title', removal: 'row' },
  { kind: 'owner', table: 'owners', name: 'name', removal: 'removed_at' },
  { kind: 'phone', table: 'phones', name: 'name', removal: 'removed_at' },
  { kind: 'cashier', table: 'cashiers', name: 'name', removal: 'removed_at' },
  {
    kind: 'operator',
    table: 'operators',
    name: 'name',
    removal: 'removed_at',
    idFields: ['operator_id', 'asked_by', 'assignee_id'],
  },
]

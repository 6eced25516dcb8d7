import type { Role } from '@stampus/contract/console/operators'

/** What the roles are called, and what they may do. */
export const roleNames: Record<Role, string> = { reviewer: 'Reviewer', manager: 'Manager' }

/** The roles to choose from. */
export const roleChoices = [
  { value: 'reviewer', name: 'Reviewer: desk and receipts' },
  { value: 'manager', name: 'Manager: everything' },
]

import type labels from '../console/auditLabels.json'

/** What the audit log records. The part before the dot is the group of an action. */
export type AuditAction = keyof (typeof labels)['actions']

export type GroupOf<Action extends AuditAction> = Action extends `${infer Group}.${string}` ? Group : never
type AuditGroup = GroupOf<AuditAction>

export type ActionOf<Group extends AuditGroup> = Extract<AuditAction, `${Group}.${string}`>

export type VerbOf<Action extends AuditAction> = Action extends `${string}.${infer Verb}` ? Verb : never

import labels from '@stampus/contract/console/auditLabels.json' with { type: 'json' }
import type { AuditGroup } from '@stampus/contract/values/auditActions'

const actions: Record<string, string> = labels.actions
const groupNames: Record<AuditGroup, string> = labels.groups
/** The kinds of subjects: the label and the page. */
const subjects: Record<string, { name: string; path?: string }> = labels.subjects

/** An action that is no longer made shows its name from the log. */
export function actionLabel(action: string): string {
  return (Object.hasOwn(actions, action) && actions[action]) || action
}

/** The options of the action filter. */
export const groups = [
  { value: '', name: 'All actions' },
  ...Object.entries(groupNames).map(([value, name]) => ({ value, name })),
]

/** The options of the subject filter. */
export const subjectKinds = [
  { value: '', name: 'All records' },
  ...Object.entries(subjects).map(([value, { name }]) => ({ value, name })),
]

/** The label of a subject's kind, and the path of its page; undefined without a page. */
export function subjectOf(kind: string, id: number): { kind: string; path: string | undefined } {
  const known = subjects[kind]
  return { kind: known?.name ?? kind, path: known?.path?.replace(':id', String(id)) }
}

import { type CaseObject, type CaseSubject, caseSubject, objectKinds } from '@stampus/contract/contact/cases'
import { linkTo } from './paths.ts'

/** What a case is about, with as much as is known of it. */
export type AskedObject = Pick<CaseObject, 'kind' | 'id' | 'name'> & Partial<CaseObject>

export const objectValue = ({ kind, id }: Pick<CaseObject, 'kind' | 'id'>) => `${kind}-${id}`

export const subjects: readonly CaseSubject[] = caseSubject.options

export function askPage(object: AskedObject): string {
  const subject = subjects.find((one) => objectKinds[one].includes(object.kind))
  return linkTo('contact', {}, { subject, object: objectValue(object) })
}

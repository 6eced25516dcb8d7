import { isCollegeAddress } from '@stampus/contract/values/emails'
import { settings } from '../../shared/settings.ts'

/** Whether an address may be one of the college's (D-20); a page that does not name its domains leaves it to the server. */
export function mayBeCollegeAddress(address: string): boolean {
  return !settings.college_domains_known || isCollegeAddress(address.trim(), settings.college_domains)
}

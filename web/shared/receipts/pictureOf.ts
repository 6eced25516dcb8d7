import { typeByContent } from '@stampus/contract/values/pictures'
import { inTime } from '@stampus/ui/browser/inTime'

/** A chosen file with the type that its content says; as it is if the browser does not read it in time. */
export function pictureOf(file: File): Promise<File> {
  return inTime(typeByContent(file)).catch(() => file)
}
